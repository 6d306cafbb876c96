import { openDB } from 'idb';
import { account, type Vault } from './account.ts';

const database = 'waylark-account';
const store = 'account';
const only = 'current';

/**
 * The account in the extension's own IndexedDB: content scripts can read `storage.local` in Firefox, but no other
 * origin's databases in either browser.
 */
export const openVault = (): Vault & { erase(): Promise<void> } => {
  const open = () => openDB(database, 1, { upgrade: (db) => void db.createObjectStore(store) });
  return {
    async read() {
      const db = await open();
      const found = account.safeParse(await db.get(store, only));
      db.close();
      return found.success ? found.data : null;
    },
    async save(next) {
      const db = await open();
      await db.put(store, next, only);
      db.close();
    },
    async erase() {
      const db = await open();
      await db.clear(store);
      db.close();
    },
  };
};
