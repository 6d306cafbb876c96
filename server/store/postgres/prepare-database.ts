import pg from 'pg';
import * as z from 'zod/mini';
import { OutsideError, StartError, systemCode } from '../../config/errors.ts';
import { type StoreHealth, StoreUnavailableError } from '../contract.ts';
import { sqlStateOf } from './errors.ts';
import { migrateDatabase, migrations, schemaProblem, schemaVersion, tables } from './migrations.ts';
import type { Pool } from './pools.ts';

/** Milliseconds that the database has for the connection at the start. */
const connectTimeout = 5000;

const modeRow = z.object({
  isReplica: z.boolean(),
  standbys: z.nullable(z.string()),
  commit: z.nullable(z.string()),
});

const modeQuery = `SELECT pg_is_in_recovery() AS "isReplica",
  current_setting('synchronous_standby_names', true) AS standbys,
  current_setting('synchronous_commit', true) AS commit`;

/**
 * Checks that the database can be used, and brings its schema up to date if `migrates` is set.
 *
 * @returns a sentence that says what a failover may lose
 * @throws StartError; nothing has been changed then
 */
export async function prepareDatabase(url: string, migrates: boolean): Promise<string> {
  return withClient(url, async (client) => {
    const mode = modeRow.parse((await client.query(modeQuery)).rows[0]);
    if (mode.isReplica) throw new StartError(replicaSentence);

    const version = await schemaVersion(client).catch(rethrow);
    if (migrates && (version ?? 0) < migrations.length) await migrateDatabase(client);
    else {
      const problem = schemaProblem(version);
      if (problem !== undefined) throw new StartError(problem);
      await checkRights(client);
    }
    return durabilityOf(mode);
  });
}

/** A client that is not connected yet. Throws StartError for an address with parameters that cannot be used. */
export function createClient(url: string): pg.Client {
  try {
    return new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeout,
      application_name: 'waylark',
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new StartError(`The database address cannot be used (${reason}).`, { cause: error });
  }
}

/** Calls `use` with a connection of its own. Throws StartError if there is none. */
export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(url);
  // A connection that breaks also emits an error of its own, beside that of its statement.
  client.on('error', () => undefined);

  try {
    await client.connect();
  } catch (error) {
    throw new StartError(connectSentence(error), { cause: error });
  }

  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** All rights on the tables $1 are checked at the start, so that no request fails for one that is missing. */
const rightsQuery = `SELECT bool_and(has_table_privilege(name, privilege)) AS "isAllowed"
  FROM unnest($1::text[]) AS name, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS privilege`;

async function checkRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query(rightsQuery, [tables]).catch(rethrow);
  if (!z.object({ isAllowed: z.boolean() }).parse(rows[0]).isAllowed) throw new StartError(rightsSentence);
}

const rightsSentence =
  'The database user may not use the tables of Waylark: grant it SELECT, INSERT, UPDATE and DELETE on them, and SELECT on waylark_schema.';

/** Throws StartError if the database refused a statement for missing rights, and any other error as it is. */
function rethrow(error: unknown): never {
  throw sqlStateOf(error) === '42501' ? new StartError(rightsSentence, { cause: error }) : error;
}

function connectSentence(error: unknown): string {
  const state = sqlStateOf(error);
  if (state?.startsWith('28')) {
    return 'The database refused the user or the password: check the database address.';
  }
  if (state === '3D000') return 'The database in the database address does not exist: create it first.';
  if (state === '42501') return 'The database user may not connect to this database: grant it CONNECT.';

  const code = state ?? systemCode(error);
  const reason = code === '' ? '' : ` (${code})`;
  return `The database cannot be reached${reason}: check host and port in the database address, and that the database runs.`;
}

function durabilityOf({ standbys, commit }: z.infer<typeof modeRow>): string {
  const waits = commit === 'on' || commit === 'remote_write' || commit === 'remote_apply';
  if (waits && standbys) {
    return `Adds wait for a synchronous standby (${standbys}): a failover to it loses no link.`;
  }
  if (commit === 'off') {
    return 'Adds do not wait for the disk (synchronous_commit is off): a crash may lose the last links.';
  }
  return 'Adds wait for the disk but for no standby: a failover may lose the last links.';
}

const healthRow = z.object({ version: z.int(), isReplica: z.boolean(), clock: z.number() });

const healthStatement = {
  name: 'waylark_health',
  text: `SELECT version, pg_is_in_recovery() AS "isReplica",
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS clock FROM waylark_schema WHERE id = 1`,
};

const replicaSentence =
  'The database is a read-only replica: give the address of the primary, which takes new links.';

/** Milliseconds that a database has to answer: less than the second after which many proxies give up a check. */
const answerTimeout = 800;

/**
 * Checks the database on a pool of its own, so that busy connections do not fail the check. A replica that does not answer is
 * reported.
 */
export function createHealthCheck(primary: Pool, replica?: Pool, report?: (error: Error) => void) {
  const ask = async (pool: Pool) => {
    const { rows } = await pool.query(healthStatement, [], { timeout: answerTimeout, mayRetry: true });
    return healthRow.parse(rows[0]);
  };

  return async (): Promise<StoreHealth> => {
    const reported =
      replica &&
      ask(replica).catch((cause: unknown) =>
        report?.(new OutsideError('The replica cannot be used', { cause })),
      );
    const { version, isReplica, clock } = await ask(primary);
    await reported;
    const problem = schemaProblem(version);
    // Links are found in it, but not stored.
    if (problem === undefined && isReplica) throw new StoreUnavailableError(replicaSentence);
    return { problem, clock };
  };
}
