/**
 * Whether something was ever to be shortened from this address, in a window that is not private. Asks the database
 * without the library and the schemas of the history, which would be too much for the popup; it never makes one.
 */
export const isInHistory = (link: string): Promise<boolean> =>
  new Promise((resolve) => {
    const opening = indexedDB.open('waylark-history');
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      const database = opening.result;
      try {
        const counting = database.transaction('attempts').objectStore('attempts').index('link').count(link);
        counting.onsuccess = () => resolve(counting.result > 0);
        counting.onerror = () => resolve(false);
      } catch {
        // Written by an older version, which the background is about to renew.
        resolve(false);
      }
      // Once nothing is read any more.
      database.close();
    };
  });
