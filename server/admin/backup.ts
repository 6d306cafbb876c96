import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Configuration } from '../config/configuration.ts';
import { StartError } from '../config/errors.ts';
import { schemaVersion } from '../store/postgres/migrations.ts';
import { withClient } from '../store/postgres/prepare-database.ts';
import { fileName, openDatabase } from '../store/sqlite/database.ts';
import { cannotWrite, writeOwnFile } from './own-file.ts';
import { runProgram } from './postgres-programs.ts';

export type BackupSource = Pick<Configuration, 'database' | 'data'>;

/**
 * Called right before the data are copied, so that the caller can read the same state as the backup. Returns the name of the
 * PostgreSQL snapshot to copy; if it is empty, the current data are copied.
 */
type TakeSnapshot = () => string | Promise<string>;

/**
 * Writes all data into a new file, while the service runs.
 *
 * @throws StartError; a file that is there already is not changed
 */
export async function backUp(
  { database, data }: BackupSource,
  file: string,
  takeSnapshot: TakeSnapshot = () => '',
): Promise<void> {
  // Both SQLite and pg_dump write into an empty file that exists.
  await writeOwnFile(file, 'The backup', async (part) => {
    if (database === '') await copyFile(data, part, takeSnapshot);
    else await dump(database, part, await takeSnapshot());
  });
}

async function dump(url: string, file: string, snapshot: string): Promise<void> {
  const flags = ['--format=custom', `--file=${file}`];
  await runProgram('pg_dump', snapshot === '' ? flags : [...flags, `--snapshot=${snapshot}`], url);
}

async function copyFile(data: string, file: string, takeSnapshot: TakeSnapshot): Promise<void> {
  const source = await openDatabase(data, { migrates: false });
  try {
    const statement = source.prepare('VACUUM INTO ?');
    await takeSnapshot();
    statement.run(file);
  } finally {
    source.close();
  }
}

/**
 * Takes all data from a file of `backUp` into an empty database, or a folder without a data file.
 *
 * @throws StartError; data that are there already are not changed
 */
export async function restore({ database, data }: BackupSource, file: string): Promise<void> {
  const stats = await stat(file).catch(() => null);
  if (!stats?.isFile()) throw new StartError(`There is no file ${file}.`);
  // SQLite takes an empty file for a new database.
  if (stats.size === 0) throw new StartError(`The file ${file} is empty, so it is no backup of Waylark.`);
  const kind = kindOf(file);
  if (kind === 'database' && database === '')
    throw new StartError(`The file ${file} is the backup of a database; name one with --database.`);
  if (kind === 'data file' && database !== '')
    throw new StartError(`The file ${file} is the backup of a data file; name a folder with --data.`);
  if (database === '') await restoreFile(data, file);
  else await restoreDatabase(database, file);
}

/** What a backup is of, by the first bytes of the file; undefined for one that is no backup. */
function kindOf(file: string): 'database' | 'data file' | undefined {
  const bytes = Buffer.alloc(16);
  const opened = openSync(file, 'r');
  readSync(opened, bytes);
  closeSync(opened);
  // PostgreSQL's src/bin/pg_dump/pg_backup_archiver.c and https://sqlite.org/fileformat.html.
  if (bytes.toString('latin1').startsWith('PGDMP')) return 'database';
  return bytes.toString('latin1') === 'SQLite format 3\0' ? 'data file' : undefined;
}

export async function restoreFile(folder: string, file: string): Promise<void> {
  const target = join(folder, fileName);
  const part = `${target}.part`;
  if (existsSync(target))
    throw new StartError(`There are data in ${folder} already; choose another folder with --data.`);

  const isNew = !existsSync(folder);
  // Opening creates the folder and checks that it can be written.
  (await openDatabase(folder)).close();
  const remove = () => {
    for (const suffix of ['', '-wal', '-shm', '.part']) rmSync(target + suffix, { force: true });
  };
  remove();
  try {
    // Half a copy under the name of the data file would look like a damaged one.
    copyFileSync(file, part);
    chmodSync(part, 0o600);
    renameSync(part, target);
    (await openDatabase(folder)).close();
  } catch (error) {
    remove();
    if (isNew) rmdirSync(folder);
    if (!(error instanceof StartError)) throw cannotWrite('The data', folder, error);
    throw new StartError(`The file ${file} is no backup of Waylark.`, { cause: error });
  }
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
