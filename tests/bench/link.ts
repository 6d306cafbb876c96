/** Where all servers of the bench redirect to: an address as long as they usually are. */
export const link =
  'https://example.com/an/ordinary/page?with=a&query&that=is-as-long-as-addresses-usually-are-in-practice-0';

/** When the links in a database are created, in Unix seconds. */
export const createdAt = 1e9;
