import { interrupted } from '../failures/failures.ts';
import type { Attempt, Journal, Settled } from './attempt.ts';
import { createDatabase, type Database, parse, parseAll } from './database.ts';

/** Milliseconds after which an outcome that nobody saw is history and no longer news. */
const newsLife = 24 * 3600 * 1000;

/** The newest of the recent attempts whose outcome nobody was told. */
const newestUnshown = async (db: Database, since: number): Promise<Attempt | null> => {
  const recent = IDBKeyRange.lowerBound(since);
  const index = db.transaction('attempts').store.index('createdAt');
  for await (const cursor of index.iterate(recent, 'prev')) {
    const found = parse(cursor.value);
    if (found && !found.shown) return found;
  }
  return null;
};

const newestOf = async (db: Database, count: number): Promise<Attempt[]> => {
  const found: Attempt[] = [];
  for await (const cursor of db.transaction('attempts').store.index('createdAt').iterate(null, 'prev')) {
    if (found.length === count) break;
    found.push(...parseAll([cursor.value]));
  }
  return found;
};

/** Changes stored attempts in one durable transaction; what no longer parses is left as it is. */
const change = async (db: Database, id: string, next: (found: Attempt) => Attempt): Promise<void> => {
  const transaction = db.transaction('attempts', 'readwrite', { durability: 'strict' });
  const found = parse(await transaction.store.get(id));
  if (found) await transaction.store.put(next(found));
  await transaction.done;
};

const interruptAll = async (db: Database): Promise<void> => {
  const transaction = db.transaction('attempts', 'readwrite', { durability: 'strict' });
  for await (const cursor of transaction.store.index('state').iterate('sending')) {
    await cursor.update({ ...cursor.value, state: 'unknown', failure: interrupted });
  }
  await transaction.done;
};

/** The history in IndexedDB. Opened by the background only; every method may reject where the disk refuses. */
export const openJournal = (now: () => number = Date.now): Journal => {
  const db = createDatabase();
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
    find: async (id) => parse(await (await db()).get('attempts', id)),
    attemptsFor: async (link) => parseAll(await (await db()).getAllFromIndex('attempts', 'link', link)),
    newest: async (count) => newestOf(await db(), count),
    interrupt: async () => interruptAll(await db()),
  };
};
