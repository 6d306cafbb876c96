import { noteError } from '../errors/noted-errors.ts';
import { isNewerDatabase } from '../failures/database.ts';
import { deleteDB, openDB } from 'idb';
import * as z from 'zod/mini';
import { advanced } from '../api/contract.ts';

/** A saved connection. It holds the key, so it never leaves the background. */
const account = z.object({
  /** Stays the same while address and SecretID stay the same. */
  id: z.string(),
  /** New with every save: a token is bound to it. */
  revision: z.string(),
  /** Base address with its version segment and no slash at its end; the slash of a base without a path stays. */
  address: z.string(),
  secretId: z.string(),
  secretKey: z.string(),
  /** Address of a short link with `{linkID}` in it; null follows the service address. */
  template: z.nullable(z.string()),
  /** Missing if nothing is set. */
  advanced: z.optional(advanced),
});

export type Account = z.infer<typeof account>;

export interface AccountStore {
  /** Null when no usable account is stored. */
  read(): Promise<Account | null>;
  save(account: Account): Promise<void>;
}

const database = 'waylark-account';
const store = 'account';
/** Key of the account. */
const current = 'current';

const open = () => openDB(database, 1, { upgrade: (db) => void db.createObjectStore(store) });

type Database = Awaited<ReturnType<typeof open>>;

/** Closes the database also if it is damaged: an open connection would keep it from being deleted. */
const withDatabase = async <Result>(act: (db: Database) => Promise<Result>): Promise<Result> => {
  const db = await open();
  try {
    return await act(db);
  } finally {
    db.close();
  }
};

/**
 * The account in the extension's own IndexedDB: content scripts can read `storage.local` in Firefox, but no other
 * origin's databases in either browser.
 */
export const openAccountStore = (): AccountStore & { erase(): Promise<void> } => ({
  async read() {
    const found = account.safeParse(await withDatabase((db) => db.get(store, current)));
    return found.success ? found.data : null;
  },
  save: (next) => withDatabase(async (db) => void (await db.put(store, next, current))),
  async erase() {
    // A database that is damaged, or that a newer version has written, is removed as a whole.
    await withDatabase((db) => db.clear(store)).catch((error: unknown) => {
      noteError(error);
      return deleteDB(database);
    });
  },
});

/** The reason of a failure if the account cannot be read. */
export const unreadableReason = (error: unknown): 'account-newer' | 'account-unreadable' =>
  isNewerDatabase(error) ? 'account-newer' : 'account-unreadable';
