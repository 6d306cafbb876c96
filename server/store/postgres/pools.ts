import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod/mini';
import { OutsideError } from '../../config/errors.ts';
import { StoreUnavailableError } from '../contract.ts';

/** A statement that is always the same, and its name for a prepared statement. */
export interface Statement {
  name: string;
  text: string;
}

type Value = string | number | Uint8Array | readonly string[] | null;

export interface PoolOptions {
  /** Address of the database, with user and password. */
  url: string;
  /** Connections to the database at most, over all pools. */
  connections: number;
  /** False for a PgBouncer before 1.24 in transaction mode, which by default knows no prepared statements. */
  preparedStatements: boolean;
}

export interface QueryOptions {
  /** Milliseconds after which the caller gets StoreUnavailableError. The statement is never canceled. */
  timeout: number;
  /** Whether the statement may be sent again if it is not known whether it was carried out. */
  mayRetry: boolean;
}

/** For a statement of which a repetition has the same result. */
export const idempotent: QueryOptions = { timeout: 2000, mayRetry: true };

interface Result {
  rows: readonly unknown[];
  rowCount: number;
}

/** Milliseconds for which a transaction waits for its next statement. */
const longestIdle = 5000;

type Send = (statement: Statement, values: readonly Value[]) => Promise<Result>;

export interface Pool {
  /**
   * The rows that a statement returned, and how many it returned or changed. A statement is retried after a conflict with another
   * transaction, and after a lost connection if that is allowed.
   *
   * @throws StoreUnavailableError, and errors of the statement itself
   */
  query(statement: Statement, values: readonly Value[], options: QueryOptions): Promise<Result>;
  /** Carries out the statements that `steps` sends, all or none, and returns what it returns. Otherwise as `query`. */
  transaction<T>(steps: (send: Send) => Promise<T>, options: QueryOptions): Promise<T>;
  /** Abandons statements in progress, which the server may still carry out. */
  close(): Promise<void>;
}

/** Milliseconds that a call waits for a connection. */
const connectTimeout = 1500;

/** Milliseconds after which a connection whose statement does not end is closed; the server may still carry it out. */
const statementTimeout = 12_000;

/** Calls that may wait for a connection, each with its request in memory. */
const maxWaiting = 1000;

const maxConflicts = 8;

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];

/** PostgreSQL's type "bigint", which arrives as text; all of ours are below 2^53. */
const bigintType = pg.types.builtins.INT8;

const types = {
  getTypeParser: (id: TypeId, format?: 'text' | 'binary') =>
    id === bigintType ? Number : (pg.types.getTypeParser(id, format) as (text: string) => unknown),
};

/** A pool of at most `connections` connections. Opens none before the first query. */
export function createPool({ url, connections, preparedStatements }: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: statementTimeout,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'waylark',
    types,
  });
  // An idle connection that breaks leaves the pool, and the next call opens another. One that breaks in use also emits an
  // error of its own, beside that of its statement, which would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const busy = new Set<pg.PoolClient>();

  const attempt = async <T>(
    use: (client: pg.PoolClient, send: Send) => Promise<T>,
    progress: Progress,
  ): Promise<T> => {
    if (pool.waitingCount >= maxWaiting)
      throw unavailable(new Error('Too many calls wait for a connection.'));
    const client = await pool.connect();
    // The caller has been told that nothing was sent.
    if (performance.now() >= progress.deadline) {
      client.release();
      throw unavailable(new Error('No connection in time.'));
    }
    busy.add(client);
    const wasUncertain = progress.isUncertain;
    let isBroken = false;
    try {
      progress.isUncertain = true;
      return await use(client, async ({ name, text }, given) => {
        const values = given.map(toParameter);
        const { rows, rowCount } = await client.query(
          preparedStatements ? { name, text, values } : { text, values },
        );
        return { rows, rowCount: rowCount ?? 0 };
      });
    } catch (error) {
      const kind = kindOf(error);
      isBroken = kind === 'lost' || kind === 'read-only';
      if (kind !== 'lost') progress.isUncertain = wasUncertain;
      throw error;
    } finally {
      busy.delete(client);
      client.release(isBroken);
    }
  };
  const carryOut = <T>(
    use: Parameters<typeof attempt<T>>[0],
    { timeout, mayRetry }: QueryOptions,
  ): Promise<T> => {
    const progress = { deadline: performance.now() + timeout, isUncertain: false };
    const result = withRetries(() => attempt(use, progress), { deadline: progress.deadline, mayRetry });
    return orUnavailable(result, { timeout, progress });
  };

  return {
    query: (statement, values, options) => carryOut((_, send) => send(statement, values), options),
    transaction: (steps, options) =>
      carryOut(async (client, send) => {
        // The locks of a client that is gone, or sleeps, do not stay: its machine may never close the connection.
        await client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${longestIdle}`);
        try {
          const result = await steps(send);
          await client.query('COMMIT');
          return result;
        } catch (error) {
          // The end of a lost connection rolls back, too.
          if (kindOf(error) !== 'lost') await client.query('ROLLBACK');
          throw error;
        }
      }, options),
    close: async () => {
      // Ending a connection whose statement is in progress closes its socket at once.
      for (const client of busy) void client.end();
      await pool.end();
    },
  };
}

interface Progress {
  /** In the time of `performance.now()`. */
  deadline: number;
  /** Whether a statement has been sent, and it is unknown whether it was carried out. */
  isUncertain: boolean;
}

type Parameter = Exclude<Value, Uint8Array> | Buffer;

function toParameter(value: Value): Parameter {
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

async function withRetries<T>(
  attempt: () => Promise<T>,
  { deadline, mayRetry }: Pick<Progress, 'deadline'> & Pick<QueryOptions, 'mayRetry'>,
): Promise<T> {
  let conflicts = 0;
  let losses = 0;

  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const kind = kindOf(error);
      if (kind === 'conflict') conflicts += 1;
      else if (kind === 'read-only' || (kind === 'lost' && mayRetry)) losses += 1;
      else throw error;

      const pause = randomInt(5, 20) * 2 ** Math.min(conflicts + losses, 4);
      if (conflicts > maxConflicts || performance.now() + pause > deadline) throw unavailable(error);
      await wait(pause);
    }
  }
}

/** The result, or StoreUnavailableError if it takes longer than `timeout` or the database is out of reach. */
async function orUnavailable<T>(
  result: Promise<T>,
  { timeout, progress }: { timeout: number; progress: Progress },
): Promise<T> {
  const ended = new AbortController();
  const late = wait(timeout, undefined, { signal: ended.signal }).then(() => {
    throw new Error('No answer in time.');
  });

  try {
    return await Promise.race([result, late]);
  } catch (error) {
    const kind = kindOf(error);
    if (kind !== 'other' && kind !== 'taken') throw unavailable(error, progress);
    throw error instanceof Error ? explained(error) : error;
  } finally {
    ended.abort();
  }
}

/** What to do after an error of a statement. */
type ErrorKind =
  /** The same statement may succeed at once: it met another transaction. */
  | 'conflict'
  /** A row with this key exists already. */
  | 'taken'
  /** The connection cannot be used any more, and the statement may have been carried out. */
  | 'lost'
  /** The connection leads to a server that is no longer the primary, so nothing was carried out. */
  | 'read-only'
  /** The database cannot carry out anything now; the connection is as before. */
  | 'unavailable'
  | 'other';

/** SQLSTATE codes, https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const kinds: Readonly<Record<string, ErrorKind>> = {
  '40001': 'conflict',
  '40P01': 'conflict',
  '23505': 'taken',
  '25006': 'read-only',
  '57P01': 'lost',
  '57P02': 'lost',
  '57P03': 'lost',
  '57P05': 'lost',
  // It refuses new connections: another password, or it is being replaced.
  '28000': 'unavailable',
  '28P01': 'unavailable',
  '3D000': 'unavailable',
  // The server has too many connections, or no room on its disk or in its memory.
  '53000': 'unavailable',
  '53100': 'unavailable',
  '53200': 'unavailable',
  '53300': 'lost',
};

const sqlState = z.object({ code: z.string().check(z.regex(/^[0-9A-Z]{5}$/)), severity: z.string() });

/** The SQLSTATE of an error that the server sent; undefined for an error of the connection. */
export function sqlStateOf(error: unknown): string | undefined {
  const parsed = sqlState.safeParse(error);
  return parsed.success ? parsed.data.code : undefined;
}

/**
 * The kind of an error: one that the server did not send is of the connection, unless it is the program's: a row is not as
 * expected, or there is a fault in the steps of a transaction.
 */
export function kindOf(error: unknown): ErrorKind {
  if (error instanceof StoreUnavailableError) return 'unavailable';
  if (error instanceof z.core.$ZodError || error instanceof TypeError) return 'other';
  const state = sqlStateOf(error);
  if (state === undefined) return 'lost';
  if (state.startsWith('08')) return 'lost';
  return kinds[state] ?? 'other';
}

/** A statement's name is unknown, or already in use: a pooler shares connections and does not know the names. */
const statementNameErrors = ['26000', '42P05'];

/** The error with a sentence for the operator, if there is one that helps. */
function explained(error: Error): Error {
  if (!statementNameErrors.includes(sqlStateOf(error) ?? '')) return error;
  const sentence =
    'The pooler before the database knows no named statements: set WAYLARK_PREPARED_STATEMENTS to no.';
  return new OutsideError(sentence, { cause: error });
}

export function unavailable(cause: unknown, progress?: Progress): StoreUnavailableError {
  return new StoreUnavailableError('The database is not available.', { cause, ...progress });
}
