import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import DataLoader from 'dataloader';
import * as z from 'zod/mini';
import {
  linkGrace,
  linkRow,
  type NewLink,
  ownedLinkRow,
  type RequestStore,
  type StoredLink,
  StoreUnavailableError,
} from '../contract.ts';
import { targetHost } from '../operator-contract.ts';
import { kindOf, unavailable } from './errors.ts';
import { idempotent, type Pool, type QueryOptions } from './pools.ts';
import { shared, statements } from './statements.ts';

type Outcome = 'added' | 'taken' | 'no-package';

/** Milliseconds in which an add is answered; the extension waits longer. */
const timeout = 2500;

/** Milliseconds that another attempt needs: with less time left, none is begun. */
const minTime = 50;

/**
 * Stores a link and takes a unit for it. After a lost connection nobody knows whether the link was stored: it is sent again
 * with the same identifier. If the identifier is taken then, and its link has the same address and expiry time, this call has
 * stored it.
 *
 * @throws StoreUnavailableError if it is not known in time; the link may have been stored
 */
export async function addLink(pool: Pool, link: NewLink, now: number): Promise<Outcome> {
  const deadline = performance.now() + timeout;
  const left = () => Math.max(0, deadline - performance.now());
  let isUncertain = false;

  for (;;) {
    try {
      const outcome = await addOnce(pool, link, now, left);
      if (outcome === 'added' || !isUncertain) return outcome;
      return (await isStored(pool, link, left())) ? 'added' : outcome;
    } catch (error) {
      if (!isLost(error) || left() < minTime) throw error;
      isUncertain = true;
      await wait(randomInt(20, 100));
      if (left() < minTime) throw unavailable(error);
    }
  }
}

function isLost(error: unknown): boolean {
  return error instanceof StoreUnavailableError && kindOf(error.cause) === 'lost';
}

/** `left` returns the milliseconds that are left. */
async function addOnce(pool: Pool, added: NewLink, now: number, left: () => number): Promise<Outcome> {
  const { id, link, secretId, expiresAt, maxOpens = null, isEnding = false } = added;
  const statement = isEnding ? statements.addEnding : statements.addLink;
  const values = [id, link, expiresAt, secretId, Math.floor(now), maxOpens, targetHost(link)];
  const options = () => ({ timeout: left(), mayRetry: false });

  try {
    // An imported one may differ in case only.
    const like = isEnding ? await pool.query(statements.hasEnding, [id.toLowerCase()], options()) : undefined;
    if (like?.rowCount) return 'taken';
    const { rowCount } = await pool.query(statement, values, options());
    return rowCount === 1 ? 'added' : 'no-package';
  } catch (error) {
    if (kindOf(error) === 'taken') return 'taken';
    throw error;
  }
}

async function isStored(pool: Pool, added: NewLink, time: number): Promise<boolean> {
  const values = [added.id, added.secretId, 0];
  const { rows } = await pool.query(shared.readLink, values, { timeout: time, mayRetry: true });
  const found = z.optional(ownedLinkRow).parse(rows[0]);
  return found?.link === added.link && found.expiresAt === added.expiresAt;
}

const linkRows = z.array(linkRow);

/** For each of the two if there is a replica. */
const replicatedOptions: QueryOptions = { timeout: 1000, mayRetry: true };

/** Milliseconds for which a primary that has failed is not asked. */
const pause = 1000;

/** Identifiers in one statement at most. */
const maxBatchSize = 100;

/**
 * Looks links up; while the primary does not answer, in the replica if there is one. What the replica lacks may only not have
 * arrived there yet.
 *
 * @throws StoreUnavailableError if the primary does not answer and the replica does not have the link
 */
export function createFindLink(primary: Pool, replica?: Pool): RequestStore['findLink'] {
  if (!replica) return createBatchedFind(primary, idempotent);

  const findInPrimary = createBatchedFind(primary, replicatedOptions);
  const findInReplica = createBatchedFind(replica, replicatedOptions);
  let outage: { error: StoreUnavailableError; until: number } | undefined;

  return async (id, now) => {
    if (!outage || performance.now() >= outage.until) {
      // One look-up finds out whether the primary answers again, and others do not wait for it.
      if (outage) outage.until = performance.now() + pause;
      try {
        const found = await findInPrimary(id, now);
        outage = undefined;
        return found;
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        outage = { error, until: performance.now() + pause };
      }
    }

    const { error } = outage;
    const found = await findInReplica(id, now);
    if (!found) throw error;
    return found;
  };
}

/**
 * Look-ups that begin in the same turn of the event loop are one statement, so under load they share its cost. No look-up waits
 * for later ones.
 */
function batched<T>(find: (keys: readonly string[]) => Promise<Map<string, T>>) {
  const findInOrder = async (keys: readonly string[]) => {
    const found = await find(keys);
    return keys.map((key) => found.get(key));
  };
  const loader = new DataLoader(findInOrder, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (send) => setImmediate(send),
  });
  return (key: string) => loader.load(key);
}

function createBatchedFind(
  pool: Pool,
  options: QueryOptions,
): (id: string, now: number) => Promise<StoredLink | undefined> {
  const find = batched(async (ids) => {
    const { rows } = await pool.query(statements.findLinks, [ids], options);
    return new Map(linkRows.parse(rows).map((link) => [link.id, link]));
  });

  return async (id, now) => {
    const link = await find(id);
    return link && link.expiresAt > now - linkGrace ? link : undefined;
  };
}

const endingRows = z.array(z.object({ ending: z.string(), lowerCase: z.string() }));

export function createFindEnding(pool: Pool): (lowerCase: string) => Promise<string | undefined> {
  return batched(async (keys) => {
    const { rows } = await pool.query(statements.findEndings, [keys], idempotent);
    return new Map(endingRows.parse(rows).map(({ ending, lowerCase }) => [lowerCase, ending]));
  });
}
