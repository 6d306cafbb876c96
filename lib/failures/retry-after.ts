/**
 * The wait if a service limits requests and does not say for how long. It is apart from the table of failures, which
 * the popup loads late.
 */
export const defaultRetrySeconds = 10;
