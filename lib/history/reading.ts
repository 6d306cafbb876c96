import { type IDBPObjectStore, unwrap } from 'idb';
import { isDamagedDatabase } from '../failures/database.ts';
import type { Attempt } from './types.ts';
import { type Database, parseAll, type Schema } from './database.ts';
import { type Entries, entriesOf, type Entry, entryOf } from './search.ts';
import { resultOf } from '../storage/result-of.ts';

type Store = IDBPObjectStore<Schema, ['attempts'], 'attempts'>;

/** The stored values with these ids, in any transaction. */
export const readIds = async (
  store: Pick<IDBObjectStore, 'getAll'>,
  ids: readonly string[],
): Promise<unknown[]> => (await Promise.all(ids.map((id) => resultOf<unknown[]>(store.getAll(id))))).flat();

type IndexName = keyof Schema['attempts']['indexes'];

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

/** For a request that touches a damaged part. If the browser has closed the database, nothing is known to be damaged. */
export const noneIfDamaged = (error: unknown): Attempt[] => {
  if (!isDamagedDatabase(error)) throw error;
  return [];
};

/**
 * The attempts in those parts of the database that can be read although others are damaged. Each part has a transaction of its
 * own, which Firefox aborts together with a request that touches damage.
 */
export const readIntact = async (db: Database): Promise<Attempt[]> =>
  (await Promise.all(idRanges().map((range) => readByKey(db, range).catch(noneIfDamaged)))).flat();
