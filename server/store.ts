import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { openDatabase, sqliteCode, sqliteCodes } from './database.ts';
import type { CallLimits } from './limits.ts';
import { prepareStatements } from './statements.ts';

const applicationRow = z.object({
  storedId: z.nullable(z.string()),
  keyHash: z.instanceof(Uint8Array),
  perSecond: z.int(),
  perMinute: z.int(),
});
const ownerRow = z.optional(z.object({ owner: z.string() }));
const linkRow = z.optional(z.object({ link: z.string() }));
const countRow = z.object({ count: z.int() });

/** A caller of the service. Only the SHA-256 hash of its SecretKey is stored. The limits apply to each operation. */
export interface Application extends CallLimits {
  secretId: string;
  keyHash: Uint8Array;
}

/** Prepaid short links: `total` of them, which can be created from `begin` until before `end` (Unix seconds). */
export interface Package {
  total: number;
  begin: number;
  end: number;
}

/** A short link to store. It stops working at `expiresAt` (Unix seconds). */
export interface NewLink {
  id: string;
  link: string;
  expiresAt: number;
  secretId: string;
}

/** A token to store, as its SHA-256 hash. It is refused from `expiresAt` on (Unix seconds). */
export interface NewToken {
  hash: Uint8Array;
  secretId: string;
  expiresAt: number;
}

export type Awaitable<T> = T | Promise<T>;

/**
 * All persistent data of the service. Times are Unix seconds, `now` included. When a call has returned, its changes are
 * on the disk. A call throws StoreBusyError if a retry may succeed, and any other error if it may not.
 */
export interface Store {
  addApplication(application: Application, packages: readonly Package[]): Awaitable<void>;
  /**
   * Removes an application with its packages; false if it does not exist. Its tokens stay until they expire, so that a
   * caller with such a token gets Application Not Found.
   */
  removeApplication(secretId: string): Awaitable<boolean>;
  findApplication(secretId: string): Awaitable<Application | undefined>;
  countApplications(): Awaitable<number>;
  addToken(token: NewToken): Awaitable<void>;
  /** The SecretID of the application that a token was issued to; undefined for an unknown or expired token. */
  findTokenOwner(hash: Uint8Array, now: number): Awaitable<string | undefined>;
  /** Stores the link and takes one unit from the application's packages, or does neither. */
  addLink(link: NewLink, now: number): Awaitable<'added' | 'taken' | 'no-package'>;
  /** The target of a short link; undefined for an unknown or expired one. */
  findLink(id: string, now: number): Awaitable<string | undefined>;
  /** Deletes at most `limit` links and as many tokens that expired by these times; returns how many rows it deleted. */
  deleteExpired(by: { links: number; tokens: number }, limit: number): Awaitable<number>;
  close(): Awaitable<void>;
}

/** Another program has locked the data file; the same call may succeed a moment later. */
export class StoreBusyError extends Error {
  override name = 'StoreBusyError';
}

/**
 * Opens the store in `folder` and creates both if they do not exist.
 *
 * @throws StartError if the folder is not writable or its data file is damaged
 */
export function openStore(folder: string): Store {
  const database = openDatabase(folder);
  const statements = prepareStatements(database);

  return {
    ...applicationCalls(statements, database),
    ...linkCalls(statements, database),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function applicationCalls(sql: Statements, database: DatabaseSync): Omit<Store, keyof LinkCalls | 'close'> {
  return {
    addApplication: withBusyError(({ secretId, keyHash, perSecond, perMinute }, packages) => {
      inTransaction(sql, database, () => {
        sql.addApplication.run(secretId, keyHash, perSecond, perMinute);
        for (const { total, begin, end } of packages) sql.addPackage.run(secretId, total, begin, end);
        return 'commit';
      });
    }),

    removeApplication: withBusyError((secretId) => sql.removeApplication.run(secretId).changes === 1),

    findApplication: withBusyError((secretId) => {
      const { storedId, ...row } = applicationRow.parse(sql.findApplication.get(secretId));
      return storedId === null ? undefined : { secretId, ...row };
    }),

    countApplications: withBusyError(() => countRow.parse(sql.countApplications.get()).count),

    addToken: withBusyError(({ hash, secretId, expiresAt }) => {
      sql.addToken.run(hash, secretId, expiresAt);
    }),

    findTokenOwner: withBusyError((hash, now) => ownerRow.parse(sql.findTokenOwner.get(hash, now))?.owner),
  };
}

type LinkCalls = Pick<Store, 'addLink' | 'findLink' | 'deleteExpired'>;

function linkCalls(sql: Statements, database: DatabaseSync): LinkCalls {
  return {
    addLink: withBusyError(({ id, link, expiresAt, secretId }, now) => {
      const outcome = inTransaction(sql, database, () => {
        if (sql.takeFromPackage.run(secretId, now, now).changes === 0) return 'no-package';
        return sql.addLink.run(id, link, expiresAt).changes === 0 ? 'taken' : 'commit';
      });
      return outcome === 'commit' ? 'added' : outcome;
    }),

    findLink: withBusyError((id, now) => linkRow.parse(sql.findLink.get(id, now))?.link),

    deleteExpired: withBusyError((by, limit) => {
      const links = Number(sql.deleteExpiredLinks.run(by.links, limit).changes);
      const tokens = Number(sql.deleteExpiredTokens.run(by.tokens, limit).changes);
      const deleted = links + tokens;

      // The write-ahead log still contains the deleted rows until it is written back and truncated.
      if (deleted > 0) sql.truncateLog.get();
      return deleted;
    }),
  };
}

/** Runs `steps` in one transaction. Rolls back if they throw or return anything but 'commit'. */
function inTransaction<T extends string>(
  sql: Statements,
  database: DatabaseSync,
  steps: () => T | 'commit',
): T | 'commit' {
  sql.begin.run();

  try {
    const outcome = steps();
    if (outcome === 'commit') sql.commit.run();
    return outcome;
  } finally {
    if (database.isTransaction) sql.rollback.run();
  }
}

/** Wraps a call so that it throws StoreBusyError where SQLite reports a lock. */
function withBusyError<Input extends readonly unknown[], Output>(call: (...input: Input) => Output) {
  return (...input: Input): Output => {
    try {
      return call(...input);
    } catch (error) {
      const code = sqliteCode(error);
      if (code !== sqliteCodes.busy && code !== sqliteCodes.locked) throw error;
      throw new StoreBusyError('Another program has locked the data file.', { cause: error });
    }
  };
}
