import { logAndReturn } from '../errors/error-log.ts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Attempt, attempt } from './types.ts';
import { withTimeout } from '../async/timeout.ts';
import * as z from 'zod/mini';
import { localItem } from '../storage/storage.ts';

export const historyDatabase = 'waylark-history';

/** A change of the history: the ids of the changed entries, or null if any entry may have changed. */
export type HistoryChange = string[] | null;

/** The channel on which the contexts of the extension announce their changes; a context does not receive its own. */
export const openChangeFeed = () => new BroadcastChannel('waylark-history');

/**
 * What is known of the database of the history outside of it: that there is one, and when its loss was noticed
 * (milliseconds). Browsers replace a damaged database by an empty one without an error: Chromium 156 each time, Firefox 153
 * unless only pages in the middle of the file are damaged (measured).
 */
const lossRecord = localItem('history-loss', z.object({ lostAt: z.nullable(z.number()) }));

/** Records that the database was opened; `isNew`: it did not exist. Resolves with whether an earlier one is lost. */
const recordOpening = async (isNew: boolean): Promise<boolean> => {
  const record = await lossRecord.read();
  const isLost = record !== null && isNew;
  if (!record || isLost) await lossRecord.write({ lostAt: isLost ? Date.now() : null });
  return isLost;
};

/** Copies of the newest attempts, not parsed: what remains of a history that was lost. */
const recentCopies = localItem('recent-attempts', z.array(z.unknown()));

/** When it was noticed that the browser had lost the history (milliseconds); null if it has not, or the person has seen it. */
export const readLoss = async (): Promise<number | null> => (await lossRecord.read())?.lostAt ?? null;

/** The person has seen that the history was lost. */
export const acknowledgeLoss = async (): Promise<void> => {
  await lossRecord.write({ lostAt: null });
};

/** Version 3 added the index `changeState`, version 4 `accountExpiry`. */
export interface Schema extends DBSchema {
  attempts: {
    key: string;
    value: Attempt;
    indexes: {
      createdAt: number;
      shortLink: string;
      state: Attempt['state'];
      changeState: string;
      link: string;
      expiresAt: number;
      createdHere: [createdAt: number, account: string];
      accountExpiry: [account: string, expiresAt: number];
    };
  };
}

export type Database = IDBPDatabase<Schema>;

const databaseVersion = 4;
/** The indexes and their key paths. An entry is in none for a field that it lacks: an imported one lacks the account. */
export const indexes = {
  createdAt: 'createdAt',
  shortLink: 'shortLink',
  state: 'state',
  changeState: 'change.state',
  link: 'link',
  expiresAt: 'expiresAt',
  createdHere: ['createdAt', 'account'],
  accountExpiry: ['account', 'expiresAt'],
};

/**
 * The time for opening the database. A context that does not close an older version blocks it, and every later request to open
 * it waits behind the first one, without any event.
 */
const openLimitMs = 3000;
/** How long each later call waits for an opening that is late. */
const lateLimitMs = 200;

/** The time for recording the opening and restoring the copies: no link waits longer for that. */
const recordLimitMs = 1000;

/** Puts the copies of the newest attempts into a database that is new because the former one was lost. */
const restoreCopies = async (db: Database): Promise<void> => {
  const copies = parseAll((await recentCopies.read()) ?? []);
  const { store, done } = db.transaction('attempts', 'readwrite', { durability: 'strict' });
  await Promise.all([...copies.map((each) => store.put(each)), done]);
};

/** Opens the database. `onClosed` is called when the browser closes it, or when another context upgrades or deletes it. */
const openOnce = async (onClosed: () => void): Promise<Database> => {
  let isNew = false;
  const db = await openDB<Schema>(historyDatabase, databaseVersion, {
    terminated: onClosed,
    blocking(_current, _wanted, event) {
      if (event.target instanceof IDBDatabase) event.target.close();
      onClosed();
    },
    upgrade(db, ...[oldVersion, , transaction]) {
      isNew = oldVersion === 0;
      const attempts = db.objectStoreNames.contains('attempts')
        ? transaction.objectStore('attempts')
        : db.createObjectStore('attempts', { keyPath: 'id' });
      for (const [name, keyPath] of Object.entries(indexes) as [keyof typeof indexes, string | string[]][])
        if (!attempts.indexNames.contains(name)) attempts.createIndex(name, keyPath);
    },
  });
  const recorded = recordOpening(isNew)
    .then((isLost) => (isLost ? restoreCopies(db) : undefined))
    .catch(logAndReturn(undefined));
  await withTimeout(recorded, { milliseconds: recordLimitMs, onTimeout: () => undefined });
  return db;
};

/**
 * The database, opened at the first call and again after it was closed. Rejects if it cannot be opened in time; later
 * calls get it as soon as the browser has opened it after all.
 */
export const createDatabase = (): (() => Promise<Database>) => {
  let opening: Promise<Database> | null = null;
  let limitMs = openLimitMs;
  const reset = (): void => {
    opening = null;
    limitMs = openLimitMs;
  };
  const late = (): never => {
    limitMs = lateLimitMs;
    throw new DOMException('Another context keeps the history open.', 'TimeoutError');
  };
  return () => {
    if (!opening) {
      opening = openOnce(reset);
      opening.catch(reset);
    }
    return withTimeout(opening, { milliseconds: limitMs, onTimeout: late });
  };
};

/** A stored entry; null if it no longer parses. */
export const parse = (value: unknown): Attempt | null => attempt.safeParse(value).data ?? null;

/** The stored entries that parse. */
export const parseAll = (values: readonly unknown[]): Attempt[] =>
  values.flatMap((value) => parse(value) ?? []);

/** The newest attempts in an index, the newest first; `range` limits the keys of the index. */
export const newestOf = async (
  db: Database,
  { index, count, range }: { index: 'createdAt' | 'createdHere'; count: number; range?: IDBKeyRange },
): Promise<Attempt[]> => {
  const found: Attempt[] = [];
  const { store } = db.transaction('attempts');
  for await (const cursor of store.index(index).iterate(range, 'prev')) {
    found.push(...parseAll([cursor.value]));
    if (found.length === count) break;
  }
  return found;
};

/** The number of attempts that are copied. */
const copyCount = 20;

/**
 * Returns a function that copies the newest attempts out of the database, for the case that the browser loses it. Call it
 * when a link was created or removed, so that removed links are not copied. Calls that wait share one run. Never rejects: a
 * link is created or removed even if the copies cannot be written.
 */
export const createRecentCopies = (db: () => Promise<Database>): (() => Promise<void>) => {
  let pending: Promise<void> | null = null;
  const copy = async (): Promise<void> => {
    pending = null;
    await recentCopies.write(await newestOf(await db(), { index: 'createdAt', count: copyCount }));
  };
  // Between reading and writing, no other context writes older copies.
  const copyLocked = (): Promise<void> => navigator.locks.request('recent-attempts', copy);
  return () => (pending ??= Promise.resolve().then(copyLocked).catch(logAndReturn(undefined)));
};
