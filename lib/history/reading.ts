import { deleteDB, type IDBPObjectStore, unwrap } from 'idb';
import { isDamagedDatabase } from '../failures/database.ts';
import type { Attempt } from './types.ts';
import { type Database, historyDatabase, indexes, parse, parseAll, type Schema } from './database.ts';
import { type Entries, entriesOf, type Entry, entryOf } from './search.ts';
import { resultOf } from '../storage/result-of.ts';
import { withTimeout } from '../async/timeout.ts';
import { validityUntil } from '../validity/validity.ts';

type Store = IDBPObjectStore<Schema, ['attempts'], 'attempts'>;

/** The stored values with these ids, in any transaction. */
export const readIds = async (
  store: Pick<IDBObjectStore, 'getAll'>,
  ids: readonly string[],
): Promise<unknown[]> => (await Promise.all(ids.map((id) => resultOf<unknown[]>(store.getAll(id))))).flat();

type IndexName = keyof typeof indexes;

/** The attempts with these keys of an index, in their order; with these ids if none is named. */
export const readByKey = async (
  db: Database,
  keys: IDBValidKey | IDBKeyRange,
  index?: IndexName,
): Promise<Attempt[]> => {
  const { store } = db.transaction('attempts');
  const source = index ? unwrap(store.index(index)) : unwrap(store);
  return parseAll(await resultOf(source.getAll(keys)));
};

/** All ids, divided by their first two digits into 64 ranges of about the same size: ids are UUIDs. */
const idRanges = (): IDBKeyRange[] => {
  const inner = Array.from({ length: 63 }, (_, index) => (4 * (index + 1)).toString(16).padStart(2, '0'));
  const bounds = ['', ...inner, '\uffff'];
  return inner.concat('\uffff').map((upper, index) => IDBKeyRange.bound(bounds[index], upper, false, true));
};

/**
 * Whether a stored value has what each row shows. Only the extension writes attempts, so this finds damaged ones; the parser
 * would take ten times as long.
 */
const isAttempt = (value: unknown): value is Attempt => {
  const { state, link, title } = value as Partial<Record<keyof Attempt, unknown>>;
  return typeof state === 'string' && typeof link === 'string' && typeof title === 'string';
};

/**
 * Reads all attempts in parts, in no order. All parts are requested at once: each is parsed and handled while the browser
 * reads the next ones, which takes half the time of reading one part after another.
 */
const readParts = async <Part>(store: Store, handle: (attempts: Attempt[]) => Part): Promise<Part[]> =>
  Promise.all(
    idRanges().map(async (range) => handle((await resultOf(unwrap(store).getAll(range))).filter(isAttempt))),
  );

/** All attempts, in no order. */
export const readAttempts = async (db: Database): Promise<Attempt[]> =>
  (await readParts(db.transaction('attempts').store, (attempts) => attempts)).flat();

/**
 * All attempts with their search keys, in the order in which they are read: each part is handled when it arrives, while the
 * processor has it in its cache, so that little is left to do after the last one.
 */
export const readEntries = async (store: Store): Promise<Entries> => {
  const entries = new Map<string, Entry>();
  await readParts(store, (attempts) => {
    for (const each of attempts) entries.set(each.id, entryOf(each));
  });
  return entries;
};

/** The newest attempts by three requests: a cursor that visits each attempt needs one for each. */
const readNewest = async (store: Store, count: number): Promise<Attempt[]> => {
  const index = store.index('createdAt');
  const newest = await index.openKeyCursor(null, 'prev');
  const last = count > 1 ? await newest?.advance(count - 1) : newest;
  const values = await resultOf(unwrap(index).getAll(last && IDBKeyRange.lowerBound(last.key)));
  return values.filter(isAttempt);
};

/**
 * The newest attempts and then all of them, in one transaction. The browser reads all of them while the page shows the
 * newest; requested earlier, they would delay the newest.
 */
export const readNewestFirst = async (
  db: Database,
  count: number,
): Promise<{ newest: Entries; all: Promise<Entries> }> => {
  const { store } = db.transaction('attempts');
  const newest = entriesOf(await readNewest(store, count));
  return { newest, all: readEntries(store) };
};

/** Attempts that are read at once: the first part holds what most searches find. */
const firstPart = 200;
const nextParts = 2000;

/**
 * The attempts that were not imported, the newest first, in parts: a search that has found enough ends without reading the
 * others. A cursor that visits each attempt takes many times as long.
 */
export async function* readNewestInParts(db: Database): AsyncGenerator<Attempt[]> {
  let end: IDBKeyRange | null = null;
  for (let count = firstPart; ; count = nextParts) {
    const index = db.transaction('attempts').store.index('createdHere');
    const newest = await index.openKeyCursor(end, 'prev');
    if (!newest) return;
    const { key } = newest;
    const start = (await newest.advance(count - 1))?.key;
    const range = start ? IDBKeyRange.bound(start, key) : IDBKeyRange.upperBound(key);
    yield (await resultOf(unwrap(index).getAll(range))).filter(isAttempt).reverse();
    if (!start) return;
    end = IDBKeyRange.upperBound(start, true);
  }
}

const digits = Array.from({ length: 16 }, (_, digit) => digit.toString(16));

/** The most digits by which a range of ids is chosen. With three, 25 of 100,000 links are in a range, and may be lost together. */
const longestPrefix = 3;

/** The time for deleting the database: a context that does not close it blocks that. */
const deleteLimitMs = 3000;

const late = (): never => {
  throw new DOMException('Another context keeps the history open.', 'TimeoutError');
};

/** Firefox rejects each request that touches a damaged part: smaller and smaller ranges of ids (UUIDs) are read. */
const readValues = async (db: Database, prefix = ''): Promise<Attempt[]> => {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  try {
    return await readByKey(db, range);
  } catch (error) {
    // Where the browser has closed the database, what cannot be read is not lost.
    if (!isDamagedDatabase(error)) throw error;
    if (prefix.length === longestPrefix) return [];
    const parts: Attempt[][] = [];
    for (const digit of digits) parts.push(await readValues(db, prefix + digit));
    return parts.flat();
  }
};

type Fields = Partial<Record<string, unknown>>;

interface KeyVisit {
  index: IndexName;
  direction: 'next' | 'prev';
  visit: (id: string, fields: Fields) => void;
}

/** Visits the keys of an index until its end or a damaged part. A result that Firefox cannot give fails only the transaction. */
const visitKeys = async (db: Database, { index, direction, visit }: KeyVisit): Promise<void> => {
  const { store, done } = db.transaction('attempts');
  const names = [indexes[index]].flat();
  const visited = new Set<string>();
  const visitAll = async (): Promise<void> => {
    let cursor = await store.index(index).openKeyCursor(null, direction);
    // Damaged keys can lead a cursor in a circle (measured).
    for (; cursor && !visited.has(cursor.primaryKey); cursor = await cursor.continue()) {
      const keys = [cursor.key].flat();
      visit(cursor.primaryKey, Object.fromEntries(names.map((name, at) => [name, keys[at]])));
      visited.add(cursor.primaryKey);
    }
  };
  await Promise.race([visitAll(), done]).catch(() => undefined);
};

/** The fields of each attempt that are keys of indexes. Each index is read from both ends, as a damaged part ends the reading. */
const readKeys = async (db: Database): Promise<Map<string, Fields>> => {
  const found = new Map<string, Fields>();
  const visit = (id: string, fields: Fields) => void found.set(id, { ...found.get(id), ...fields });
  for (const index of Object.keys(indexes) as IndexName[]) {
    await visitKeys(db, { index, direction: 'next', visit });
    await visitKeys(db, { index, direction: 'prev', visit });
  }
  return found;
};

/** A created link of which only the keys of indexes can be read; null if these are not enough. */
const attemptFromKeys = (id: string, fields: Fields): Attempt | null => {
  const { shortLink, expiresAt } = fields;
  if (shortLink === undefined || typeof expiresAt !== 'number') return null;
  return parse({
    id,
    title: '',
    state: 'created',
    shown: true,
    validity: validityUntil(expiresAt),
    ...fields,
  });
};

/**
 * The attempts that can still be read if a part of the database is damaged. Firefox stores the keys of indexes in other places
 * of the file than the values: a created link whose value is damaged is read from them, without its title and note (measured).
 */
export const readIntact = async (db: Database): Promise<Attempt[]> => {
  const intact = await readValues(db);
  const known = new Set(intact.map(({ id }) => id));
  const others = [...(await readKeys(db))].filter(([id]) => !known.has(id));
  return [...intact, ...others.flatMap(([id, fields]) => attemptFromKeys(id, fields) ?? [])];
};

/** Deletes the database; the next call opens a new one. */
export const deleteHistory = (): Promise<void> =>
  withTimeout(deleteDB(historyDatabase), { milliseconds: deleteLimitMs, onTimeout: late });
