const isNamed = (error: unknown, name: string): boolean =>
  error instanceof DOMException && error.name === name;

/** Whether a database could not be opened because a newer version of the extension has written it. */
export const isNewerDatabase = (error: unknown): boolean => isNamed(error, 'VersionError');

/** Whether a database could not be opened in time because another context blocks it. */
export const isBlockedDatabase = (error: unknown): boolean => isNamed(error, 'TimeoutError');
