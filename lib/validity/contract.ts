/** The largest ten-digit Unix time (year 2286): what "No expiry" is sent as, since the contract wants an integer. */
export const noExpiry = 9_999_999_999;
