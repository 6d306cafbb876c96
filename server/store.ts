import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { openDatabase, sqliteCode, sqliteCodes } from './database.ts';
import { prepareStatements } from './statements.ts';

/** A caller of the service: its key is kept only as a hash. Limits count calls of one operation. */
export interface Application {
  secretId: string;
  keyHash: Uint8Array;
  perSecond: number;
  perMinute: number;
}

/** Prepaid short links: `total` of them, to be made from `begin` until before `end` (Unix seconds). */
export interface Package {
  total: number;
  begin: number;
  end: number;
}

/** A short link to keep; `ends` is the Unix second from which on it no longer works. */
export interface NewLink {
  id: string;
  link: string;
  ends: number;
  secretId: string;
}

/** A token to keep, as its hash; it is refused from the Unix second `ends` on. */
export interface NewToken {
  hash: Uint8Array;
  secretId: string;
  ends: number;
}

export type Awaitable<T> = T | Promise<T>;

/**
 * All that the service remembers. Times are Unix seconds, `now` included. What a call has answered is on the
 * disk. Calls fail with StoreBusyError where waiting would help, with any other error where it would not.
 */
export interface Store {
  addApplication(application: Application, packages: readonly Package[]): Awaitable<void>;
  /** Its packages go too; its tokens stay until they end, so that their holder learns why they are refused. */
  removeApplication(secretId: string): Awaitable<boolean>;
  application(secretId: string): Awaitable<Application | undefined>;
  countApplications(): Awaitable<number>;
  addToken(token: NewToken): Awaitable<void>;
  /** The SecretID that a token which has not ended was given to. */
  tokenOwner(hash: Uint8Array, now: number): Awaitable<string | undefined>;
  /** Keeps the link and takes one from the application's packages, or does neither. */
  addLink(link: NewLink, now: number): Awaitable<'added' | 'taken' | 'no-package'>;
  /** The target of a short link that has not ended. */
  link(id: string, now: number): Awaitable<string | undefined>;
  /** Removes at most `most` ended links and as many ended tokens for good; answers how many went. */
  purge(now: number, most: number): Awaitable<number>;
  close(): Awaitable<void>;
}

/** Somebody else holds the store; the same call may succeed a moment later. */
export class StoreBusyError extends Error {
  override name = 'StoreBusyError';
}

const applicationRow = z.object({
  known: z.nullable(z.string()),
  keyHash: z.instanceof(Uint8Array),
  perSecond: z.int(),
  perMinute: z.int(),
});
const ownerRow = z.optional(z.object({ owner: z.string() }));
const countRow = z.object({ count: z.int() });

/**
 * Opens the store in `folder`, making both if need be.
 *
 * @throws StartError when the folder cannot be written or the file in it is not a sound store
 */
export function openStore(folder: string): Store {
  return createSqliteStore(openDatabase(folder));
}

type Statements = ReturnType<typeof prepareStatements>;

function createSqliteStore(database: DatabaseSync): Store {
  const statements = prepareStatements(database);
  return {
    ...applicationCalls(statements, database),
    ...linkCalls(statements, database),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

function applicationCalls(sql: Statements, database: DatabaseSync): Omit<Store, keyof LinkCalls | 'close'> {
  return {
    addApplication: guarded(({ secretId, keyHash, perSecond, perMinute }, packages) => {
      atomically(sql, database, () => {
        sql.addApplication.run(secretId, keyHash, perSecond, perMinute);
        for (const { total, begin, end } of packages) sql.addPackage.run(secretId, total, begin, end);
        return 'keep';
      });
    }),
    removeApplication: guarded((secretId) => sql.removeApplication.run(secretId).changes === 1),
    application: guarded((secretId) => {
      const { known, ...row } = applicationRow.parse(sql.application.get(secretId));
      return known === null ? undefined : { secretId, ...row };
    }),
    countApplications: guarded(() => countRow.parse(sql.countApplications.get()).count),
    addToken: guarded(({ hash, secretId, ends }) => {
      sql.addToken.run(hash, secretId, ends);
    }),
    tokenOwner: guarded((hash, now) => ownerRow.parse(sql.tokenOwner.get(hash, now))?.owner),
  };
}

type LinkCalls = Pick<Store, 'addLink' | 'link' | 'purge'>;

function linkCalls(sql: Statements, database: DatabaseSync): LinkCalls {
  return {
    addLink: guarded(({ id, link, ends, secretId }, now) => {
      const outcome = atomically(sql, database, () => {
        if (sql.takeFromPackage.run(secretId, now, now).changes === 0) return 'no-package';
        return sql.addLink.run(id, link, ends).changes === 0 ? 'taken' : 'keep';
      });
      return outcome === 'keep' ? 'added' : outcome;
    }),
    link: guarded((id, now) => {
      const target = sql.link.get(id, now)?.['link'];
      return typeof target === 'string' ? target : undefined;
    }),
    purge: guarded((now, most) => {
      const links = Number(sql.purgeLinks.run(now, most).changes);
      const removed = links + Number(sql.purgeTokens.run(now, most).changes);
      // The write-ahead log still holds what was removed until it is written back and cut.
      if (removed > 0) sql.emptyLog.get();
      return removed;
    }),
  };
}

/** Runs steps in one transaction; whatever they answer but 'keep', and whatever they throw, is taken back. */
function atomically<T extends string>(
  sql: Statements,
  database: DatabaseSync,
  steps: () => T | 'keep',
): T | 'keep' {
  sql.begin.run();
  try {
    const outcome = steps();
    if (outcome === 'keep') sql.commit.run();
    return outcome;
  } finally {
    if (database.isTransaction) sql.rollback.run();
  }
}

/** Tells "somebody else is writing" from every other failure of SQLite. */
function guarded<Input extends readonly unknown[], Output>(call: (...input: Input) => Output) {
  return (...input: Input): Output => {
    try {
      return call(...input);
    } catch (error) {
      const code = sqliteCode(error);
      if (code !== sqliteCodes.busy && code !== sqliteCodes.locked) throw error;
      throw new StoreBusyError('The data file is held by another program.', { cause: error });
    }
  };
}
