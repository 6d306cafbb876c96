/** Characters of the longest address that is sent and accepted. */
export const longestLink = 32_768;

/** Characters of the longest page title that is sent, stored or imported. */
export const longestTitle = 1000;

/** The identifier of a short link that a person chooses; also the `pattern` of a field, which reads it with the flag v. */
export const endingPattern = /^(\w|-){3,64}$/;

export const maxOpenLimit = 1000;

/** Whether a host, as `URL` writes it, is this computer. */
export const isLoopback = (hostname: string): boolean =>
  /^(127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|(.+\.)?localhost)$/.test(hostname);

/**
 * Why an address may not be meant for others: it works on this computer or network only, or it contains a credential or a
 * user name.
 */
export const urlWarnings = ['loopback', 'private-network', 'secret', 'user-name'] as const;

export type UrlWarning = (typeof urlWarnings)[number];
