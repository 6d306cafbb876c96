import { accessSync, closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { StartError, systemCode } from '../../config/start-error.ts';
import { StoreUnavailableError } from '../contract.ts';

export const fileName = 'waylark.db';

/** "Wayl" in ASCII. SQLite's header field that identifies the program which a file belongs to. */
const applicationId = 0x57_61_79_6c;
const schemaVersion = 1;

/** Milliseconds that a call waits while another program has locked the file. The wait blocks the whole process. */
const busyTimeout = 250;

/**
 * All times are Unix seconds, but `opened_on` and `day` are in days since 1970; `expires_at` is the second from which a row is
 * no longer valid. `endings` has every identifier that a person chose, here or at the service that it was imported from, and
 * `lower_case_endings` the same in lower case, with how many there are that differ in case only. `host` is where a link leads,
 * see `targetHost`, and a token has the hash of the key that it was issued for. `import_id` is the line of the audit log of the
 * import that a link came with, negative once the link was opened or changed. AUTOINCREMENT never gives out a number of a
 * deleted line again.
 */
const schema = `
  CREATE TABLE applications (
    secret_id TEXT PRIMARY KEY,
    key_hash BLOB NOT NULL,
    per_second INTEGER NOT NULL CHECK (per_second > 0),
    per_minute INTEGER NOT NULL CHECK (per_minute > 0),
    name TEXT NOT NULL
  ) STRICT;
  CREATE TABLE packages (
    id INTEGER PRIMARY KEY,
    secret_id TEXT NOT NULL REFERENCES applications ON DELETE CASCADE,
    total INTEGER NOT NULL,
    used INTEGER NOT NULL DEFAULT 0,
    starts_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX packages_by_application ON packages (secret_id, expires_at);
  CREATE TABLE tokens (
    hash BLOB PRIMARY KEY,
    secret_id TEXT NOT NULL,
    key_hash BLOB NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE people (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    secret_id TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    since INTEGER NOT NULL,
    refresh_token TEXT,
    checked_at INTEGER NOT NULL,
    sign_outs INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE links (
    id TEXT PRIMARY KEY,
    link TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    secret_id TEXT,
    created_at INTEGER NOT NULL,
    removed_at INTEGER,
    max_opens INTEGER,
    opens INTEGER NOT NULL DEFAULT 0,
    opened_on INTEGER,
    host TEXT,
    import_id INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX links_by_expiry ON links (expires_at);
  CREATE INDEX links_by_owner ON links (secret_id, id);
  CREATE INDEX links_by_host ON links (host, id);
  CREATE INDEX links_by_import ON links (import_id, id) WHERE import_id IS NOT NULL;
  CREATE TABLE endings (ending TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE INDEX endings_by_lower_case ON endings (lower(ending));
  CREATE TABLE lower_case_endings (
    ending TEXT PRIMARY KEY,
    count INTEGER NOT NULL DEFAULT 1
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE audit_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL DEFAULT (unixepoch()),
    via TEXT NOT NULL,
    who TEXT NOT NULL DEFAULT '',
    action TEXT NOT NULL,
    link_id TEXT NOT NULL DEFAULT '',
    secret_id TEXT NOT NULL DEFAULT '',
    link_count INTEGER,
    host TEXT NOT NULL DEFAULT '',
    reason TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE INDEX audit_log_by_time ON audit_log (at);
  CREATE INDEX audit_log_of_backups ON audit_log (at) WHERE action = 'backup-verified';
  CREATE TABLE day_counts (
    day INTEGER NOT NULL,
    name TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE instances (
    name TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    problem TEXT NOT NULL,
    seen_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE operator_links (
    hash BLOB PRIMARY KEY,
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    session_hash BLOB UNIQUE
  ) STRICT, WITHOUT ROWID;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`;

/** SQLite's primary result codes, https://sqlite.org/rescode.html. */
const sqliteCodes = { busy: 5, locked: 6, corrupt: 11, notADatabase: 26 } as const;

const sqliteError = z.object({ errcode: z.int() });

/** SQLite's primary result code of an error; undefined for an error that is not SQLite's. */
function sqliteCode(error: unknown): number | undefined {
  const parsed = sqliteError.safeParse(error);
  return parsed.success ? parsed.data.errcode & 0xff : undefined;
}

/**
 * Opens the database file in `folder` and creates both if they do not exist. A file that is damaged, or another
 * program's, is not changed.
 *
 * @throws StartError
 */
export function openDatabase(folder: string): DatabaseSync {
  // SQLite takes a relative path that begins with "file:" for a URL.
  const file = resolve(folder, fileName);
  createPrivateFile(folder, file);
  const database = new DatabaseSync(file, { timeout: busyTimeout, enableForeignKeyConstraints: true });

  try {
    if (isNew(database, file)) database.exec(`BEGIN IMMEDIATE; ${schema} COMMIT;`);
    // FULL: a link that was answered survives not only a killed process but also a power failure.
    // secure_delete: a deleted link is overwritten in the file.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
    return database;
  } catch (error) {
    database.close();
    throw error instanceof StartError ? error : startErrorFor(error, file);
  }
}

/** The file that a running service keeps locked. It has no content. */
const lockName = 'waylark.lock';

/**
 * Keeps other services away from the data file in `folder` until the returned function is called: each would count the limits of
 * calls by itself. The lock is SQLite's, so it ends with this process however that ends. The commands of the administrator do
 * not ask for it.
 *
 * @throws StartError
 */
export function lockFolder(folder: string): () => void {
  const file = resolve(folder, lockName);
  createPrivateFile(folder, file);
  const lock = new DatabaseSync(file, { timeout: 0 });

  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (sqliteCode(error) !== sqliteCodes.busy) throw startErrorFor(error, file);
    throw new StartError(
      `Another Waylark service uses the data folder ${folder}; stop that first, or choose another folder with --data.`,
      { cause: error },
    );
  }
  return () => {
    lock.close();
  };
}

/** Creates folder and file so that other users of this machine cannot read which pages were shortened. */
function createPrivateFile(folder: string, file: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw notWritable(folder, error);
  }
}

/** False for an intact file of this program. It only reads, so that a refused file is not changed. */
function isNew(database: DatabaseSync, file: string): boolean {
  const [check] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
  if (check !== 'ok') throw damaged(file);

  const id = pragma(database, 'application_id');
  const version = pragma(database, 'user_version');
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;

  if (isEmpty && id === 0 && version === 0) return true;
  if (id !== applicationId) throw damaged(file);
  if (version !== schemaVersion)
    throw new StartError(
      `The data file ${file} was written by another version of Waylark; use that version.`,
    );
  // A file from elsewhere may have a trigger, which would run at every write of the service.
  if (definitionsIn(database) !== ownDefinitions()) throw damaged(file);
  return false;
}

function ownDefinitions(): string {
  const empty = new DatabaseSync(':memory:');
  empty.exec(schema);
  const definitions = definitionsIn(empty);
  empty.close();
  return definitions;
}

/** All tables, indexes, views and triggers; how their definitions are spaced does not matter. */
function definitionsIn(database: DatabaseSync): string {
  const rows = database
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')
    .all();
  return JSON.stringify(rows).replaceAll(/(?:\\n|\s)+/g, ' ');
}

function pragma(database: DatabaseSync, name: 'application_id' | 'user_version'): unknown {
  return database.prepare(`PRAGMA ${name}`).get()?.[name];
}

function startErrorFor(error: unknown, file: string): StartError {
  const code = sqliteCode(error);
  if (code === sqliteCodes.corrupt || code === sqliteCodes.notADatabase) return damaged(file, error);

  if (code === sqliteCodes.busy || code === sqliteCodes.locked) {
    return new StartError(`The data file ${file} is in use by another program; close that first.`, {
      cause: error,
    });
  }
  return notWritable(file, error);
}

function damaged(file: string, cause?: unknown): StartError {
  return new StartError(
    `The data file ${file} is damaged or not Waylark's and was left as it is; move it away or choose another folder with --data.`,
    { cause },
  );
}

function notWritable(path: string, cause: unknown): StartError {
  const code = systemCode(cause);
  const reason = code === 'ERR_SQLITE_ERROR' && cause instanceof Error ? cause.message : code;

  return new StartError(
    `The data folder cannot be written (${path}: ${reason}); choose another with --data.`,
    { cause },
  );
}

/** Prepares each statement under its key. */
export function prepareAll<Name extends string>(
  database: DatabaseSync,
  texts: Readonly<Record<Name, string>>,
): Record<Name, StatementSync> {
  const prepared = Object.entries<string>(texts).map(([name, text]) => [name, database.prepare(text)]);
  return Object.fromEntries(prepared) as Record<Name, StatementSync>;
}

/** Runs steps in one transaction. Rolls back if they throw, or if `isSuccess` refuses their result. */
export type InTransaction = <T>(steps: () => T, isSuccess?: (outcome: T) => boolean) => T;

export function createTransactions(database: DatabaseSync): InTransaction {
  // IMMEDIATE takes the write lock at the start: SQLite refuses to wait for it in the middle of a transaction.
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');

  return (steps, isSuccess = () => true) => {
    begin.run();

    try {
      const outcome = steps();
      if (isSuccess(outcome)) commit.run();
      return outcome;
    } finally {
      if (database.isTransaction) rollback.run();
    }
  };
}

/** Wraps each of these functions so that it throws StoreUnavailableError if SQLite reports a lock. */
export function withUnavailableErrors<Calls extends object>(calls: Calls): Calls {
  const wrapped = Object.entries(calls).map(([name, call]: [string, (...args: unknown[]) => unknown]) => [
    name,
    (...args: unknown[]) => {
      try {
        return call(...args);
      } catch (error) {
        const code = sqliteCode(error);
        if (code !== sqliteCodes.busy && code !== sqliteCodes.locked) throw error;
        throw new StoreUnavailableError('Another program has locked the data file.', { cause: error });
      }
    },
  ]);
  return Object.fromEntries(wrapped) as Calls;
}
