import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartError, systemCode } from '../config/errors.ts';
import { createClient } from '../store/postgres/prepare-database.ts';

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
    named[`PG${name.toUpperCase().replaceAll('_', '')}`] = value;
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

/** libpq's `sslmode` for the TLS options of node-postgres, which verifies certificates by default; undefined without TLS. */
function sslMode(ssl: unknown): string | undefined {
  if (ssl === false) return undefined;
  if (typeof ssl !== 'object' || ssl === null) return 'verify-full';
  if ('rejectUnauthorized' in ssl && ssl.rejectUnauthorized === false) return 'require';
  return 'checkServerIdentity' in ssl ? 'verify-ca' : 'verify-full';
}

/**
 * Runs a program of PostgreSQL with the database at `url`, which goes by the environment: others can read the arguments of a
 * process.
 *
 * @throws StartError
 */
export async function runProgram(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  url: string,
): Promise<void> {
  const env = { ...process.env, ...libpqEnvironment(url) };
  try {
    await promisify(execFile)(program, args, { env });
  } catch (error) {
    if (systemCode(error) !== '')
      throw new StartError(
        `${program} cannot be run (${systemCode(error)}); install PostgreSQL's client programs.`,
        { cause: error },
      );
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    const [line = ''] = output.split('\n').filter((each) => /error:/i.test(each));
    const reason = line.replace(/^.*?error: +/i, '').slice(0, 300) || 'without a reason';
    throw new StartError(`${program} failed: ${reason}.`, { cause: error });
  }
}
