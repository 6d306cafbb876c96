import DataLoader from 'dataloader';
import * as z from 'zod/mini';
import type { RequestStore, StoredLink } from '../contract.ts';
import { linkRow } from '../rows.ts';
import type { Pool, Sending } from './pools.ts';
import { statements } from './statements.ts';

const linkRows = z.array(linkRow);

const reading: Sending = { timeout: 2000, mayRepeat: true };

/** The primary still has time to answer when a replica does not. */
const replicaReading: Sending = { timeout: 500, mayRepeat: false };

/** Milliseconds for which a replica that has failed is not asked. */
const pause = 1000;

/** Identifiers in one statement at most. */
const maxBatchSize = 100;

/**
 * Looks links up, in a replica first if there is one. What a replica lacks may only not have arrived there yet, so the
 * primary is asked then, and also while the replica fails.
 */
export function createFindLink(primary: Pool, replica: Pool | undefined): RequestStore['findLink'] {
  const findInPrimary = createBatchedFind(primary, reading);
  if (!replica) return findInPrimary;

  const findIn = createBatchedFind(replica, replicaReading);
  let pausedUntil = -Infinity;

  const findInReplica = async (id: string, now: number) => {
    if (performance.now() < pausedUntil) return undefined;
    try {
      return await findIn(id, now);
    } catch {
      pausedUntil = performance.now() + pause;
      return undefined;
    }
  };

  return async (id, now) => (await findInReplica(id, now)) ?? findInPrimary(id, now);
}

/**
 * Look-ups that begin in the same turn of the event loop are one statement, so under load they share what it costs. A few
 * at a time cost as much as before, and none waits for another that is not there yet.
 */
function createBatchedFind(
  pool: Pool,
  sending: Sending,
): (id: string, now: number) => Promise<StoredLink | undefined> {
  const find = async (ids: readonly string[]): Promise<(StoredLink | undefined)[]> => {
    const { rows } = await pool.query(statements.findLinks, [ids], sending);
    const links = new Map(linkRows.parse(rows).map((link) => [link.id, link]));
    return ids.map((id) => links.get(id));
  };
  const loader = new DataLoader(find, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (send) => setImmediate(send),
  });

  return async (id, now) => {
    const link = await loader.load(id);
    return link && link.expiresAt > now ? link : undefined;
  };
}
