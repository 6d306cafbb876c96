import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import type { Configuration } from '../config/configuration.ts';
import { StartError } from '../config/errors.ts';
import { randomBase62 } from '../store/identifiers.ts';
import { schemaVersion } from '../store/postgres/migrations.ts';
import { createClient, withClient } from '../store/postgres/prepare-database.ts';
import { fileName, lockFolder, openDatabase } from '../store/sqlite/database.ts';
import { counted } from './output.ts';
import { cannotWrite, writeOwnFile } from './own-file.ts';
import { runProgram } from './postgres-programs.ts';

type DataSource = Pick<Configuration, 'database' | 'data'>;

/**
 * Writes all data into a new file, while the service runs. If it is to be verified, the backup is restored for a trial, and
 * compared with the original as it was at the time of the backup.
 *
 * @throws StartError; a file that is there already is not changed, and a backup that differs stays
 */
export async function backUp({ database, data }: DataSource, file: string, verifies = false): Promise<void> {
  if (database === '') await backUpFile(data, file, verifies);
  else if (verifies) await backUpAndVerify(database, file);
  else await dump(database, file);
}

/**
 * Takes all data from a file of `backUp` into an empty database, or a folder without a data file.
 *
 * @throws StartError; data that are there already are not changed
 */
export async function restore({ database, data }: DataSource, file: string): Promise<void> {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new StartError(`There is no file ${file}.`);
  const start = Buffer.alloc(16);
  const opened = openSync(file, 'r');
  readSync(opened, start);
  closeSync(opened);
  // PostgreSQL's src/bin/pg_dump/pg_backup_archiver.c and https://sqlite.org/fileformat.html.
  const isDump = start.toString('latin1').startsWith('PGDMP');
  if (!isDump && start.toString('latin1') !== 'SQLite format 3\0') throw noBackup(file);
  if (isDump && database === '')
    throw new StartError(`The file ${file} is the backup of a database; name one with --database.`);
  if (!isDump && database !== '')
    throw new StartError(`The file ${file} is the backup of a data file; name a folder with --data.`);
  if (isDump) await restoreDatabase(database, file);
  else await restoreFile(data, file);
}

function noBackup(file: string, cause?: unknown): StartError {
  return new StartError(`The file ${file} is no backup of Waylark.`, { cause });
}

async function backUpFile(data: string, file: string, verifies: boolean): Promise<void> {
  const source = await openDatabase(data, { migrates: false });
  try {
    // Until the connection is closed, it reads the data as they are now. The snapshot begins with the first statement that reads.
    source.exec('BEGIN; SELECT 1 FROM links LIMIT 1');
    await writeOwnFile(file, 'The backup', (part) => backup(source, part));
    if (!verifies) return;

    const folder = mkdtempSync(join(dirname(file), 'waylark-trial-'));
    try {
      await restoreFile(folder, file);
      const trial = new DatabaseSync(join(folder, fileName));
      const tables = "SELECT name FROM sqlite_schema WHERE type = 'table'";
      await compare(
        file,
        [source, trial].map((each) => (text) => Promise.resolve(each.prepare(text).all())),
        tables,
      );
      trial.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  } finally {
    source.close();
  }
}

async function restoreFile(folder: string, file: string): Promise<void> {
  requireEmpty(folder);
  let place = folder;
  while (!existsSync(place)) place = dirname(place);
  try {
    // Half a copy, or the data of another program, would be found under the name of the data file.
    const part = mkdtempSync(join(place, 'restore-'));
    try {
      copyFileSync(file, join(part, fileName));
      chmodSync(join(part, fileName), 0o600);
      const restored = await openDatabase(part).catch((error: unknown) => {
        throw noBackup(file, error);
      });
      restored.close();
      await moveData(join(part, fileName), folder);
    } finally {
      rmSync(part, { recursive: true });
    }
  } catch (error) {
    throw error instanceof StartError ? error : cannotWrite('The data', folder, error);
  }
}

function requireEmpty(folder: string): void {
  if (existsSync(join(folder, fileName)))
    throw new StartError(`There are data in ${folder} already; choose another folder with --data.`);
}

/** Moves a data file into `folder`, which is created if it does not exist, unless a service has started there meanwhile. */
async function moveData(file: string, folder: string): Promise<void> {
  const target = join(folder, fileName);
  const unlock = await lockFolder(folder);
  try {
    requireEmpty(folder);
    // SQLite would add to the data what the log of others has.
    for (const suffix of ['-wal', '-shm']) rmSync(target + suffix, { force: true });
    renameSync(file, target);
  } finally {
    unlock();
  }
}

async function dump(url: string, file: string, ...flags: readonly string[]): Promise<void> {
  // pg_dump writes into an empty file that exists.
  await writeOwnFile(file, 'The backup', (part) =>
    runProgram('pg_dump', ['--format=custom', `--file=${part}`, ...flags], url),
  );
}

async function restoreDatabase(url: string, file: string): Promise<void> {
  await withClient(url, async (client) => {
    if ((await schemaVersion(client)) !== undefined)
      throw new StartError('The database has data of Waylark already; restore into an empty one.');
    const { rows } = await client.query(privilegeQuery);
    if (z.object({ canLeaveDatabase: z.boolean() }).parse(rows[0]).canLeaveDatabase)
      throw new StartError(
        'The database user may run programs or use files on the server, and so could what is in the backup: restore as a user that only owns the database.',
      );
  });
  // pg_restore connects only with --dbname; this address takes every value from the PG* variables.
  const flags = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'];
  await runProgram('pg_restore', [...flags, '--dbname=postgresql://', file], url);
}

/** Whether the user, or a role that statements in a backup can switch to, has rights beyond the database. */
const privilegeQuery = `SELECT bool_or(rolsuper OR rolname IN
    ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files')) AS "canLeaveDatabase"
  FROM pg_roles WHERE pg_has_role(session_user, oid, 'MEMBER')`;

/** Removes all tables, and all schemas but "public", which every database has. */
const removal = `DO $$ DECLARE statement text; BEGIN
  FOR statement IN SELECT 'DROP TABLE ' || c.oid::regclass || ' CASCADE'
      FROM pg_class c WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
    UNION ALL SELECT 'DROP SCHEMA ' || quote_ident(nspname) || ' CASCADE' FROM pg_namespace
      WHERE nspname NOT LIKE 'pg\\_%' AND nspname NOT IN ('information_schema', 'public')
  LOOP EXECUTE statement; END LOOP; END $$`;

/** A lock that lasts until the connection ends: there is one trial at a time. */
const lockQuery = `SELECT pg_try_advisory_lock(hashtext('waylark trial')) AS "isFree"`;

/** The snapshot of a transaction, for pg_dump, and the schema with the tables, quoted as an identifier. */
const snapshotQuery = `SELECT pg_export_snapshot() AS snapshot, relnamespace::regnamespace::text AS schema
  FROM pg_class WHERE oid = 'links'::regclass`;

const snapshotRow = z.object({ snapshot: z.string(), schema: z.string() });

async function backUpAndVerify(database: string, file: string): Promise<void> {
  const name = `${createClient(database).database ?? ''}_trial`;
  const url = new URL(database);
  url.pathname = `/${encodeURIComponent(name)}`;
  await withClient(url.href, () => Promise.resolve()).catch((cause: unknown) => {
    throw new StartError(
      `The backup would be restored for a trial into the database ${name}, which cannot be used: create it once, with the same owner.`,
      { cause },
    );
  });

  await withClient(url.href, (trial) =>
    withClient(database, async (source) => {
      const { rows } = await trial.query(lockQuery);
      if (!z.object({ isFree: z.boolean() }).parse(rows[0]).isFree)
        throw new StartError(`Another backup is being verified in ${name}; wait until it is done.`);
      await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const { snapshot, schema } = snapshotRow.parse((await source.query(snapshotQuery)).rows[0]);
      await dump(database, file, `--snapshot=${snapshot}`);

      // What a trial that was interrupted has left.
      await trial.query(removal);
      try {
        await restoreDatabase(url.href, file);
        await trial.query(`SET search_path TO ${schema}`);
        const tables = `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'r'
          AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'links'::regclass)`;
        await compare(
          file,
          [source, trial].map((each) => async (text) => (await each.query<Row>(text)).rows),
          tables,
        );
      } finally {
        await trial.query(removal);
      }
    }),
  );
}

type Row = Record<string, unknown>;

/** Sends a statement to a database; returns the rows. */
type Query = (text: string) => Promise<readonly Row[]>;

const tableRow = z.object({ name: z.string() });

const countRow = z.object({ count: z.coerce.number() });

/**
 * Compares a restored backup with the original: how many rows each table has, and a sample of the links with all columns.
 *
 * @throws StartError if they differ
 */
async function compare(file: string, queries: readonly Query[], tables: string): Promise<void> {
  const rowsOf = (text: string) => Promise.all(queries.map((query) => query(text)));
  const differs = (how: string) =>
    new StartError(`The backup in ${file} cannot be trusted: restored, ${how}.`);

  for (const { name } of z.array(tableRow).parse((await rowsOf(tables))[0])) {
    const counts = await rowsOf(`SELECT count(*) AS count FROM ${name}`);
    const [expected = 0, found = 0] = counts.map(([row]) => countRow.parse(row).count);
    if (found !== expected)
      throw differs(`the table ${name} has ${counted(found, 'row')} in place of ${expected}`);
  }
  for (let sample = 0; sample < 10; sample += 1) {
    const links = await rowsOf(`SELECT * FROM links WHERE id >= '${randomBase62(2)}' ORDER BY id LIMIT 50`);
    if (new Set(links.map((each) => JSON.stringify(each))).size > 1)
      throw differs('some links are not as they were');
  }
}
