/** The largest ten-digit Unix time (year 2286): "never" is sent as this value, since the API requires an integer. */
export const noExpiry = 9_999_999_999;
