import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { interrupted } from '../failures/failures.ts';
import { type Attempt, attempt, type Journal, type Settled } from './attempt.ts';

interface Schema extends DBSchema {
  attempts: {
    key: string;
    value: Attempt;
    indexes: { createdAt: number; shortLink: string; state: Attempt['state'] };
  };
}

const database = 'waylark-history';

/** Milliseconds after which an outcome that nobody saw is history and no longer news. */
const newsLife = 24 * 3600 * 1000;

/** Opens the database; `lost` is called when the browser closes it on its own or somebody wants it gone. */
const open = (lost: () => void): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(database, 1, {
    terminated: lost,
    blocking(_current, _wanted, event) {
      if (event.target instanceof IDBDatabase) event.target.close();
      lost();
    },
    upgrade(db) {
      const attempts = db.createObjectStore('attempts', { keyPath: 'id' });
      for (const field of ['createdAt', 'shortLink', 'state'] as const) attempts.createIndex(field, field);
    },
  });

const parse = (value: unknown): Attempt | null => attempt.safeParse(value).data ?? null;

/** The newest of the recent attempts whose outcome nobody was told. */
const newestUnshown = async (db: IDBPDatabase<Schema>, since: number): Promise<Attempt | null> => {
  const recent = IDBKeyRange.lowerBound(since);
  const index = db.transaction('attempts').store.index('createdAt');
  for await (const cursor of index.iterate(recent, 'prev')) {
    const found = parse(cursor.value);
    if (found && !found.shown) return found;
  }
  return null;
};

/** Changes stored attempts in one durable transaction; what no longer parses is left as it is. */
const change = async (
  db: IDBPDatabase<Schema>,
  id: string,
  next: (found: Attempt) => Attempt,
): Promise<void> => {
  const transaction = db.transaction('attempts', 'readwrite', { durability: 'strict' });
  const found = parse(await transaction.store.get(id));
  if (found) await transaction.store.put(next(found));
  await transaction.done;
};

const interruptAll = async (db: IDBPDatabase<Schema>): Promise<void> => {
  const transaction = db.transaction('attempts', 'readwrite', { durability: 'strict' });
  for await (const cursor of transaction.store.index('state').iterate('sending')) {
    await cursor.update({ ...cursor.value, state: 'unknown', failure: interrupted });
  }
  await transaction.done;
};

/** The history in IndexedDB. Opened by the background only; every method may reject where the disk refuses. */
export const openJournal = (now: () => number = Date.now): Journal => {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const db = (): Promise<IDBPDatabase<Schema>> => {
    const lost = (): void => {
      opened = null;
    };
    opened ??= open(lost).catch((error: unknown) => {
      lost();
      throw error;
    });
    return opened;
  };
  return {
    async begin(entry) {
      const transaction = (await db()).transaction('attempts', 'readwrite', { durability: 'strict' });
      await Promise.all([transaction.store.add(entry), transaction.done]);
    },
    settle: async (id: string, settled: Settled) =>
      change(await db(), id, (found) => ({ ...found, ...settled })),
    show: async (id) => change(await db(), id, (found) => ({ ...found, shown: true })),
    unshown: async () => newestUnshown(await db(), now() - newsLife),
    hasShortLink: async (address) =>
      (await (await db()).countFromIndex('attempts', 'shortLink', address)) > 0,
    interrupt: async () => interruptAll(await db()),
  };
};
