const isNamed = (error: unknown, name: string): boolean =>
  error instanceof DOMException && error.name === name;

/** Whether a database could not be opened because a newer version of the extension has written it. */
export const isNewerDatabase = (error: unknown): boolean => isNamed(error, 'VersionError');

/**
 * Whether the browser reports damage, or another failure of its own, in a database that it opened: Firefox 153 does for the
 * requests that touch damaged pages of its file (measured).
 */
export const isDamagedDatabase = (error: unknown): boolean => isNamed(error, 'UnknownError');

/** Whether a database refused a change because the disk is full. */
export const isFullDisk = (error: unknown): boolean => isNamed(error, 'QuotaExceededError');

/** Whether a database could not be opened in time because another context blocks it. */
export const isBlockedDatabase = (error: unknown): boolean => isNamed(error, 'TimeoutError');
