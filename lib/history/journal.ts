import { interrupted } from '../failures/contract.ts';
import type { Attempt, Journal, Settled } from './contract.ts';
import { createDatabase, type Database, newestOf, parse, parseAll } from './database.ts';
import type { Endings } from './expiry-reminder.ts';
import { openNews } from './change-feed.ts';

/** Milliseconds after which an outcome that nobody saw is history and no longer news. */
const newsLife = 24 * 3600 * 1000;

/** Recent attempts that are looked at for one that nobody was told of: a run over many tabs makes hundreds. */
const mostLookedAt = 25;

const newestUnshown = async (db: Database, since: number): Promise<Attempt | null> => {
  const recent = await newestOf(db, mostLookedAt, IDBKeyRange.lowerBound(since));
  return recent.find(({ shown }) => !shown) ?? null;
};

/** Changes stored attempts in one durable transaction; what no longer parses is left as it is. */
const change = async (db: Database, id: string, next: (found: Attempt) => Attempt): Promise<void> => {
  const transaction = db.transaction('attempts', 'readwrite', { durability: 'strict' });
  const found = parse(await transaction.store.get(id));
  if (found) await transaction.store.put(next(found));
  await transaction.done;
};

/** Resolves with whether there were any. */
const interruptAll = async (db: Database): Promise<boolean> => {
  let isChanged = false;
  const transaction = db.transaction('attempts', 'readwrite', { durability: 'strict' });
  for await (const cursor of transaction.store.index('state').iterate('sending')) {
    await cursor.update({ ...cursor.value, state: 'unknown', failure: interrupted });
    isChanged = true;
  }
  await transaction.done;
  return isChanged;
};

/** The history in IndexedDB. Opened by the background only; every method may reject where the disk refuses. */
export const openJournal = (now: () => number = Date.now): Journal & Endings => {
  const db = createDatabase();
  const news = openNews();
  const changeOne = async (id: string, next: (found: Attempt) => Attempt): Promise<void> => {
    await change(await db(), id, next);
    news.postMessage([id]);
  };
  return {
    async begin(entry) {
      const transaction = (await db()).transaction('attempts', 'readwrite', { durability: 'strict' });
      await Promise.all([transaction.store.add(entry), transaction.done]);
      news.postMessage([entry.id]);
    },
    settle: (id: string, settled: Settled) => changeOne(id, (found) => ({ ...found, ...settled })),
    show: (id) => changeOne(id, (found) => ({ ...found, shown: true })),
    unshown: async () => newestUnshown(await db(), now() - newsLife),
    hasShortLink: async (address) =>
      (await (await db()).countFromIndex('attempts', 'shortLink', address)) > 0,
    find: async (id) => parse(await (await db()).get('attempts', id)),
    attemptsFor: async (link) => parseAll(await (await db()).getAllFromIndex('attempts', 'link', link)),
    newest: async (count) => newestOf(await db(), count),
    async ending({ after, before }, count) {
      const range = IDBKeyRange.bound(after, before, true, true);
      return parseAll(await (await db()).getAllFromIndex('attempts', 'end', range, count));
    },
    async interrupt() {
      if (await interruptAll(await db())) news.postMessage(null);
    },
  };
};
