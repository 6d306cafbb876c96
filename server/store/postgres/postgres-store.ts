import * as z from 'zod/mini';
import { createBoundedMap } from '../bounded-map.ts';
import { type SharedSql, sharedCalls } from '../calls.ts';
import type { CountedCall, Store } from '../contract.ts';
import { addLink, createFindEnding, createFindLink } from './links.ts';
import { createPool, idempotent, type Pool, type PoolOptions } from './pools.ts';
import { createHealthCheck, prepareDatabase } from './prepare-database.ts';
import { shared, statements } from './statements.ts';

export interface PostgresOptions extends PoolOptions {
  /** Whether the schema is brought up to date at the start. */
  migrates: boolean;
  /** Address of a read-only replica in which links are looked up while the primary does not answer; empty without one. */
  replicaUrl?: string;
  /** Called when the replica fails. */
  report?: ((error: Error) => void) | undefined;
}

/** Milliseconds that a call of an operator's command or page may take. */
const operatorTimeout = 10_000;

/**
 * How many of the connections each pool has: redirects and limits have their own, so that adds cannot starve them, and the
 * health check has one. Four or more in all.
 */
export function divideConnections(connections: number) {
  const divided = connections - 1;
  const writes = Math.max(1, Math.floor(0.45 * divided));
  const redirects = Math.max(1, Math.floor(0.35 * divided));
  return { writes, redirects, limits: divided - writes - redirects, health: 1 };
}

/**
 * Opens the store in a PostgreSQL database, which any number of instances may share. `durability` is a sentence that says what a
 * failover may lose.
 *
 * @throws StartError if the database cannot be used
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store & { durability: string }> {
  const durability = await prepareDatabase(options.url, options.migrates);
  const counts = divideConnections(options.connections);
  const poolOf = (connections: number, url = options.url) => createPool({ ...options, url, connections });
  const writes = poolOf(counts.writes);
  const redirects = poolOf(counts.redirects);
  const limits = poolOf(counts.limits);
  const health = poolOf(counts.health);
  const replica = options.replicaUrl ? poolOf(counts.redirects, options.replicaUrl) : undefined;
  const calls = sharedCalls(sharedSql(writes, idempotent.timeout), sharedSql(writes, operatorTimeout));

  return {
    ...calls,
    durability,
    health: createHealthCheck(health, replica, options.report),
    countCall: createCallCounter(limits),
    addLink: (link, now) => addLink(writes, link, now),
    findLink: createFindLink(redirects, replica),
    findEnding: createFindEnding(redirects),
    deleteExpired: async (by, maxRows) => {
      await limits.query(statements.deleteOldCounts, [], idempotent);
      return calls.deleteExpired(by, maxRows);
    },
    close: async () => {
      const pools = [writes, redirects, limits, health, ...(replica ? [replica] : [])];
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

/** Carries out the statements that are the same in every store. `timeout` in milliseconds. */
function sharedSql(pool: Pool, timeout: number): SharedSql {
  const query =
    (mayRetry: boolean): SharedSql['once'] =>
    async (statement, ...values) =>
      (await pool.query(shared[statement], values, { timeout, mayRetry })).rows;
  return {
    repeated: query(true),
    once: query(false),
    transaction: (steps, mayRetry) =>
      pool.transaction(
        async (send) => {
          const running = steps();
          let step = running.next([]);
          while (!step.done) {
            const [statement, ...values] = step.value;
            step = running.next((await send(shared[statement], values)).rows);
          }
          return step.value;
        },
        { timeout, mayRetry },
      ),
  };
}

const countedRow = z.object({ inSecond: z.boolean(), inMinute: z.boolean(), at: z.number() });

/** A retry may count a call twice: the limit still holds. */
const callCountOptions = { timeout: 1500, mayRetry: true };

/** Callers in memory that are refused, at most. */
const maxCallers = 10_000;

/**
 * Counts calls in the database, by its clock. A caller that has been refused is refused without the database until it has a
 * chance, so that a flood does not reach it.
 */
function createCallCounter(pool: Pool) {
  /** In the time of `performance.now()`. */
  const refusedUntil = createBoundedMap<number>(maxCallers);

  return async ({ secretId, operation, limits }: CountedCall): Promise<number> => {
    const caller = `${secretId} ${operation}`;
    const left = (refusedUntil.get(caller) ?? 0) - performance.now();
    if (left > 0) return Math.ceil(left);
    refusedUntil.delete(caller);

    const { rows } = await pool.query(
      statements.countCall,
      [caller, limits.perSecond, limits.perMinute],
      callCountOptions,
    );
    const { inSecond, inMinute, at } = countedRow.parse(rows[0]);
    if (inMinute) return 0;

    const window = inSecond ? 60 : 1;
    const wait = Math.ceil((window - (at % window)) * 1000);
    refusedUntil.set(caller, performance.now() + wait);
    return wait;
  };
}
