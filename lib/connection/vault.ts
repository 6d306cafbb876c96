import { openDB } from 'idb';
import * as z from 'zod/mini';
import { account, type Vault } from './account.ts';
import { credentialStyles } from '../api/contract.ts';

const database = 'waylark-account';
const store = 'account';
/** Key of the account. */
const current = 'current';
/** Key of the credential style that worked last. */
const lastStyle = 'style';

/** The credential style that worked, and the id of the account that it worked for. */
const storedStyle = z.object({ id: z.string(), style: z.enum(credentialStyles) });

/**
 * The account in the extension's own IndexedDB: content scripts can read `storage.local` in Firefox, but no other
 * origin's databases in either browser.
 */
export const openVault = (): Vault & { erase(): Promise<void> } => {
  const open = () => openDB(database, 1, { upgrade: (db) => void db.createObjectStore(store) });
  const get = async (key: string): Promise<unknown> => {
    const db = await open();
    const found: unknown = await db.get(store, key);
    db.close();
    return found;
  };
  const put = async (key: string, value: unknown): Promise<void> => {
    const db = await open();
    await db.put(store, value, key);
    db.close();
  };
  return {
    async read() {
      const found = account.safeParse(await get(current));
      return found.success ? found.data : null;
    },
    async save(next, style) {
      const db = await open();
      const writing = db.transaction(store, 'readwrite');
      await Promise.all([
        writing.store.put(next, current),
        writing.store.put({ id: next.id, style }, lastStyle),
        writing.done,
      ]);
      db.close();
    },
    async style({ id }) {
      const found = storedStyle.safeParse(await get(lastStyle));
      return found.success && found.data.id === id ? found.data.style : null;
    },
    saveStyle: ({ id }, style) => put(lastStyle, { id, style }),
    async erase() {
      const db = await open();
      await db.clear(store);
      db.close();
    },
  };
};
