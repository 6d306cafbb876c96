import * as z from 'zod/mini';

/** Body of Add: the link to shorten, and the Unix time in seconds at which the short link ends. */
export const addRequest = z.object({ link: z.string(), validity: z.int() });

/** What may stand in a short link's address. */
export const linkId = /* @__PURE__ */ z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** `data` of Add; a later version of the service spells the field `link_id`. */
export const addData = z.pipe(
  z.union([z.object({ linkID: linkId }), z.object({ link_id: linkId })]),
  z.transform((data) => ('linkID' in data ? data.linkID : data.link_id)),
);

/** The largest ten-digit Unix time (year 2286): what "No expiry" is sent as, since the contract wants an integer. */
export const noExpiry = 9_999_999_999;

/** Characters of the longest address that is sent and taken. */
export const longestLink = 32_768;
