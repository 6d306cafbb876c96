import { deleteDB } from 'idb';
import { withTimeout } from '../async/async.ts';
import type { Attempt } from './contract.ts';
import { type Database, parseAll } from './database.ts';
import { historyDatabase } from '../storage/database-names.ts';

const digits = Array.from({ length: 16 }, (_, digit) => digit.toString(16));

/** Digits of an id that a range has in common, at most: a range of three has 25 of 100,000 links, which may be lost together. */
const longestPrefix = 3;

/** Milliseconds for deleting the database: a context that does not close it blocks that. */
const deleteLimit = 3000;

const late = (): never => {
  throw new DOMException('Another context keeps the history open.', 'TimeoutError');
};

/**
 * The attempts that can still be read if a part of the database is damaged. Firefox then rejects each request that
 * touches the part, so that smaller and smaller ranges of ids (UUIDs) are read, each in a transaction of its own.
 */
export const readIntact = async (db: Database, prefix = ''): Promise<Attempt[]> => {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  try {
    return parseAll(await db.getAll('attempts', range));
  } catch {
    if (prefix.length === longestPrefix) return [];
    const parts: Attempt[][] = [];
    for (const digit of digits) parts.push(await readIntact(db, prefix + digit));
    return parts.flat();
  }
};

/** Deletes the database; the next call opens a new one. */
export const deleteHistory = (): Promise<void> =>
  withTimeout(deleteDB(historyDatabase), { milliseconds: deleteLimit, late });
