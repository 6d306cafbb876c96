import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { type AdminStore, type RequestStore, type Store, StoreUnavailableError } from '../contract.ts';
import {
  applicationOrNone,
  applicationRow,
  countRow,
  foundLinkRow,
  foundTokenOwnerRow,
  linkRow,
  packageRow,
} from '../rows.ts';
import { createCallCounter } from './call-counter.ts';
import { openDatabase, sqliteCode, sqliteCodes } from './database.ts';
import { prepareStatements } from './statements.ts';

/**
 * Opens the store in `folder` and creates both if they do not exist. One process uses it: the counts of calls are in
 * its memory.
 *
 * @throws StartError if the folder is not writable or its data file is damaged
 */
export function openSqliteStore(folder: string): Store {
  const database = openDatabase(folder);
  const statements = prepareStatements(database);

  return {
    ...requestCalls(statements),
    ...linkCalls(statements, database),
    ...applicationCalls(statements, database),
    ...listCalls(statements),
    health: withUnavailable(() => {
      countRow.parse(statements.countApplications.get());
      return { problem: undefined, clock: undefined };
    }),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

type Statements = ReturnType<typeof prepareStatements>;

type LinkCalls = Pick<RequestStore, 'addLink' | 'findLink' | 'deleteExpired'>;

function requestCalls(sql: Statements): Omit<RequestStore, keyof LinkCalls> {
  return {
    findApplication: withUnavailable((secretId) => {
      const { storedId, ...row } = applicationOrNone.parse(sql.findApplication.get(secretId));
      return storedId === null ? undefined : { secretId, ...row };
    }),

    addToken: withUnavailable(({ hash, secretId, expiresAt }) => {
      sql.addToken.run(hash, secretId, expiresAt);
    }),

    findTokenOwner: withUnavailable((hash, now) => {
      const row = foundTokenOwnerRow.parse(sql.findTokenOwner.get(hash, now));
      return row && { application: row.keyHash === null ? undefined : row };
    }),

    takeCall: createCallCounter(),
  };
}

function linkCalls(sql: Statements, database: DatabaseSync): LinkCalls {
  return {
    addLink: withUnavailable(({ id, link, expiresAt, secretId }, now) => {
      const outcome = inTransaction(sql, database, () => {
        if (sql.takeFromPackage.run(secretId, now, now).changes === 0) return 'no-package';
        return sql.addLink.run(id, link, expiresAt).changes === 0 ? 'taken' : 'commit';
      });
      return outcome === 'commit' ? 'added' : outcome;
    }),

    findLink: withUnavailable((id, now) => {
      const found = foundLinkRow.parse(sql.findLink.get(id, now));
      return found && { id, ...found };
    }),

    deleteExpired: withUnavailable((by, limit) => {
      const links = Number(sql.deleteExpiredLinks.run(by.links, limit).changes);
      const tokens = Number(sql.deleteExpiredTokens.run(by.tokens, limit).changes);
      const deleted = links + tokens;

      // The write-ahead log still contains the deleted rows until it is written back and truncated.
      if (deleted > 0) sql.truncateLog.get();
      return deleted;
    }),
  };
}

type ListCalls = Pick<AdminStore, `list${string}` & keyof AdminStore>;

function applicationCalls(sql: Statements, database: DatabaseSync): Omit<AdminStore, keyof ListCalls> {
  return {
    addApplication: withUnavailable(({ secretId, keyHash, perSecond, perMinute }, packages) => {
      inTransaction(sql, database, () => {
        sql.addApplication.run(secretId, keyHash, perSecond, perMinute);
        for (const { total, startsAt, expiresAt } of packages)
          sql.addPackage.run(secretId, total, startsAt, expiresAt);
        return 'commit';
      });
    }),

    removeApplication: withUnavailable((secretId) => sql.removeApplication.run(secretId).changes === 1),

    countApplications: withUnavailable(() => countRow.parse(sql.countApplications.get()).count),

    addPackage: withUnavailable(
      (secretId, { total, startsAt, expiresAt }) =>
        sql.addPackageIfApplication.run(total, startsAt, expiresAt, secretId).changes === 1,
    ),

    removeLink: withUnavailable((id) => {
      const isRemoved = sql.removeLink.run(id).changes === 1;
      if (isRemoved) sql.truncateLog.get();
      return isRemoved;
    }),
  };
}

function listCalls(sql: Statements): ListCalls {
  return {
    listApplications: withUnavailable(() => z.array(applicationRow).parse(sql.listApplications.all())),

    listPackages: withUnavailable((secretId) =>
      z.array(packageRow).parse(sql.listPackages.all(secretId ?? null)),
    ),

    listLinks: withUnavailable(({ after, limit }) => z.array(linkRow).parse(sql.listLinks.all(after, limit))),
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

/** Wraps a call so that it throws StoreUnavailableError if SQLite reports a lock. */
function withUnavailable<Input extends readonly unknown[], Output>(call: (...input: Input) => Output) {
  return (...input: Input): Output => {
    try {
      return call(...input);
    } catch (error) {
      const code = sqliteCode(error);
      if (code !== sqliteCodes.busy && code !== sqliteCodes.locked) throw error;
      throw new StoreUnavailableError('Another program has locked the data file.', { cause: error });
    }
  };
}
