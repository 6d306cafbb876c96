import * as z from 'zod/mini';
import { type Attempt, isNewer } from './contract.ts';
import { createDatabase, type Database, newestOf, parseAll } from './database.ts';
import { readEntry } from './import.ts';
import { type News, openNews } from './change-feed.ts';

/** Entries that are read or written at once: small enough that a page stays usable meanwhile. */
const portion = 2000;
/** Beyond as many, those who listen read everything again. */
const mostNews = 100;

/** How an import ended. */
export interface Taken {
  /** Entries that are new in the history. */
  taken: number;
  /** Those that were there, and stay as they were. */
  there: number;
  /** Those that are no entries. */
  leftOut: number;
  /** The disk took no more. */
  isFull: boolean;
}

/** The history as its own page reads and changes it. Every method may reject where the disk refuses. */
export interface History {
  newest(count: number): Promise<Attempt[]>;
  /** Everything, in no order. */
  all(): Promise<Attempt[]>;
  /** Those of the ids that are there. */
  find(ids: readonly string[]): Promise<Attempt[]>;
  /** Forgets all of them or none, and resolves with what was stored. What is being sent is not forgotten. */
  forget(ids: readonly string[]): Promise<unknown[]>;
  /** The same for all that there is. */
  clear(): Promise<unknown[]>;
  /** Puts back what was forgotten: all or nothing. What is there meanwhile stays as it is. */
  restore(forgotten: readonly unknown[]): Promise<void>;
  /** Takes the entries of a file, as many as the disk takes; what is there stays as it is. */
  take(links: readonly unknown[]): Promise<Taken>;
  /** Calls back when another context has written. */
  listen(heard: (news: News) => void): void;
}

const news = z.nullable(z.array(z.string()));

const readAll = async (db: Database): Promise<Attempt[]> => {
  const all: Attempt[] = [];
  let after: IDBKeyRange | null = null;
  for (;;) {
    const values = await db.getAll('attempts', after, portion);
    const last = values.at(-1);
    all.push(...parseAll(values));
    if (values.length < portion || !last) return all;
    after = IDBKeyRange.lowerBound(last.id, true);
  }
};

const isOver = ({ state }: Attempt): boolean => state !== 'sending';

const forgetSome = async (db: Database, ids: readonly string[]): Promise<Attempt[]> => {
  const { store, done } = db.transaction('attempts', 'readwrite', { durability: 'strict' });
  const found = await Promise.all(ids.map((id) => store.get(id)));
  const over = found.filter((each) => each !== undefined).filter(isOver);
  await Promise.all([...over.map(({ id }) => store.delete(id)), done]);
  return over;
};

const forgetAll = async (db: Database): Promise<Attempt[]> => {
  const { store, done } = db.transaction('attempts', 'readwrite', { durability: 'strict' });
  const all = await store.getAll();
  const sending = all.filter((each) => !isOver(each));
  await Promise.all([store.clear(), ...sending.map((each) => store.add(each)), done]);
  return all.filter(isOver);
};

/** Adds those that are not there, all or none; resolves with how many that were. */
const addMissing = async (db: Database, entries: readonly Attempt[]): Promise<number> => {
  const { store, done } = db.transaction('attempts', 'readwrite', { durability: 'strict' });
  const distinct = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  const keys = await Promise.all(distinct.map(({ id }) => store.getKey(id)));
  const missing = distinct.filter((_, at) => keys[at] === undefined);
  await Promise.all([...missing.map((entry) => store.add(entry)), done]);
  return missing.length;
};

const takeAll = async (db: Database, links: readonly unknown[]): Promise<Taken> => {
  const sum: Taken = { taken: 0, there: 0, leftOut: 0, isFull: false };
  for (let at = 0; at < links.length; at += portion) {
    const values = links.slice(at, at + portion);
    const entries = values.flatMap((value) => readEntry(value, Date.now()) ?? []);
    sum.leftOut += values.length - entries.length;
    try {
      const added = await addMissing(db, entries);
      sum.taken += added;
      sum.there += entries.length - added;
    } catch {
      return { ...sum, isFull: true };
    }
  }
  return sum;
};

/** Opens the history when it is first needed, and says what it writes to whoever listens. */
export const openHistory = (): History => {
  const db = createDatabase();
  const channel = openNews();
  const tell = (ids: string[]): void => channel.postMessage(ids.length > mostNews ? null : ids);
  const forgotten = (entries: Attempt[]): Attempt[] => {
    tell(entries.map(({ id }) => id));
    return entries;
  };
  return {
    newest: async (count) => newestOf(await db(), count),
    all: async () => readAll(await db()),
    async find(ids) {
      const opened = await db();
      return parseAll(await Promise.all(ids.map((id) => opened.get('attempts', id))));
    },
    forget: async (ids) => forgotten(await forgetSome(await db(), ids)),
    clear: async () => forgotten(await forgetAll(await db())),
    async restore(entries) {
      // They are what `forget` gave: stored once, whatever they are.
      const stored = entries as readonly Attempt[];
      await addMissing(await db(), stored);
      tell(stored.map(({ id }) => id));
    },
    async take(links) {
      const ended = await takeAll(await db(), links);
      if (ended.taken > 0) channel.postMessage(null);
      return ended;
    },
    listen(heard) {
      channel.onmessage = ({ data }) => {
        const parsed = news.safeParse(data);
        if (parsed.success) heard(parsed.data);
      };
    },
  };
};

/** Why the history cannot be shown. */
export type Trouble = 'newer' | 'unreadable' | 'private';

export const troubleOf = (error: unknown): Trouble => (isNewer(error) ? 'newer' : 'unreadable');
