import { unwrap } from 'idb';
import * as z from 'zod/mini';
import { isDamagedDatabase, isFullDisk, isNewerDatabase } from '../failures/database.ts';
import type { Attempt } from './types.ts';
import {
  createDatabase,
  createRecentCopies,
  type Database,
  deleteHistory,
  type HistoryChange,
  openChangeFeed,
  parseAll,
} from './database.ts';
import { readEntry } from './files.ts';
import { noneIfDamaged, readAttempts, readEntries, readIds, readIntact, readNewestFirst } from './reading.ts';
import type { Entries } from './search.ts';
import { resultOf } from '../storage/result-of.ts';

/** The number of entries that are written at once: few enough that the page stays responsive. */
const chunkSize = 2000;

/** The largest number of ids in one change message; after a larger change, the other contexts read everything again. */
const maxChangedIds = 100;

/** The result of an import, as numbers of entries. */
export interface ImportSummary {
  /** Added to the history. */
  imported: number;
  /** Already in the history, and not changed. */
  existing: number;
  invalid: number;
  /** Why the rest was not added; null if there is no rest. */
  stoppedBy: 'full-disk' | 'other' | null;
}

const historyChange = z.nullable(z.array(z.string()));

const findSome = async (db: Database, ids: readonly string[]): Promise<Attempt[]> =>
  parseAll(await readIds(unwrap(db.transaction('attempts').store), ids));

const isSettled = ({ state }: Attempt): boolean => state !== 'sending';

const removeSome = async (db: Database, ids: readonly string[]): Promise<Attempt[]> => {
  const { store, done } = db.transaction('attempts', 'readwrite', { durability: 'strict' });
  const found = (await readIds(unwrap(store), ids)) as Attempt[];
  const settled = found.filter(isSettled);
  await Promise.all([...settled.map(({ id }) => store.delete(id)), done]);
  return settled;
};

const removeAll = async (db: Database): Promise<Attempt[]> => {
  const { store, done } = db.transaction('attempts', 'readwrite', { durability: 'strict' });
  const all = (await resultOf(unwrap(store).getAll())) as Attempt[];
  const sending = all.filter((each) => !isSettled(each));
  await Promise.all([store.clear(), ...sending.map((each) => store.add(each)), done]);
  return all.filter(isSettled);
};

const ignore = (): void => undefined;

/** Adds the entries that do not exist yet, all of them or none; resolves with their number. */
const addMissing = async (db: Database, entries: readonly Attempt[]): Promise<number> => {
  const { store, done } = db.transaction('attempts', 'readwrite', { durability: 'strict' });
  const distinct = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  const keys = await Promise.all(distinct.map(({ id }) => store.getKey(id)));
  const missing = distinct.filter((_, index) => keys[index] === undefined);
  // If the transaction fails, only it says why: pending requests only report that it was aborted.
  for (const entry of missing) store.add(entry).catch(ignore);
  await done;
  return missing.length;
};

const importAll = async (db: () => Promise<Database>, values: readonly unknown[]): Promise<ImportSummary> => {
  const summary: ImportSummary = { imported: 0, existing: 0, invalid: 0, stoppedBy: null };
  for (let start = 0; start < values.length; start += chunkSize) {
    const chunk = values.slice(start, start + chunkSize);
    const entries = chunk.flatMap((value) => readEntry(value, Date.now()) ?? []);
    summary.invalid += chunk.length - entries.length;
    try {
      const added = await addMissing(await db(), entries);
      summary.imported += added;
      summary.existing += entries.length - added;
    } catch (error) {
      return { ...summary, stoppedBy: isFullDisk(error) ? 'full-disk' : 'other' };
    }
  }
  return summary;
};

/**
 * Opens the history at the first use, as its own page reads and changes it, and announces its changes to the other contexts.
 * Every method may reject if the disk refuses.
 */
export const openHistory = () => {
  const db = createDatabase();
  const channel = openChangeFeed();
  const copies = createRecentCopies(db);
  const announce = async (entries: Attempt[]): Promise<Attempt[]> => {
    const ids = entries.map(({ id }) => id);
    channel.postMessage(ids.length > maxChangedIds ? null : ids);
    await copies.now();
    return entries;
  };
  return {
    /** Opens the database before it is needed; never rejects. */
    prepare: (): Promise<void> => db().then(ignore, ignore),
    /** The newest attempts (this number, or more if several have the same time), and then all of them. */
    newestFirst: async (count: number) => readNewestFirst(await db(), count),
    /** All attempts with their search keys, in no order. */
    entries: async (): Promise<Entries> => readEntries((await db()).transaction('attempts').store),
    /** All attempts, in no order. */
    all: async (): Promise<Attempt[]> => readAttempts(await db()),
    /** The attempts with these ids, without those that do not exist. */
    find: async (ids: readonly string[]): Promise<Attempt[]> => findSome(await db(), ids),
    /** Removes all of them or none, except those that are being sent. Resolves with the stored values that were removed. */
    remove: async (ids: readonly string[]): Promise<unknown[]> => announce(await removeSome(await db(), ids)),
    /** Removes the whole history, as `remove` removes some of it. */
    clear: async (): Promise<unknown[]> => announce(await removeAll(await db())),
    /** Adds removed values again, all of them or none. An entry that exists by now stays as it is. */
    async restore(removed: readonly unknown[]): Promise<void> {
      // These are the values that `remove` returned. They were stored before, so they are not parsed.
      const entries = removed as Attempt[];
      await addMissing(await db(), entries);
      await announce(entries);
    },
    /** Adds the entries of a file, as many as the browser accepts; entries that exist stay as they are. */
    async importEntries(values: readonly unknown[]): Promise<ImportSummary> {
      const summary = await importAll(db, values);
      if (summary.imported > 0) channel.postMessage(null);
      await copies.now();
      return summary;
    },
    /** Replaces a damaged database by a new one, with what can be read and the copies of the newest attempts. */
    async startAgain(): Promise<void> {
      const intact = await db().then(readIntact).catch(noneIfDamaged);
      await deleteHistory();
      await addMissing(await db(), intact);
      channel.postMessage(null);
    },
    /** Calls back when another context has changed the history, until the signal aborts. */
    onChange(changed: (change: HistoryChange) => void, { signal }: { signal: AbortSignal }): void {
      const receive = ({ data }: MessageEvent): void => {
        const parsed = historyChange.safeParse(data);
        if (parsed.success) changed(parsed.data);
      };
      channel.addEventListener('message', receive, { signal });
    },
  };
};

export type History = ReturnType<typeof openHistory>;

/** Why the history cannot be shown. */
export type HistoryProblem = 'newer' | 'damaged' | 'unreadable';

/** The problem behind a rejection of the history. */
export const historyProblemOf = (error: unknown): HistoryProblem => {
  if (isNewerDatabase(error)) return 'newer';
  return isDamagedDatabase(error) ? 'damaged' : 'unreadable';
};
