import { constants } from 'node:fs';
import { access, mkdir, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { StartError, systemCode } from '../../config/errors.ts';
import { StoreUnavailableError } from '../contract.ts';
import { migrate, type MigratedDatabase, newerSchema } from '../migrate.ts';
import { schema } from '../schema.ts';

export const fileName = 'waylark.db';

/** The steps that lead to the schema: each is carried out once, and never changed afterwards. */
const migrations: readonly string[] = [
  schema({
    name: 'text',
    bigint: 'integer',
    bytes: 'blob',
    serial: 'integer PRIMARY KEY AUTOINCREMENT',
    now: 'unixepoch()',
    keyed: ' STRICT, WITHOUT ROWID',
    numbered: ' STRICT',
  }),
];

/** "Wayl" in ASCII. SQLite's header field that identifies the program which a file belongs to. */
const applicationId = 0x57_61_79_6c;

/** Milliseconds that a call waits while another program has locked the file. The wait blocks the whole process. */
const busyTimeout = 250;

/** SQLite's primary result codes, https://sqlite.org/rescode.html. */
const sqliteCodes = { busy: 5, locked: 6, corrupt: 11, notADatabase: 26 } as const;

const sqliteError = z.object({ errcode: z.int() });

/** SQLite's primary result code of an error; undefined for an error that is not SQLite's. */
function sqliteCode(error: unknown): number | undefined {
  const parsed = sqliteError.safeParse(error);
  return parsed.success ? parsed.data.errcode & 0xff : undefined;
}

interface OpenOptions {
  /** Whether a file of an older version is brought to the newest schema; a new file always is. */
  migrates?: boolean;
  /** Replaces the migrations in tests. */
  steps?: readonly string[];
}

/**
 * Opens the database file in `folder` and creates both if they do not exist. A file that is damaged, or another
 * program's, is not changed.
 *
 * @throws StartError
 */
export async function openDatabase(
  folder: string,
  { migrates = true, steps = migrations }: OpenOptions = {},
): Promise<DatabaseSync> {
  // SQLite takes a relative path that begins with "file:" for a URL.
  const file = resolve(folder, fileName);
  await createPrivateFile(folder, file);
  const database = new DatabaseSync(file, { timeout: busyTimeout, enableForeignKeyConstraints: true });

  try {
    const version = versionOf(database, file, steps);
    if (version > 0 && version < steps.length && !migrates)
      throw new StartError(
        `The data file ${file} has schema ${version} and this version needs ${steps.length}: start the service, which updates it.`,
      );
    await migrate(migrated(database), steps);
    // FULL: a link that was answered survives not only a killed process but also a power failure.
    // secure_delete: a deleted link is overwritten in the file.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
    return database;
  } catch (error) {
    database.close();
    throw error instanceof StartError ? error : startErrorFor(error, file);
  }
}

const migrated = (database: DatabaseSync): MigratedDatabase => ({
  // IMMEDIATE takes the write lock at the start: another process waits, or is refused.
  begin: 'BEGIN IMMEDIATE',
  execute: (sql) => {
    database.exec(sql);
  },
  version: () => pragma(database, 'user_version'),
  lockVersion: () => pragma(database, 'user_version'),
  setVersion: (version) => {
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version};`);
  },
});

/** The file that a running service keeps locked. It has no content. */
const lockName = 'waylark.lock';

/**
 * Keeps other services away from the data file in `folder` until the returned function is called: each would count the limits of
 * calls by itself. The lock is SQLite's, so it ends with this process however that ends. The commands of the administrator do
 * not ask for it.
 *
 * @throws StartError
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const file = resolve(folder, lockName);
  await createPrivateFile(folder, file);
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
async function createPrivateFile(folder: string, file: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
    await (await open(file, 'a', 0o600)).close();
  } catch (error) {
    throw notWritable(folder, error);
  }
}

/** How many of the steps an intact file of this program has been through. It only reads, so that a refused file is not changed. */
function versionOf(database: DatabaseSync, file: string, steps: readonly string[]): number {
  const [check] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
  if (check !== 'ok') throw damaged(file);

  const id = pragma(database, 'application_id');
  const version = pragma(database, 'user_version');
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;

  if (isEmpty && id === 0 && version === 0) return 0;
  if (id !== applicationId) throw damaged(file);
  if (version > steps.length)
    throw new StartError(newerSchema(`The data file ${file}`, version, steps.length));
  // A file from elsewhere may have a trigger, which would run at every write of the service.
  if (definitionsIn(database) !== definitionsAfter(steps.slice(0, version))) throw damaged(file);
  return version;
}

function definitionsAfter(steps: readonly string[]): string {
  const empty = new DatabaseSync(':memory:');
  for (const step of steps) empty.exec(step);
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

function pragma(database: DatabaseSync, name: 'application_id' | 'user_version'): number {
  return z.int().parse(database.prepare(`PRAGMA ${name}`).get()?.[name]);
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

/** Prepares each statement under its key, after `translate`. */
export function prepareAll<Name extends string>(
  database: DatabaseSync,
  texts: Readonly<Record<Name, string>>,
  translate = (text: string) => text,
): Record<Name, StatementSync> {
  const prepared = Object.entries<string>(texts).map(([name, text]) => [
    name,
    database.prepare(translate(text)),
  ]);
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
