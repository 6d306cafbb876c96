import { logError } from '../errors/error-log.ts';
import { type DBSchema, type IDBPDatabase, openDB, unwrap } from 'idb';
import { browser } from '../webextension/browser.ts';
import { serialQueue } from '../async/async.ts';
import { type LocalArea, mirroredKeys } from './mirrored-area.ts';
import { resultOf } from './result-of.ts';
import { unlessRefused } from './unless-refused.ts';
import type { SessionKey } from './values.ts';

type Values = Record<string, unknown>;

interface Schema extends DBSchema {
  values: { key: string; value: unknown };
}

type Database = IDBPDatabase<Schema>;

/** The values as Firefox's background stores them. */
interface BackgroundArea extends LocalArea {
  /** Copies all values to `storage.session`, where pages read them. Resolves with them. */
  mirror(): Promise<Values>;
}

const open = (onClosed: () => void): Promise<Database> =>
  openDB<Schema>('waylark-values', 1, {
    terminated: onClosed,
    upgrade: (db) => void db.createObjectStore('values'),
  });

interface Store {
  get(key: string): Promise<unknown>;
  all(): Promise<Values>;
  /** Writes all of the values or none. */
  put(values: Values): Promise<void>;
  clear(): Promise<void>;
}

const storeOf = (db: Database): IDBObjectStore => unwrap(db.transaction('values').store);

const readAll = async (db: Database): Promise<Values> => {
  const store = storeOf(db);
  const [keys, values] = await Promise.all([
    resultOf(store.getAllKeys() as IDBRequest<string[]>),
    resultOf<unknown[]>(store.getAll()),
  ]);
  return Object.fromEntries(keys.map((key, index) => [key, values[index]]));
};

const inDatabase = (db: Database): Store => ({
  get: (key) => resultOf<unknown>(storeOf(db).get(key)),
  all: () => readAll(db),
  async put(values) {
    const { store, done } = db.transaction('values', 'readwrite');
    await Promise.all([...Object.entries(values).map(([key, value]) => store.put(value, key)), done]);
  },
  clear: () => db.clear('values'),
});

const readMirroredKeys = async (): Promise<string[]> =>
  ((await browser.storage.session.get(mirroredKeys))[mirroredKeys] ?? []) as string[];

/** Where the browser has no databases, the copies in `storage.session` are all that there is. */
const inMemory: Store = {
  get: async (key) => (await browser.storage.session.get(key))[key],
  all: async () => browser.storage.session.get(await readMirroredKeys()),
  async put(values) {
    const keys = new Set([...(await readMirroredKeys()), ...Object.keys(values)]);
    await browser.storage.session.set({ ...values, [mirroredKeys]: [...keys] });
  },
  clear: async () => browser.storage.session.remove(await readMirroredKeys()),
};

/** Changes the copy in `storage.session`, if it differs from these values. */
const updateMirror = async (values: Values): Promise<void> => {
  const { session } = browser.storage;
  const keys = Object.keys(values);
  const before = await session.get([mirroredKeys, ...keys]);
  const mirrored = (before[mirroredKeys] ?? []) as string[];
  const next: Values = { ...values, [mirroredKeys]: keys };
  const isChanged = (key: string): boolean => JSON.stringify(before[key]) !== JSON.stringify(next[key]);
  const changed = Object.keys(next).filter(isChanged);
  if (changed.length === 0) return;
  await session.remove(mirrored.filter((key) => !keys.includes(key)));
  await session.set(Object.fromEntries(changed.map((key) => [key, next[key]])));
};

const openStore = async (onClosed: () => void): Promise<Store> => {
  const db = await unlessRefused(() => open(onClosed));
  if (db) return inDatabase(db);
  await browser.storage.session.set({ ['memory-only' satisfies SessionKey]: true });
  return inMemory;
};

/** Opens the database at the first call, and again after it failed or the browser closed it. */
const openOnce = (): (() => Promise<Store>) => {
  let opening: Promise<Store> | null = null;
  const reset = (): void => {
    opening = null;
  };
  return () => {
    if (!opening) {
      opening = openStore(reset);
      opening.catch(reset);
    }
    return opening;
  };
};

/**
 * The stored values in Firefox's background: in a database of its own, since content scripts read and write
 * `storage.local` there, and copied to `storage.session`, since pages in private windows have other databases. Where Firefox never
 * remembers history, they are in `storage.session` only, until it is closed.
 */
export const createBackgroundArea = (): BackgroundArea => {
  const enqueue = serialQueue();
  const store = openOnce();
  const mirror = async (): Promise<Values> => {
    const values = await (await store()).all();
    // If the copy fails, the list of keys is removed: without it, pages ask the background instead of reading the copy.
    await updateMirror(values).catch((error: unknown) => {
      logError(error);
      return browser.storage.session.remove(mirroredKeys);
    });
    return values;
  };
  const write = (change: (opened: Store) => Promise<void>): Promise<void> =>
    enqueue(async () => {
      await change(await store());
      await mirror();
    });
  return {
    get: async (key) => ({ [key]: await (await store()).get(key) }),
    set: (values) => write((opened) => opened.put(values)),
    clear: () => write((opened) => opened.clear()),
    mirror: () => enqueue(mirror),
    get onChanged() {
      return browser.storage.session.onChanged;
    },
  };
};
