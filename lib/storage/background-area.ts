import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { browser } from '../webextension/browser.ts';
import { serialQueue } from '../async/async.ts';
import { type LocalArea, mirroredKeys } from './area.ts';
import { historyDatabase } from './database-names.ts';

type Values = Record<string, unknown>;

interface Schema extends DBSchema {
  values: { key: string; value: unknown };
  /** How far the values of earlier versions were moved here from `storage.local`: copied, and also removed there. */
  migration: { key: 'state'; value: 'copied' | 'done' };
}

type Database = IDBPDatabase<Schema>;

/** The values as Firefox's background stores them. */
export interface BackgroundArea extends LocalArea {
  /** Copies all values to `storage.session`, where pages read them. Resolves with them. */
  mirror(): Promise<Values>;
}

const open = (onClosed: () => void): Promise<Database> =>
  openDB<Schema>('waylark-values', 1, {
    terminated: onClosed,
    upgrade(db) {
      db.createObjectStore('values');
      db.createObjectStore('migration');
    },
  });

const readAll = async (db: Database): Promise<Values> => {
  const { store } = db.transaction('values');
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return Object.fromEntries(keys.map((key, index) => [key, values[index]]));
};

/** Writes all of the values or none. */
const put = async (db: Database, values: Values): Promise<void> => {
  const { store, done } = db.transaction('values', 'readwrite');
  await Promise.all([...Object.entries(values).map(([key, value]) => store.put(value, key)), done]);
};

const copyLegacy = async (db: Database): Promise<void> => {
  const legacy = Object.entries(await browser.storage.local.get(null));
  const writing = db.transaction(['values', 'migration'], 'readwrite', { durability: 'strict' });
  const values = writing.objectStore('values');
  await Promise.all([
    ...legacy.map(([key, value]) => values.put(value, key)),
    writing.objectStore('migration').put('copied', 'state'),
    writing.done,
  ]);
};

/** An empty database, whose existence says that nothing in `storage.local` is to be moved any more. */
const migrationMarkerName = 'waylark-values-moved';

/**
 * Whether an earlier version ran here, whose values were not moved yet. Content scripts can write `storage.local`, but
 * cannot create or delete a database of the extension. Call it before any database is opened.
 */
const hasLegacyValues = async (): Promise<boolean> => {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  return names.includes(historyDatabase) && !names.includes(migrationMarkerName);
};

const removeLegacy = async (db: Database): Promise<void> => {
  (await openDB(migrationMarkerName, 1)).close();
  await browser.storage.local.clear();
  await db.put('migration', 'done', 'state');
};

/**
 * Moves the values of an earlier version here, once, if there was one: anything else in `storage.local` may be from a
 * content script. They are removed there only after they were copied. Resolves with false if the disk refuses the copy.
 */
const migrate = async (db: Database, hasLegacy: boolean): Promise<boolean> => {
  const state = await db.get('migration', 'state');
  if (state === 'done') return true;
  const isCopied =
    state === 'copied' ||
    !hasLegacy ||
    (await copyLegacy(db).then(
      () => true,
      () => false,
    ));
  // If it fails, the next start of the background tries again.
  if (isCopied) await removeLegacy(db).catch(() => undefined);
  return isCopied;
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

interface ValuesDatabase {
  open(): Promise<Database>;
  /** Whether the values are in the database; false while those of an earlier version cannot be copied. */
  isMigrated(): Promise<boolean>;
}

/** The database, opened at the first call and again after the browser closed it. */
const createValuesDatabase = (): ValuesDatabase => {
  let opening: Promise<Database> | null = null;
  let migrating: Promise<boolean> | null = null;
  let hasLegacy: Promise<boolean> | null = null;
  const reset = (): void => {
    opening = null;
    migrating = null;
  };
  const database = (): Promise<Database> => {
    hasLegacy ??= hasLegacyValues();
    hasLegacy.catch(() => (hasLegacy = null));
    opening ??= open(reset);
    opening.catch(reset);
    return opening;
  };
  const migrateNow = async (): Promise<boolean> => {
    const db = await database();
    return migrate(db, (await hasLegacy) === true);
  };
  return {
    open: database,
    async isMigrated() {
      migrating ??= migrateNow();
      const isDone = await migrating.catch((error: unknown) => {
        migrating = null;
        throw error;
      });
      if (!isDone) migrating = null;
      return isDone;
    },
  };
};

/**
 * The stored values in Firefox's background: in a database of its own, since content scripts read and write
 * `storage.local` there, and copied to `storage.session`, since pages in private windows have other databases.
 */
export const createBackgroundArea = (): BackgroundArea => {
  const inOrder = serialQueue();
  const database = createValuesDatabase();
  const mirror = async (): Promise<Values> => {
    const isMigrated = await database.isMigrated();
    const values = isMigrated ? await readAll(await database.open()) : await browser.storage.local.get(null);
    // Without the list of keys, pages ask the background.
    await updateMirror(values).catch(() => browser.storage.session.remove(mirroredKeys));
    return values;
  };
  const write = (change: (db: Database) => Promise<void>): Promise<void> =>
    inOrder(async () => {
      if (!(await database.isMigrated())) throw new Error('Values of an earlier version cannot be copied.');
      await change(await database.open());
      await mirror();
    });
  return {
    async get(key) {
      if (!(await database.isMigrated())) return browser.storage.local.get(key);
      return { [key]: await (await database.open()).get('values', key) };
    },
    set: (values) => write((db) => put(db, values)),
    clear: () => write((db) => db.clear('values')),
    mirror: () => inOrder(mirror),
    get onChanged() {
      return browser.storage.session.onChanged;
    },
  };
};
