/** The IndexedDB database of the history. Every version of the extension opens it when its background starts. */
export const historyDatabase = 'waylark-history';

/** What is read of an entry; one that was imported has no account. */
interface Stored {
  account?: unknown;
}

/**
 * Whether there is an attempt to shorten this address, in a window that is not private; no imported entry is one. It reads
 * the database without the library and the schemas of the history, which would be too large for the popup, and it never
 * creates the database.
 */
export const isInHistory = (link: string): Promise<boolean> =>
  new Promise((resolve) => {
    const opening = indexedDB.open(historyDatabase);
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      const database = opening.result;
      try {
        const finding = database.transaction('attempts').objectStore('attempts').index('link').getAll(link);
        finding.onsuccess = () =>
          resolve(finding.result.some((found: Stored) => found.account !== undefined));
        finding.onerror = () => resolve(false);
      } catch {
        // The database has the format of an older version, which the background is about to upgrade.
        resolve(false);
      }
      // The browser closes it as soon as the transaction has ended.
      database.close();
    };
  });
