/* Functions that run in a page of the extension; each is sent there as its source, so it uses nothing from outside. */

/** Deletes a database; resolves also if it does not exist. */
export function deleteIn(view: Window & typeof globalThis, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deletion = view.indexedDB.deleteDatabase(name);
    deletion.onsuccess = () => resolve();
    deletion.onerror = () => reject(new Error('The database stays'));
  });
}

/** Replaces a database by an empty one of that version, which has no tables. */
export function createIn(view: Window & typeof globalThis, name: string, version: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const replace = (): void => {
      view.indexedDB.deleteDatabase(name);
      const opening = view.indexedDB.open(name, version);
      opening.onsuccess = () => {
        const { length } = opening.result.objectStoreNames;
        opening.result.close();
        // The background may have created its own between the deletion and the opening.
        if (length > 0) replace();
        else resolve();
      };
      opening.onerror = () => reject(new Error('The database does not open'));
    };
    replace();
  });
}
