import { logError } from '../errors/error-log.ts';
import { isNewerDatabase } from '../failures/database.ts';
import { deleteDB, openDB, unwrap } from 'idb';
import * as z from 'zod/mini';
import { advanced } from '../api/contract.ts';
import { hue, offeredFirst } from '../settings/connection-fields.ts';
import { resultOf } from '../storage/result-of.ts';

/** A saved connection. It holds the key, so it never leaves the background. */
const account = z.lazy(() =>
  z.object({
    /** Stays the same while address and SecretID stay the same. */
    id: z.string(),
    /** New with every save: a token is bound to it. */
    revision: z.string(),
    /** What the person calls it; empty: its host stands for it. */
    name: z.string(),
    hue,
    /** The validity to offer for it first; missing: as the settings say. */
    validity: z.optional(offeredFirst),
    /** Accounts are ordered by it; the default account has the lowest. */
    position: z.number(),
    /** Base address with its version segment and no slash at its end; the slash of a base without a path stays. */
    address: z.string(),
    secretId: z.string(),
    secretKey: z.string(),
    /** Address of a short link with `{linkID}` in it; null follows the service address. */
    template: z.nullable(z.string()),
    /** Missing if nothing is set. */
    advanced: z.optional(advanced),
  }),
);

export interface Account extends z.infer<typeof account> {
  /** An organisation's policy sets it: it is not stored. */
  isLocked?: true;
}

export interface AccountStore {
  /** The usable accounts, the default one first. */
  list(): Promise<Account[]>;
  /** Saves an account, in place of the one with the id `replaced`. */
  save(account: Account, replaced?: string): Promise<void>;
  remove(id: string): Promise<void>;
  makeDefault(id: string): Promise<void>;
}

/** The fields by which the service identifies an account. */
type Identity = Pick<Account, 'address' | 'secretId'>;

export const isSameAccount = (one: Identity, other: Identity): boolean =>
  one.address === other.address && one.secretId === other.secretId;

const database = 'waylark-account';
const store = 'account';

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

const byPosition = (a: Account, b: Account): number => a.position - b.position;

const readAll = async (accounts: IDBObjectStore): Promise<Account[]> => {
  const stored: unknown[] = await resultOf(accounts.getAll());
  return stored.flatMap((each) => account.safeParse(each).data ?? []).toSorted(byPosition);
};

/**
 * The accounts in the extension's own IndexedDB: content scripts can read `storage.local` in Firefox, but no other
 * origin's databases in either browser.
 */
export const openAccountStore = (): AccountStore & { erase(): Promise<void> } => ({
  list: () => withDatabase((db) => readAll(unwrap(db.transaction(store).store))),
  save: (next, replaced = next.id) =>
    withDatabase(async (db) => {
      const transaction = db.transaction(store, 'readwrite');
      await transaction.store.delete(replaced);
      await Promise.all([transaction.store.put(next, next.id), transaction.done]);
    }),
  remove: (id) => withDatabase((db) => db.delete(store, id)),
  makeDefault: (id) =>
    withDatabase(async (db) => {
      const transaction = db.transaction(store, 'readwrite');
      const accounts = await readAll(unwrap(transaction.store));
      const isChosen = (each: Account): boolean => each.id === id;
      const ordered = [...accounts.filter(isChosen), ...accounts.filter((each) => !isChosen(each))];
      // An organisation's accounts have position 0, and -1 comes before them. If none here is chosen, one of them becomes the default.
      const first = accounts.some(isChosen) ? -1 : 0;
      const puts = ordered.map((each, index) =>
        transaction.store.put({ ...each, position: first + index }, each.id),
      );
      await Promise.all([...puts, transaction.done]);
    }),
  async erase() {
    // A database that is damaged, or that a newer version has written, is removed as a whole.
    await withDatabase((db) => db.clear(store)).catch((error: unknown) => {
      logError(error);
      return deleteDB(database);
    });
  },
});

/** The reason of a failure if the account cannot be read. */
export const unreadableReason = (error: unknown): 'account-newer' | 'account-unreadable' =>
  isNewerDatabase(error) ? 'account-newer' : 'account-unreadable';
