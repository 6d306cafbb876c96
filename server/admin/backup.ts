import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, constants, copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Configuration } from '../configuration.ts';
import { StartError, systemCode } from '../start-error.ts';
import { schemaVersion } from '../store/postgres/migrations.ts';
import { createClient, withClient } from '../store/postgres/prepare-database.ts';
import { fileName, openDatabase } from '../store/sqlite/database.ts';
import { createOwnFile } from './own-file.ts';

/**
 * Writes all data into a new file, while the service runs.
 *
 * @throws StartError; a file that is there already is not changed
 */
export async function backUp({ database, data }: Configuration, file: string): Promise<void> {
  // SQLite and pg_dump both write into it.
  createOwnFile(file, 'The backup');
  try {
    if (database === '') copyFile(data, file);
    else await runProgram('pg_dump', ['--format=custom', `--file=${file}`], database);
  } catch (error) {
    // What was written so far is no backup.
    rmSync(file, { force: true });
    throw error;
  }
}

function copyFile(data: string, file: string): void {
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
  if (database === '') restoreFile(data, file);
  else await restoreDatabase(database, file);
}

function restoreFile(folder: string, file: string): void {
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

/** Whether the user can act beyond the database, also as another role: what is in a backup may change the role. */
const privilegeQuery = `SELECT bool_or(rolsuper OR rolname IN
    ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files')) AS "canLeaveDatabase"
  FROM pg_roles WHERE pg_has_role(session_user, oid, 'MEMBER')`;

/** Parameters of libpq whose variable is not "PG" and their name. */
const otherVariables: Readonly<Record<string, string>> = {
  application_name: 'PGAPPNAME',
  connect_timeout: 'PGCONNECT_TIMEOUT',
};

/**
 * The variables with which PostgreSQL's programs connect as the service does with this address. Those of parameters that
 * libpq does not know have no effect: https://www.postgresql.org/docs/current/libpq-envars.html.
 *
 * @throws StartError
 */
export function libpqEnvironment(url: string): NodeJS.ProcessEnv {
  // As for node-postgres, the last of several values counts.
  const parameters = Object.fromEntries(new URL(url).searchParams);
  const named: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(parameters))
    named[otherVariables[name] ?? `PG${name.toUpperCase().replaceAll('_', '')}`] = value;
  const { host, port, user, password, database, ssl } = createClient(url);
  const mode = sslMode(ssl) ?? (parameters['sslmode'] || 'prefer');

  return {
    ...named,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password ?? undefined,
    PGDATABASE: database,
    PGSSLMODE: mode,
    ...(mode.startsWith('verify') && { PGSSLROOTCERT: parameters['sslrootcert'] || 'system' }),
    // GSS encryption would replace TLS, and PGSERVICE of the environment would replace the address.
    PGGSSENCMODE: 'disable',
    PGSERVICE: undefined,
  };
}

/** What libpq calls the TLS of a client of node-postgres, which verifies unless its options say otherwise; undefined without TLS. */
function sslMode(ssl: unknown): string | undefined {
  if (ssl === false) return undefined;
  if (typeof ssl !== 'object' || ssl === null) return 'verify-full';
  if ('rejectUnauthorized' in ssl && ssl.rejectUnauthorized === false) return 'require';
  return 'checkServerIdentity' in ssl ? 'verify-ca' : 'verify-full';
}

/** Runs a program of PostgreSQL. The address goes by the environment: others can read the arguments of a process. */
async function runProgram(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  url: string,
): Promise<void> {
  const child = spawn(program, args, {
    env: { ...process.env, ...libpqEnvironment(url) },
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
