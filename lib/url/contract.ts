/** Characters of the longest address that is sent and taken. */
export const longestLink = 32_768;

/** Why an address looks as if it were not meant for others: it works here only, or it opens what is somebody's own. */
export type Warning = 'loopback' | 'private-network' | 'secret';
