import { logAndReturn } from '../errors/error-log.ts';
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import { type Attempt, attempt } from './types.ts';
import { sleep } from '../async/async.ts';
import { withTimeout } from '../async/timeout.ts';
import * as z from 'zod/mini';
import { localItem } from '../storage/storage.ts';

const historyDatabase = 'waylark-history';

/** A change of the history: the ids of the changed entries, or null if any entry may have changed. */
export type HistoryChange = string[] | null;

/** The channel on which the contexts of the extension announce their changes; a context does not receive its own. */
export const openChangeFeed = () => new BroadcastChannel('waylark-history');

/** Copies of the newest attempts, not parsed, outside of the database: what remains of a history that was lost. */
const recentCopies = localItem('recent-attempts', z.array(z.unknown()));

/** Whether the browser has lost the history, and the person has not acknowledged that. */
const loss = localItem('history-loss', z.boolean());

export const isHistoryLost = async (): Promise<boolean> => (await loss.read()) === true;

export const acknowledgeLoss = (): Promise<void> => loss.write(false);

/** Version 3 added the index `changeState`, version 4 `accountExpiry`, version 5 the store `begun`. */
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
  /** By their ids, jobs and the attempts that they have begun: a person may remove an entry from the history while its job runs. */
  begun: { key: string; value: true };
}

export type Database = IDBPDatabase<Schema>;

const databaseVersion = 5;
/** The indexes and their key paths. An entry is in none for a field that it lacks: an imported one lacks the account. */
const indexes = {
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

/** The time for restoring the copies: no link waits longer for that. */
const restoreLimitMs = 1000;

/**
 * Puts the copies of the newest attempts into a new database: if there are any, the former one was lost. Browsers replace a
 * damaged database by an empty one without an error: Chromium 156 each time, Firefox 153 unless only pages in the middle of the
 * file are damaged (measured).
 */
const restoreCopies = async (db: Database): Promise<void> => {
  const copies = parseAll((await recentCopies.read()) ?? []);
  if (copies.length === 0) return;
  const { store, done } = db.transaction('attempts', 'readwrite', { durability: 'strict' });
  await Promise.all([...copies.map((each) => store.put(each)), done]);
  await loss.write(true);
};

/** Opens the database. `onClosed` is called when the browser closes it, or when another context upgrades or deletes it. */
const openOnce = async (onClosed: () => void): Promise<Database> => {
  let oldVersion: number = databaseVersion;
  const db = await openDB<Schema>(historyDatabase, databaseVersion, {
    terminated: onClosed,
    blocking(_current, _wanted, event) {
      if (event.target instanceof IDBDatabase) event.target.close();
      onClosed();
    },
    upgrade(db, ...[version, , transaction]) {
      oldVersion = version;
      const attempts = db.objectStoreNames.contains('attempts')
        ? transaction.objectStore('attempts')
        : db.createObjectStore('attempts', { keyPath: 'id' });
      if (!db.objectStoreNames.contains('begun')) db.createObjectStore('begun');
      for (const [name, keyPath] of Object.entries(indexes) as [keyof typeof indexes, string | string[]][])
        if (!attempts.indexNames.contains(name)) attempts.createIndex(name, keyPath);
    },
  });
  if (oldVersion === 0) {
    const restored = restoreCopies(db).catch(logAndReturn(undefined));
    await withTimeout(restored, { milliseconds: restoreLimitMs, onTimeout: () => undefined });
  }
  return db;
};

const blocked = (): never => {
  throw new DOMException('Another context keeps the history open.', 'TimeoutError');
};

/** Deletes the database, unless another context blocks that; the next call opens a new one. */
export const deleteHistory = (): Promise<void> =>
  withTimeout(deleteDB(historyDatabase), { milliseconds: openLimitMs, onTimeout: blocked });

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
    return blocked();
  };
  return () => {
    if (!opening) {
      opening = openOnce(reset);
      opening.catch(reset);
    }
    return withTimeout(opening, { milliseconds: limitMs, onTimeout: late });
  };
};

/** The stored entries that parse. */
export const parseAll = (values: readonly unknown[]): Attempt[] =>
  values.flatMap((value) => attempt.safeParse(value).data ?? []);

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

/** The time between a new link and the copies, so that they do not delay the links that are created after it. */
const copyDelayMs = 500;

/**
 * Copies the newest attempts out of the database, for the case that the browser loses it. Never rejects: a link is created or
 * removed even if the copies cannot be written.
 */
export const createRecentCopies = (db: () => Promise<Database>) => {
  let pending: Promise<void> | null = null;
  const copy = async (): Promise<void> =>
    recentCopies.write(await newestOf(await db(), { index: 'createdAt', count: copyCount }));
  // Between reading and writing, no other context writes older copies.
  const now = (): Promise<void> =>
    navigator.locks.request('recent-attempts', copy).catch(logAndReturn(undefined));
  const afterDelay = (): Promise<void> => {
    pending = null;
    return now();
  };
  return {
    /** Call it when a link was removed: its page may be closed at any moment. */
    now,
    /** Call it when a link was created; calls that wait share one run. */
    soon: (): Promise<void> => (pending ??= sleep(copyDelayMs).then(afterDelay)),
  };
};
