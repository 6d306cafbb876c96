import type { IDBPDatabase } from 'idb';

/**
 * The opened database; null where the browser refuses every one, as Firefox does that never remembers history
 * (`browser.privatebrowsing.autostart`; measured with 153).
 */
export const unlessRefused = async <Schema>(
  open: () => Promise<IDBPDatabase<Schema>>,
): Promise<IDBPDatabase<Schema> | null> => {
  try {
    return await open();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') return null;
    throw error;
  }
};
