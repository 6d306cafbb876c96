import * as z from 'zod/mini';
import { createBoundedMap } from '../../bounded-map.ts';
import {
  type AdminStore,
  applicationOrNone,
  type CountedCall,
  countRow,
  namedApplicationRow,
  ownedLinkRow,
  packageRow,
  type RequestStore,
  type Store,
  tokenOwnerOf,
} from '../contract.ts';
import { auditLifetime, targetHost } from '../operator-contract.ts';
import { addLink, createFindEnding, createFindLink, ownLinkCalls } from './links.ts';
import { peopleCalls } from './people.ts';
import { operatorCalls } from './operator.ts';
import {
  createPool,
  idempotent,
  type Pool,
  type PoolOptions,
  type QueryOptions,
  type Statement,
} from './pools.ts';
import { createHealthCheck, prepareDatabase } from './prepare-database.ts';
import { adminStatements, statements } from './statements.ts';

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
    ...requestCalls(pools),
    ...adminCalls(pools.writes),
    ...peopleCalls(pools.writes),
    ...operatorCalls(pools.writes),
    close: async () => {
      await Promise.all([health, ...Object.values(pools)].map((pool) => pool.close()));
    },
  };
}

interface Pools extends Record<'writes' | 'redirects' | 'limits', Pool> {
  replica?: Pool;
}

function requestCalls({ writes, redirects, limits, replica }: Pools): RequestStore {
  return {
    findApplication: async (secretId) => {
      // PostgreSQL has no text with this character, and answers with an error.
      if (secretId.includes('\0')) return undefined;
      const { rows } = await writes.query(statements.findApplication, [secretId], idempotent);
      const { storedId, ...row } = applicationOrNone.parse(rows[0]);
      return storedId === null ? undefined : { secretId, ...row };
    },

    addToken: async ({ hash, secretId, keyHash, expiresAt }) => {
      await writes.query(statements.addToken, [hash, secretId, keyHash, expiresAt], idempotent);
    },

    findTokenOwner: async (hash, now) => {
      const { rows } = await writes.query(statements.findTokenOwner, [hash, Math.floor(now)], idempotent);
      return tokenOwnerOf(rows[0]);
    },

    countCall: createCallCounter(limits),

    addLink: (link, now) => addLink(writes, link, now),

    findLink: createFindLink(redirects, replica),

    findEnding: createFindEnding(redirects),

    ...ownLinkCalls(writes),

    deleteExpired: async (by, limit) => {
      const deleteBefore = async (statement: Statement, time: number) =>
        (await writes.query(statement, [Math.floor(time), limit], adminOptions)).rowCount;
      return (
        (await deleteBefore(statements.deleteExpiredLinks, by.links)) +
        (await deleteBefore(statements.deleteExpiredTokens, by.tokens)) +
        (await deleteBefore(statements.deleteOldAudit, by.tokens - auditLifetime))
      );
    },
  };
}

function adminCalls(pool: Pool): AdminStore {
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
    countApplications: async () => {
      const [row] = await list(adminStatements.countApplications, []);
      return countRow.parse(row).count;
    },
    listApplications: async () =>
      z.array(namedApplicationRow).parse(await list(adminStatements.listApplications, [])),
    addPackage: async (secretId, added) => {
      const values = [secretId, JSON.stringify([added]), String(added.total)];
      return (await pool.query(adminStatements.addPackages, values, adminOptions)).rowCount !== 0;
    },
    listPackages: async (secretId) =>
      z.array(packageRow).parse(await list(adminStatements.listPackages, [secretId ?? null])),
    listLinks: async ({ after, limit, host }) => {
      const rows =
        host === undefined
          ? list(adminStatements.listLinks, [after, limit])
          : list(adminStatements.listLinksTo, [after, limit, host]);
      return z.array(ownedLinkRow).parse(await rows);
    },
    findOwnedLink: async (id) =>
      z.optional(ownedLinkRow).parse((await list(adminStatements.findOwnedLink, [id]))[0]),
    revokeLinks: async (ids, now, by) => {
      const values = [ids, Math.floor(now), by?.via ?? '', by?.who ?? '', by?.reason ?? ''];
      return (await pool.query(adminStatements.revokeLinks, values, idempotent)).rowCount;
    },
    addRevocation: async ({ secretId, detail }) => {
      await pool.query(adminStatements.addRevocation, [secretId, detail], adminOptions);
    },
    findTaken: async (ids) => z.array(ownedLinkRow).parse(await list(adminStatements.findTaken, [ids])),
    beginImport: async (action, secretId) =>
      lineRow.parse((await list(adminStatements.beginImport, [action, secretId]))[0]).id,
    importLinks: async (links, { secretId, importId }) => {
      const rows = JSON.stringify(links.map((each) => ({ ...each, host: targetHost(each.link) })));
      const values = [rows, secretId, importId];
      return idRows.parse(await list(adminStatements.importLinks, values)).map(({ id }) => id);
    },
    undoImport: async (importId, line, limit) =>
      (await list(adminStatements.undoImport, [importId, line, limit])).length,
    listUsedImports: async (importId, { after, limit }) =>
      z.array(ownedLinkRow).parse(await list(adminStatements.listUsedImports, [importId, after, limit])),
  };
}

const lineRow = z.object({ id: z.int() });

const acceptedRow = z.object({ accepted: z.boolean() });
const stateRow = z.object({ at: z.number(), isMinuteFull: z.boolean() });

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
    if (acceptedRow.parse(rows[0]).accepted) return 0;

    const state = await pool.query(statements.limitState, [caller, limits.perMinute], callCountOptions);
    // The counts of an application that has just been removed are gone.
    const found = z.optional(stateRow).parse(state.rows[0]);
    if (!found) return 1000;
    const window = found.isMinuteFull ? 60 : 1;
    const wait = Math.ceil((window - (found.at % window)) * 1000);
    refusedUntil.set(caller, performance.now() + wait);
    return wait;
  };
}
