import { notedAs } from '../errors/noted-errors.ts';
import { type Database, newestOf } from './database.ts';
import { recentCopies } from './loss.ts';

/** The number of attempts that are copied. */
const copyCount = 20;

/**
 * Returns a function that copies the newest attempts out of the database, for the case that the browser loses it. Call it
 * when a link was created or removed: what was removed leaves the copies. Calls that wait share one copy. Never rejects: a
 * link and its removal are valid without it.
 */
export const createRecentCopies = (db: () => Promise<Database>): (() => Promise<void>) => {
  let waiting: Promise<void> | null = null;
  const copy = async (): Promise<void> => {
    waiting = null;
    await recentCopies.write(await newestOf(await db(), { index: 'createdAt', count: copyCount }));
  };
  // Between reading and writing, no other context writes older copies.
  const copyLocked = (): Promise<void> => navigator.locks.request('recent-attempts', copy);
  return () => (waiting ??= Promise.resolve().then(copyLocked).catch(notedAs(undefined)));
};
