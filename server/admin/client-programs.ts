import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { StartError, systemCode } from '../start-error.ts';
import { createClient } from '../store/postgres/prepare-database.ts';

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
    // Encryption by Kerberos would take the place of TLS, and a service of the environment that of the address.
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
export async function runProgram(
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
