import type { DatabaseSync, StatementSync } from 'node:sqlite';
import * as z from 'zod/mini';
import {
  type AdminStore,
  applicationOrNone,
  applicationRow,
  type CountedCall,
  countRow,
  foundLinkRow,
  foundTokenOwnerRow,
  linkRow,
  packageRow,
  type RequestStore,
  type Store,
  StoreUnavailableError,
} from '../contract.ts';
import { openDatabase, sqliteCode, sqliteCodes } from './database.ts';

/** The SQL of the statements. */
const statements = {
  // IMMEDIATE takes the write lock at the start: SQLite refuses to wait for it in the middle of a transaction.
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
  truncateLog: 'PRAGMA wal_checkpoint(TRUNCATE)',

  addApplication:
    'INSERT INTO applications (secret_id, key_hash, per_second, per_minute) VALUES (?, ?, ?, ?)',
  removeApplication: 'DELETE FROM applications WHERE secret_id = ?',
  // An unknown SecretID gives a row, too, with a null in `storedId`: reading a row takes longer than reading none, and
  // the difference would show which SecretIDs exist.
  findApplication: `SELECT secret_id AS storedId, coalesce(key_hash, zeroblob(32)) AS keyHash,
      coalesce(per_second, 1) AS perSecond, coalesce(per_minute, 1) AS perMinute
    FROM (SELECT 1) LEFT JOIN applications ON secret_id = ?`,
  countApplications: 'SELECT count(*) AS count FROM applications',
  listApplications: `SELECT secret_id AS secretId, key_hash AS keyHash, per_second AS perSecond, per_minute AS perMinute
    FROM applications ORDER BY secret_id`,

  addPackage: `INSERT INTO packages (secret_id, total, starts_at, expires_at)
    SELECT secret_id, ?, ?, ? FROM applications WHERE secret_id = ?`,
  // Uses the package that expires first.
  takeFromPackage: `UPDATE packages SET used = used + 1 WHERE id = (
      SELECT id FROM packages
      WHERE secret_id = ? AND starts_at <= ? AND expires_at > ? AND used < total ORDER BY expires_at, id LIMIT 1)`,
  listPackages: `SELECT CAST(id AS TEXT) AS id, secret_id AS secretId, total, used, starts_at AS startsAt, expires_at AS expiresAt
    FROM packages WHERE secret_id = ?1 OR ?1 IS NULL ORDER BY expires_at, packages.id`,

  addToken: 'INSERT INTO tokens (hash, secret_id, expires_at) VALUES (?, ?, ?)',
  findTokenOwner: `SELECT t.secret_id AS secretId, a.key_hash AS keyHash, a.per_second AS perSecond, a.per_minute AS perMinute
    FROM tokens t LEFT JOIN applications a ON a.secret_id = t.secret_id WHERE t.hash = ? AND t.expires_at > ?`,
  deleteExpiredTokens:
    'DELETE FROM tokens WHERE hash IN (SELECT hash FROM tokens WHERE expires_at <= ? LIMIT ?)',

  addLink: 'INSERT INTO links (id, link, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  findLink: 'SELECT link, expires_at AS expiresAt FROM links WHERE id = ? AND expires_at > ?',
  removeLink: 'DELETE FROM links WHERE id = ?',
  listLinks: 'SELECT id, link, expires_at AS expiresAt FROM links WHERE id > ? ORDER BY id LIMIT ?',
  deleteExpiredLinks: 'DELETE FROM links WHERE id IN (SELECT id FROM links WHERE expires_at <= ? LIMIT ?)',
} as const;

type Statements = Record<keyof typeof statements, StatementSync>;

/**
 * Opens the store in `folder` and creates both if they do not exist. One process uses it: the counts of calls are in
 * its memory.
 *
 * @throws StartError if the folder is not writable or its data file is damaged
 */
export function openSqliteStore(folder: string): Store {
  const database = openDatabase(folder);
  const prepared = Object.entries(statements).map(([name, text]) => [name, database.prepare(text)]);
  const sql = Object.fromEntries(prepared) as Statements;

  return {
    ...requestCalls(sql, database),
    ...administration(sql, database),
    health: withUnavailable(() => {
      countRow.parse(sql.countApplications.get());
      return { problem: undefined, clock: undefined };
    }),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

function requestCalls(sql: Statements, database: DatabaseSync): RequestStore {
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

    countCall: createCallCounter(),

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

function administration(sql: Statements, database: DatabaseSync): AdminStore {
  return {
    addApplication: withUnavailable(({ secretId, keyHash, perSecond, perMinute }, packages) => {
      inTransaction(sql, database, () => {
        sql.addApplication.run(secretId, keyHash, perSecond, perMinute);
        for (const { total, startsAt, expiresAt } of packages)
          sql.addPackage.run(total, startsAt, expiresAt, secretId);
        return 'commit';
      });
    }),

    removeApplication: withUnavailable((secretId) => sql.removeApplication.run(secretId).changes === 1),

    countApplications: withUnavailable(() => countRow.parse(sql.countApplications.get()).count),

    listApplications: withUnavailable(() => z.array(applicationRow).parse(sql.listApplications.all())),

    addPackage: withUnavailable(
      (secretId, { total, startsAt, expiresAt }) =>
        sql.addPackage.run(total, startsAt, expiresAt, secretId).changes === 1,
    ),

    listPackages: withUnavailable((secretId) =>
      z.array(packageRow).parse(sql.listPackages.all(secretId ?? null)),
    ),

    listLinks: withUnavailable(({ after, limit }) => z.array(linkRow).parse(sql.listLinks.all(after, limit))),

    removeLink: withUnavailable((id) => {
      const isRemoved = sql.removeLink.run(id).changes === 1;
      if (isRemoved) sql.truncateLog.get();
      return isRemoved;
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

interface Count {
  second: number;
  inSecond: number;
  minute: number;
  inMinute: number;
}

/** Counts calls in aligned seconds and minutes. The counts are in memory, so a restart resets them. */
export function createCallCounter() {
  const counts = new Map<string, Count>();

  /** Counts a call at `now` (Unix seconds), see the contract of the store. */
  return ({ secretId, operation, limits }: CountedCall, now: number): number => {
    const caller = `${secretId} ${operation}`;
    const second = Math.floor(now);
    const minute = Math.floor(now / 60);
    const previous = counts.get(caller);

    // A time other than the last one resets the count, an earlier one as well: a clock that is set back must not block calls.
    const inSecond = previous?.second === second ? previous.inSecond : 0;
    const inMinute = previous?.minute === minute ? previous.inMinute : 0;

    if (inMinute >= limits.perMinute) return Math.ceil(((minute + 1) * 60 - now) * 1000);
    if (inSecond >= limits.perSecond) return Math.ceil((second + 1 - now) * 1000);

    counts.set(caller, { second, inSecond: inSecond + 1, minute, inMinute: inMinute + 1 });
    return 0;
  };
}
