import { logError } from '../errors/error-log.ts';
import { isNewerDatabase } from '../failures/database.ts';
import { deleteDB, openDB, unwrap } from 'idb';
import * as z from 'zod/mini';
import { advanced } from '../api/contract.ts';
import { hue, offeredFirst } from '../settings/connection-fields.ts';
import { serialQueue } from '../async/async.ts';
import { resultOf } from '../storage/result-of.ts';
import { sessionItem } from '../storage/storage.ts';
import { unlessRefused } from '../storage/unless-refused.ts';

/** A saved connection. It holds the key, so it never leaves the background. */
const account = z.lazy(() =>
  z.object({
    /** A digest of address and SecretID: what names an account that was removed names it once it is added again. */
    id: z.string(),
    /** New with every save: a token is bound to it. */
    revision: z.string(),
    /** What the person calls it; empty: its host stands for it. */
    name: z.string(),
    hue,
    /** The validity to offer for it first; missing: as the settings say. */
    validity: z.optional(offeredFirst),
    /**
     * Accounts are ordered by it; the default account has the lowest. It is negative if the person has chosen that account, so
     * that it comes before those of an organization, which have 0.
     */
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
  /** An organization's policy sets it: it is not stored. */
  isLocked?: true;
}

export interface AccountStore {
  /** The usable accounts, the default one first. */
  list(): Promise<Account[]>;
  /** Saves an account, in place of the one with the id `replaced`. */
  save(account: Account, replaced?: string): Promise<void>;
  remove(id: string): Promise<void>;
}

/** The fields by which the service identifies an account. */
type Identity = Pick<Account, 'address' | 'secretId'>;

export const isSameAccount = (one: Identity, other: Identity): boolean =>
  one.address === other.address && one.secretId === other.secretId;

const database = 'waylark-account';
const store = 'account';

const open = () => openDB(database, 1, { upgrade: (db) => void db.createObjectStore(store) });

type Database = Awaited<ReturnType<typeof open>>;

/** Where the accounts are, by their ids. */
interface StoredAccounts {
  /** Not parsed. */
  all(): Promise<unknown[]>;
  change(changes: { removed?: string; saved?: readonly Account[] }): Promise<void>;
  clear(): Promise<void>;
}

const inDatabase = (db: Database): StoredAccounts => ({
  all: () => resultOf<unknown[]>(unwrap(db.transaction(store).store).getAll()),
  async change({ removed, saved = [] }) {
    const transaction = db.transaction(store, 'readwrite');
    if (removed !== undefined) await transaction.store.delete(removed);
    await Promise.all([...saved.map((each) => transaction.store.put(each, each.id)), transaction.done]);
  },
  clear: () => db.clear(store),
});

/** In `storage.session`, which content scripts reach in neither browser: until the browser is closed. */
const inMemory = (): StoredAccounts => {
  const item = sessionItem('accounts', z.record(z.string(), z.unknown()));
  const read = async (): Promise<Record<string, unknown>> => (await item.read()) ?? {};
  return {
    all: async () => Object.values(await read()),
    async change({ removed, saved = [] }) {
      const others = Object.entries(await read()).filter(([id]) => id !== removed);
      await item.write(Object.fromEntries([...others, ...saved.map((each) => [each.id, each] as const)]));
    },
    clear: () => item.write({}),
  };
};

/** Closes the database also if it is damaged: an open connection would keep it from being deleted. */
const withAccounts = async <Result>(act: (accounts: StoredAccounts) => Promise<Result>): Promise<Result> => {
  const db = await unlessRefused(open);
  try {
    return await act(db ? inDatabase(db) : inMemory());
  } finally {
    db?.close();
  }
};

const byPosition = (a: Account, b: Account): number => a.position - b.position;

const readAll = async (accounts: StoredAccounts): Promise<Account[]> =>
  (await accounts.all()).flatMap((each) => account.safeParse(each).data ?? []).toSorted(byPosition);

/**
 * The accounts in the extension's own IndexedDB: content scripts can read `storage.local` in Firefox, but no other
 * origin's databases in either browser. Where the browser has no databases, they are in memory.
 */
export const openAccountStore = (): AccountStore & { erase(): Promise<void> } => {
  const enqueue = serialQueue();
  return {
    list: () => withAccounts(readAll),
    save: (next, replaced = next.id) =>
      enqueue(() => withAccounts((accounts) => accounts.change({ removed: replaced, saved: [next] }))),
    remove: (id) => enqueue(() => withAccounts((accounts) => accounts.change({ removed: id }))),
    erase: () =>
      enqueue(() =>
        // A database that is damaged, or that a newer version has written, is removed as a whole.
        withAccounts((accounts) => accounts.clear()).catch((error: unknown) => {
          logError(error);
          return deleteDB(database);
        }),
      ),
  };
};

/** The reason of a failure if the account cannot be read. */
export const unreadableReason = (error: unknown): 'account-newer' | 'account-unreadable' =>
  isNewerDatabase(error) ? 'account-newer' : 'account-unreadable';
