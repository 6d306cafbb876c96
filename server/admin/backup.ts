import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Configuration } from '../configuration/settings.ts';
import { StartError, systemCode } from '../start-error.ts';

/**
 * Writes all data into a new file, while the service runs.
 *
 * @throws StartError; a file that is there already is not changed
 */
export async function backUp({ database, data }: Configuration, file: string): Promise<void> {
  createOwnFile(file);
  try {
    if (database === '') await copyFile(data, file);
    else await dump(database, file);
  } catch (error) {
    // What was written so far is no backup.
    rmSync(file, { force: true });
    throw error;
  }
}

async function dump(url: string, file: string): Promise<void> {
  const { runProgram } = await import('./client-programs.ts');
  await runProgram('pg_dump', ['--format=custom', `--file=${file}`], url);
}

/** Creates an empty file that only its owner can read: both programs write into it. */
function createOwnFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    const isThere = systemCode(error) === 'EEXIST';
    throw new StartError(
      isThere
        ? `The file ${file} exists already; choose another name.`
        : `The backup cannot be written to ${file} (${systemCode(error)}).`,
      { cause: error },
    );
  }
}

async function copyFile(data: string, file: string): Promise<void> {
  const { openDatabase } = await import('../store/sqlite/database.ts');
  const source = openDatabase(data);
  try {
    source.prepare('VACUUM INTO ?').run(file);
  } catch (error) {
    throw new StartError(`The backup cannot be written to ${file}.`, { cause: error });
  } finally {
    source.close();
  }
}

/**
 * Takes all data from a file of `backUp` into an empty database, or a folder without a data file.
 *
 * @throws StartError; data that are there already are not changed
 */
export async function restore({ database, data }: Configuration, file: string): Promise<void> {
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`);
  // SQLite takes an empty file for a new database.
  if (statSync(file).size === 0)
    throw new StartError(`The file ${file} is empty, so it is no backup of Waylark.`);
  await (database === '' ? restoreFile(data, file) : restoreDatabase(database, file));
}

async function restoreFile(folder: string, file: string): Promise<void> {
  const { fileName, openDatabase } = await import('../store/sqlite/database.ts');
  const target = join(folder, fileName);
  if (existsSync(target))
    throw new StartError(`There are data in ${folder} already; choose another folder with --data.`);

  // Opening creates the folder and checks that it can be written.
  openDatabase(folder).close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(target + suffix, { force: true });
  copyFileSync(file, target, constants.COPYFILE_EXCL);
  chmodSync(target, 0o600);
  try {
    openDatabase(folder).close();
  } catch (error) {
    rmSync(target, { force: true });
    throw new StartError(`The file ${file} is no backup of Waylark.`, { cause: error });
  }
}

async function restoreDatabase(url: string, file: string): Promise<void> {
  const { runProgram } = await import('./client-programs.ts');
  const { withClient } = await import('../store/postgres/prepare-database.ts');
  const { schemaVersion } = await import('../store/postgres/migrate.ts');
  await withClient(url, async (client) => {
    if ((await schemaVersion(client)) !== undefined)
      throw new StartError('The database has data of Waylark already; restore into an empty one.');
    const { rows } = await client.query(powerQuery);
    if (z.object({ hasPower: z.boolean() }).parse(rows[0]).hasPower)
      throw new StartError(
        'The database user may run programs or use files on the server, and so could what is in the backup: restore as a user that only owns the database.',
      );
  });
  // It needs a database by name; this address takes that, and all else, from the environment.
  const flags = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'];
  await runProgram('pg_restore', [...flags, '--dbname=postgresql://', file], url);
}

/** Whether the user can act beyond the database, also as another role: what is in a backup may change the role. */
const powerQuery = `SELECT bool_or(rolsuper OR rolname IN
    ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files')) AS "hasPower"
  FROM pg_roles WHERE pg_has_role(session_user, oid, 'MEMBER')`;
