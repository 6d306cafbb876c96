/** The largest ten-digit Unix time (year 2286): what "No expiry" is sent as, since the contract wants an integer. */
export const noExpiry = 9_999_999_999;

/** Characters of the longest address that is sent and taken. */
export const longestLink = 32_768;

/** Why an address looks as if it were not meant for others: it works here only, or it opens what is somebody's own. */
export type Warning = 'loopback' | 'private-network' | 'secret';
