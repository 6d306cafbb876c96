import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, constants, copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Configuration } from '../configuration/settings.ts';
import { StartError, systemCode } from '../start-error.ts';

/**
 * Writes all data into a new file, while the service runs.
 *
 * @throws StartError; a file that is there already is not changed
 */
export async function backUp({ database, data }: Configuration, file: string): Promise<void> {
  if (existsSync(file)) throw new StartError(`The file ${file} exists already; choose another name.`);
  if (database !== '') {
    await runProgram('pg_dump', ['--format=custom', `--file=${file}`], database);
    chmodSync(file, 0o600);
    return;
  }

  const { openDatabase } = await import('../store/sqlite/database.ts');
  const source = openDatabase(data);
  try {
    source.prepare('VACUUM INTO ?').run(file);
    chmodSync(file, 0o600);
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
  const { withClient } = await import('../store/postgres/prepare-database.ts');
  const { schemaVersion } = await import('../store/postgres/migrate.ts');
  const version = await withClient(url, schemaVersion);
  if (version !== undefined) {
    throw new StartError('The database has data of Waylark already; restore into an empty one.');
  }
  const flags = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'];
  await runProgram('pg_restore', [...flags, `--dbname=${new URL(url).pathname.slice(1)}`, file], url);
}

/** Runs a program of PostgreSQL. The address goes by the environment: others can read the arguments of a process. */
async function runProgram(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  url: string,
): Promise<void> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const environment = {
    PGHOST: hostname.replace(/^\[(.*)\]$/, '$1'),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? 'prefer',
  };
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const closed = once(child, 'close');
  const output = await Promise.all([text(child.stderr), closed]).then(
    ([errors]) => errors,
    (error: unknown) => {
      throw new StartError(
        `${program} cannot be run (${systemCode(error)}); install PostgreSQL's client programs.`,
      );
    },
  );
  if (child.exitCode === 0) return;

  const [line = ''] = output.split('\n').filter((each) => each.includes('error:'));
  throw new StartError(
    `${program} failed: ${line.replace(/^.*?error: /, '').slice(0, 300) || 'without a reason'}.`,
  );
}
