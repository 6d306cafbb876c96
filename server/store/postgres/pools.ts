import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { explained, kindOf, unavailable } from './errors.ts';

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
    // What was refused as not sent may not be sent now.
    if (progress.isRefused) {
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
    const deadline = performance.now() + timeout;
    const progress = { isUncertain: false, isRefused: false };
    const result = withRetries(() => attempt(use, progress), { deadline, mayRetry });
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
  /** Whether a statement has been sent, and it is unknown whether it was carried out. */
  isUncertain: boolean;
  /** Whether the caller has got an error. */
  isRefused: boolean;
}

type Parameter = Exclude<Value, Uint8Array> | Buffer;

function toParameter(value: Value): Parameter {
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

interface RetryOptions {
  /** In the time of `performance.now()`. */
  deadline: number;
  mayRetry: boolean;
}

async function withRetries<T>(attempt: () => Promise<T>, { deadline, mayRetry }: RetryOptions): Promise<T> {
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

/**
 * The result, or StoreUnavailableError if it takes longer than `timeout` or the database is out of reach. With a plain timer: to end one of
 * `node:timers/promises` by a signal makes errors with their stacks.
 */
function orUnavailable<T>(
  result: Promise<T>,
  { timeout, progress }: { timeout: number; progress: Progress },
): Promise<T> {
  const refusal = (error: unknown): Error => {
    progress.isRefused = true;
    const kind = kindOf(error);
    if (kind !== 'other' && kind !== 'taken') return unavailable(error, progress);
    return explained(error instanceof Error ? error : new Error(String(error)));
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(refusal(new Error('No answer in time.')));
    }, timeout);
    result.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(refusal(error));
      },
    );
  });
}
