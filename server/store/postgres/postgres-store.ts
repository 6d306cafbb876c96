import * as z from 'zod/mini';
import { createBoundedMap } from '../bounded-map.ts';
import {
  type AdminStore,
  applicationOrNone,
  type CountedCall,
  ownedLinkRow,
  type RequestStore,
  type Store,
} from '../contract.ts';
import { auditLifetime, type OperatorStore, targetHost } from '../operator-contract.ts';
import { noKeyHash, type PeopleStore } from '../people-contract.ts';
import { addLink, createFindEnding, createFindLink, ownLinkCalls } from './links.ts';
import { type PlainCall, plainOperatorCalls, plainRequestCalls, type PlainSql } from '../plain-calls.ts';
import {
  createPool,
  idempotent,
  type Pool,
  type PoolOptions,
  type QueryOptions,
  type Statement,
} from './pools.ts';
import { createHealthCheck, prepareDatabase } from './prepare-database.ts';
import { adminStatements, operatorStatements, peopleStatements, plain, statements } from './statements.ts';

export interface PostgresOptions extends PoolOptions {
  /** Whether the schema is brought up to date at the start. */
  migrates: boolean;
  /** Address of a read-only replica in which links are looked up while the primary does not answer; empty without one. */
  replicaUrl?: string;
  /** Called when the replica fails. */
  report?: ((error: Error) => void) | undefined;
}

export interface PostgresStore extends Store {
  /** A sentence that says what a failover may lose. */
  durability: string;
}

const idRows = z.array(z.object({ id: z.string() }));

const adminOptions: QueryOptions = { timeout: 10_000, mayRetry: false };

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
 * Opens the store in a PostgreSQL database, which any number of instances may share.
 *
 * @throws StartError if the database cannot be used
 */
export async function openPostgresStore(options: PostgresOptions): Promise<PostgresStore> {
  const durability = await prepareDatabase(options);
  const counts = divideConnections(options.connections);
  const poolOf = (connections: number, url = options.url) => createPool({ ...options, url, connections });
  const { replicaUrl } = options;
  const pools = {
    writes: poolOf(counts.writes),
    redirects: poolOf(counts.redirects),
    limits: poolOf(counts.limits),
    ...(replicaUrl && { replica: poolOf(counts.redirects, replicaUrl) }),
  };

  const health = poolOf(counts.health);

  return {
    durability,
    health: createHealthCheck(health, pools.replica, options.report),
    ...plainRequestCalls(plainSql(pools.writes, idempotent.timeout)),
    ...plainOperatorCalls(plainSql(pools.writes, adminOptions.timeout)),
    ...requestCalls(pools),
    ...adminCalls(pools.writes),
    ...peopleCalls(pools.writes),
    ...operatorCalls(pools.writes),
    close: async () => {
      await Promise.all([health, ...Object.values(pools)].map((pool) => pool.close()));
    },
  };
}

/** Carries out the statements that are the same in every store. `timeout` in milliseconds. */
function plainSql(pool: Pool, timeout: number): PlainSql {
  const rowsOf =
    (mayRetry: boolean): PlainSql['read'] =>
    async (statement, values) =>
      (await pool.query(plain[statement], values, { timeout, mayRetry })).rows;
  return { read: rowsOf(true), write: rowsOf(true), writeOnce: rowsOf(false) };
}

interface Pools extends Record<'writes' | 'redirects' | 'limits', Pool> {
  replica?: Pool;
}

function requestCalls({ writes, redirects, limits, replica }: Pools): Omit<RequestStore, PlainCall> {
  return {
    findApplication: async (secretId) => {
      // PostgreSQL has no text with this character, and answers with an error.
      if (secretId.includes('\0')) return undefined;
      const { rows } = await writes.query(statements.findApplication, [secretId], idempotent);
      const { storedId, ...row } = applicationOrNone.parse(rows[0]);
      return storedId === null ? undefined : { secretId, ...row };
    },

    countCall: createCallCounter(limits),

    addLink: (link, now) => addLink(writes, link, now),

    findLink: createFindLink(redirects, replica),

    findEnding: createFindEnding(redirects),

    ...ownLinkCalls(writes),

    deleteExpired: async (by, maxRows) => {
      const deleteBefore = async (statement: Statement, time: number) =>
        (await writes.query(statement, [Math.floor(time), maxRows], adminOptions)).rowCount;
      return (
        (await deleteBefore(statements.deleteExpiredLinks, by.links)) +
        (await deleteBefore(statements.deleteExpiredTokens, by.tokens)) +
        (await deleteBefore(statements.deleteOldAudit, by.tokens - auditLifetime))
      );
    },
  };
}

function adminCalls(pool: Pool): Omit<AdminStore, PlainCall> {
  const change = async (statement: Statement, values: string[]) =>
    (await pool.query(statement, values, adminOptions)).rowCount === 1;
  const list = async (statement: Statement, values: Parameters<Pool['query']>[1]) =>
    (await pool.query(statement, values, adminOptions)).rows;

  return {
    addApplication: async (
      { secretId, name = '', keyHash, perSecond, perMinute, via = 'admin' },
      packages,
    ) => {
      const values = [secretId, keyHash, perSecond, perMinute, name, JSON.stringify(packages), via];
      await pool.query(adminStatements.addApplication, values, adminOptions);
    },
    removeApplication: (secretId, reason = '') =>
      change(adminStatements.removeApplication, [secretId, reason]),
    addPackage: async (secretId, added) => {
      const values = [secretId, JSON.stringify([added]), added.total];
      return (await pool.query(adminStatements.addPackages, values, adminOptions)).rowCount !== 0;
    },
    revokeLinks: async (ids, now, by) => {
      const values = [ids, Math.floor(now), by?.via ?? '', by?.who ?? '', by?.reason ?? ''];
      return (await pool.query(adminStatements.revokeLinks, values, idempotent)).rowCount;
    },
    findTaken: async (ids) => z.array(ownedLinkRow).parse(await list(adminStatements.findTaken, [ids])),
    importLinks: async (links, { secretId, importId }) => {
      const rows = JSON.stringify(links.map((each) => ({ ...each, host: targetHost(each.link) })));
      const values = [rows, secretId, importId];
      return idRows.parse(await list(adminStatements.importLinks, values)).map(({ id }) => id);
    },
    undoImport: async (importId, line, maxRows) =>
      (await list(adminStatements.undoImport, [importId, line, maxRows])).length,
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
  const refusedUntil = createBoundedMap<number>({ maxSize: maxCallers });

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

function peopleCalls(pool: Pool): Omit<PeopleStore, PlainCall> {
  return {
    addPerson: async ({ issuer, subject, secretId }, now) => {
      await pool.query(peopleStatements.addPerson, [issuer, subject, secretId, Math.floor(now)], idempotent);
    },
    updatePerson: async ({ secretId, name, perSecond, perMinute, refreshToken }, now) => {
      const values = [secretId, name, perSecond, perMinute, refreshToken, Math.floor(now)];
      await pool.query(peopleStatements.updatePerson, values, idempotent);
    },
    setPersonKey: async ({ secretId, state = null, since = null }, keyHash, now) => {
      const statement = keyHash ? peopleStatements.createKey : peopleStatements.revokeKey;
      const values = [secretId, keyHash ?? noKeyHash, Math.floor(now), state, since];
      return (await pool.query(statement, values, idempotent)).rowCount === 1;
    },
    refusePerson: async ({ secretId, refreshToken }, now) => {
      const values = [secretId, refreshToken, Math.floor(now), noKeyHash];
      return (await pool.query(peopleStatements.refusePerson, values, idempotent)).rowCount === 1;
    },
    removePerson: async (secretId) =>
      (await pool.query(peopleStatements.removePerson, [secretId], idempotent)).rowCount === 1,
  };
}

function operatorCalls(pool: Pool): Omit<OperatorStore, PlainCall> {
  return {
    addOperatorLink: async (hash, expiresAt) => {
      await pool.query(operatorStatements.addOperatorLink, [hash, expiresAt], adminOptions);
    },
    useOperatorLink: async ({ linkHash, sessionHash, expiresAt }, now) => {
      const values = [linkHash, sessionHash, Math.floor(now), expiresAt];
      return (await pool.query(operatorStatements.useOperatorLink, values, adminOptions)).rowCount === 1;
    },
  };
}
