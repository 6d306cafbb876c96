import { unwrap } from 'idb';
import { durations } from '../validity/validity.ts';
import { noExpiry } from '../validity/contract.ts';
import { interrupted } from '../failures/interrupted.ts';
import { digest } from '../characters/digest.ts';
import { type Attempt, type AttemptUpdate, isImported, type Journal } from './types.ts';
import {
  createDatabase,
  createRecentCopies,
  type Database,
  newestOf,
  type HistoryChange,
  openChangeFeed,
  parseAll,
} from './database.ts';
import { readByKey, readIds, readNewestInParts } from './reading.ts';
import { sessionItem, type StoredItem } from '../storage/storage.ts';
import * as z from 'zod/mini';
import { serialQueue } from '../async/async.ts';

/** Unix seconds, both excluded. */
interface TimeRange {
  after: number;
  before: number;
}

/** After this time, an unseen outcome is no longer reported. */
const reportLimitMs = durations.day * 1000;

/** The number of recent attempts that are searched for an unseen outcome: shortening many tabs creates hundreds. */
const maxSearched = 25;

/** The attempts with this value in the index that were not imported. */
const findBy = async (db: Database, index: 'link' | 'shortLink', value: string): Promise<Attempt[]> =>
  (await readByKey(db, value, index)).filter((found) => !isImported(found));

const findUnacknowledged = async (db: Database, since: number): Promise<Attempt | null> => {
  const range = IDBKeyRange.lowerBound([since]);
  const recent = await newestOf(db, { index: 'createdHere', count: maxSearched, range });
  return recent.find(({ shown }) => !shown) ?? null;
};

const rangeOf = ({ after, before }: TimeRange): IDBKeyRange => IDBKeyRange.bound(after, before, true, true);

const activeRange = (account: string, after: number): IDBKeyRange =>
  IDBKeyRange.bound([account, after], [account, Infinity], true);

/** Changes a stored attempt in one durable transaction; an attempt that no longer parses stays as it is. */
const changeAttempt = async (db: Database, id: string, next: (found: Attempt) => Attempt): Promise<void> => {
  const transaction = db.transaction('attempts', 'readwrite', { durability: 'strict' });
  const [found] = parseAll(await readIds(unwrap(transaction.store), [id]));
  if (found) await transaction.store.put(next(found));
  await transaction.done;
};

/** An attempt whose worker has stopped: what was "sending" is "unknown". */
const interruptedAttempt = (attempt: Attempt): Attempt => {
  const { state, change } = attempt;
  return {
    ...attempt,
    ...(state === 'sending' && { state: 'unknown', failure: interrupted }),
    ...(change?.state === 'sending' && { change: { ...change, state: 'unknown', failure: interrupted } }),
  };
};

/** Changes every "sending" attempt or change to "unknown". Resolves with whether there were any. */
const markPendingAsUnknown = async (db: Database): Promise<boolean> => {
  let isChanged = false;
  const transaction = db.transaction('attempts', 'readwrite', { durability: 'strict' });
  for (const index of ['state', 'changeState'] as const)
    for await (const cursor of transaction.store.index(index).iterate('sending')) {
      await cursor.update(interruptedAttempt(cursor.value));
      isChanged = true;
    }
  await transaction.done;
  return isChanged;
};

/**
 * The history as the background uses it, which records attempts before they are sent; the page for a batch of tabs only
 * searches it. The page of the history has its own access (history.ts). Every method may reject if a write fails.
 */
export const openJournal = (now: () => number = Date.now) => {
  const db = createDatabase();
  let feed: BroadcastChannel | undefined;
  const announce = (changed: HistoryChange): void => (feed ??= openChangeFeed()).postMessage(changed);
  const copies = createRecentCopies(db);
  const changeOne = async (id: string, next: (found: Attempt) => Attempt): Promise<void> => {
    await changeAttempt(await db(), id, next);
    announce([id]);
  };
  const journal: Journal = {
    async begin(entry) {
      const stores = (await db()).transaction(['attempts', 'begun'], 'readwrite', { durability: 'strict' });
      const writes = [stores.objectStore('attempts').add(entry)];
      // Only the page of a job shows an attempt from its beginning.
      if (entry.shown) writes.push(stores.objectStore('begun').put(true, entry.id));
      await Promise.all([...writes, stores.done]);
      announce([entry.id]);
    },
    async settle(id, update) {
      await changeOne(id, (found) => ({ ...found, ...update }));
      void copies.soon();
    },
    async remove(id) {
      const stores = (await db()).transaction(['attempts', 'begun'], 'readwrite', { durability: 'strict' });
      const attempts = stores.objectStore('attempts');
      const [found] = (await readIds(unwrap(attempts), [id])) as Attempt[];
      if (found?.state !== 'sending')
        await Promise.all([attempts.delete(id), stores.objectStore('begun').delete(id)]);
      await stores.done;
      announce([id]);
      void copies.now();
    },
    acknowledge: (id) => changeOne(id, (found) => ({ ...found, shown: true })),
    newestUnacknowledged: async () => findUnacknowledged(await db(), now() - reportLimitMs),
    hasShortLink: async (address) => (await findBy(await db(), 'shortLink', address)).length > 0,
    find: async (id) => (await readByKey(await db(), id))[0] ?? null,
    findByShortLink: async (shortLink) => readByKey(await db(), shortLink, 'shortLink'),
    findByLink: async (link) => findBy(await db(), 'link', link),
    newest: async (count) => newestOf(await db(), { index: 'createdHere', count }),
    async markPendingAsUnknown() {
      if (await markPendingAsUnknown(await db())) announce(null);
    },
    beginJob: async (id) => void (await (await db()).put('begun', true, id)),
    begunByJobs: async () => new Set(await (await db()).getAllKeys('begun')),
    async clearBegun(others) {
      const { store, done } = (await db()).transaction('begun', 'readwrite');
      const removed = (await store.getAllKeys()).filter((id) => !others.has(id));
      await Promise.all([...removed.map((id) => store.delete(id)), done]);
    },
  };
  return {
    ...journal,
    /** Adds links that were created elsewhere, in one durable transaction. */
    async add(entries: readonly Attempt[]): Promise<void> {
      const { store, done } = (await db()).transaction('attempts', 'readwrite', { durability: 'strict' });
      await Promise.all([...entries.map((entry) => store.add(entry)), done]);
      announce(null);
      void copies.soon();
    },
    /** Changes attempts in one durable transaction: `next` is called with each stored attempt; null leaves it unchanged. */
    async update(ids: readonly string[], next: (found: Attempt) => AttemptUpdate | null): Promise<void> {
      const { store, done } = (await db()).transaction('attempts', 'readwrite', { durability: 'strict' });
      const changed = parseAll(await readIds(unwrap(store), ids)).flatMap((found) => {
        const update = next(found);
        return update ? [{ ...found, ...update }] : [];
      });
      await Promise.all([...changed.map((each) => store.put(each)), done]);
      if (changed.length > 0) announce(changed.map(({ id }) => id));
      void copies.soon();
    },
    /** What was created here, the newest first, in parts that are read one after the other. */
    async *newestInParts(): AsyncGenerator<Attempt[]> {
      yield* readNewestInParts(await db());
    },
    /** Links that expire within this time, the first to expire first. */
    expiringBetween: async (range: TimeRange): Promise<Attempt[]> =>
      readByKey(await db(), rangeOf(range), 'expiresAt'),
    /** The number of links that expire within this time, at most `limit`: the browser reads the key of each. */
    countExpiring: async (range: TimeRange, limit: number): Promise<number> =>
      (await (await db()).getAllKeysFromIndex('attempts', 'expiresAt', rangeOf(range), limit)).length,
    /** The first time after this one at which a link expires, in Unix seconds; null if there is none. */
    async expiryAfter(atSeconds: number): Promise<number | null> {
      const index = (await db()).transaction('attempts').store.index('expiresAt');
      const next = await index.openKeyCursor(rangeOf({ after: atSeconds, before: noExpiry }));
      return next?.key ?? null;
    },
    /** The links of an account that expire after a time, the first to expire first. */
    active: async (account: string, afterSeconds: number): Promise<Attempt[]> =>
      readByKey(await db(), activeRange(account, afterSeconds), 'accountExpiry'),
    /** How many links of an account expire after a time and were not moved, at most `most`. */
    async countActive(account: string, afterSeconds: number, most: number): Promise<number> {
      const index = (await db()).transaction('attempts').store.index('accountExpiry');
      let count = 0;
      for await (const { value } of index.iterate(activeRange(account, afterSeconds))) {
        if (count >= most) break;
        if (value.movedTo?.shortLink === undefined) count += 1;
      }
      return count;
    },
  };
};

export type HistoryJournal = ReturnType<typeof openJournal>;

/**
 * The journal of private windows: stored in memory only (`storage.session`), with one write after another. Digests of the
 * addresses and short links stay after `clear`, so that `matcher` still recognizes them. Entries are stored without a schema:
 * each is parsed on its own, so that one damaged entry does not affect the others.
 */
export const createPrivateJournal = (stored: StoredItem<unknown[]>, digests: StoredItem<string[]>) => {
  const enqueue = serialQueue();
  const readDigests = async (): Promise<Set<string>> => new Set(await digests.read());
  const remember = (address: string): Promise<void> =>
    enqueue(async () => digests.write([...(await readDigests()).add(await digest(address))]));
  const read = async (): Promise<Attempt[]> => parseAll((await stored.read()) ?? []);
  const update = (next: (entries: Attempt[]) => Attempt[]): Promise<void> =>
    enqueue(async () => stored.write(next(await read())));
  const change = (matches: (entry: Attempt) => boolean, patch: Partial<Attempt>): Promise<void> =>
    update((entries) => entries.map((entry) => (matches(entry) ? { ...entry, ...patch } : entry)));
  const journal: Journal = {
    async begin(entry) {
      await remember(entry.link);
      await update((entries) => {
        if (entries.some(({ id }) => id === entry.id)) throw new Error('An entry with this id exists.');
        return [...entries, entry];
      });
    },
    async settle(id, settled) {
      // The digests are stored even if the window is closed by now and the entry removed.
      for (const address of [settled.shortLink, settled.link])
        if (address !== undefined) await remember(address);
      await change((entry) => entry.id === id, settled);
    },
    remove: (id) => update((entries) => entries.filter((entry) => entry.id !== id)),
    acknowledge: (id) => change((entry) => entry.id === id, { shown: true }),
    newestUnacknowledged: async () => (await read()).findLast((entry) => !entry.shown) ?? null,
    find: async (id) => (await read()).find((entry) => entry.id === id) ?? null,
    findByShortLink: async (shortLink) => (await read()).filter((entry) => entry.shortLink === shortLink),
    findByLink: async (link) => (await read()).filter((entry) => entry.link === link),
    newest: async (count) => (await read()).slice(-count).reverse(),
    hasShortLink: async (address) => (await read()).some((entry) => entry.shortLink === address),
    markPendingAsUnknown: () => update((entries) => entries.map(interruptedAttempt)),
    // Its entries are removed together with its jobs only.
    beginJob: () => Promise.resolve(),
    begunByJobs: () => Promise.resolve(new Set()),
    clearBegun: () => Promise.resolve(),
  };
  return {
    ...journal,
    /** Removes every entry, after the last private window was closed. */
    clear: (): Promise<void> => update(() => []),
    /**
     * A function that recognizes the addresses and the short links that private windows have used since `storage.session` began,
     * closed windows included.
     */
    async matcher(): Promise<(address: string) => Promise<boolean>> {
      const known = await readDigests();
      return async (address) => known.has(await digest(address));
    },
  };
};

export type PrivateJournal = ReturnType<typeof createPrivateJournal>;

export const openPrivateJournal = (): PrivateJournal =>
  createPrivateJournal(
    sessionItem('private-attempts', z.array(z.unknown())),
    sessionItem('private-digests', z.array(z.string())),
  );
