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
  /** False for a PgBouncer before 1.21 in transaction mode, which knows no prepared statements. */
  preparedStatements: boolean;
}

/** How a statement is sent. */
export interface Sending {
  /** Milliseconds after which the caller gets StoreUnavailableError. The statement is never cancelled. */
  timeout: number;
  /** Whether the statement may be sent once more if it is not known whether it was carried out. */
  mayRepeat: boolean;
}

interface Result {
  rows: readonly unknown[];
  rowCount: number;
}

export interface Pool {
  /**
   * The rows and the number of rows that a statement changed. Conflicts with other transactions are repeated, and lost
   * connections too if that is allowed.
   *
   * @throws StoreUnavailableError, and errors of the statement itself
   */
  query(statement: Statement, values: readonly Value[], sending: Sending): Promise<Result>;
  /** Gives up statements in progress, which the server may still carry out. */
  close(): Promise<void>;
}

/** Milliseconds that a call waits for a connection. */
const connectTimeout = 1500;

/** Milliseconds after which a connection whose statement does not end is given up; the server may still carry it out. */
const abandonAfter = 10_000;

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
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'waylark',
    types,
  });
  // An idle connection that breaks leaves the pool, and the next call opens another. One that breaks in use also emits an
  // error of its own, beside that of its statement, which would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const inProgress = new Set<() => void>();

  const send = async ({ name, text }: Statement, values: Parameter[], timeout: number) => {
    if (pool.waitingCount >= maxWaiting)
      throw unavailable(new Error('Too many calls wait for a connection.'));
    const client = await pool.connect();
    const config = preparedStatements ? { name, text, values } : { text, values };
    return settle(client, client.query(config), { time: timeout + abandonAfter, inProgress });
  };

  return {
    query: (statement, values, { timeout, mayRepeat }) => {
      const parameters = values.map(toParameter);
      const attempt = () => send(statement, parameters, timeout);
      const deadline = performance.now() + timeout;
      return orUnavailable(repeat(attempt, { deadline, mayRepeat }), timeout);
    },
    close: () => {
      for (const abandon of inProgress) abandon();
      return pool.end();
    },
  };
}

type Parameter = Exclude<Value, Uint8Array> | Buffer;

function toParameter(value: Value): Parameter {
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

interface Settling {
  /** Milliseconds after which a client whose statement has not ended is given up. */
  time: number;
  /** Of the statements that have not ended, what gives up their clients. */
  inProgress: Set<() => void>;
}

/** Releases the client when its statement has ended. */
async function settle(
  client: pg.PoolClient,
  result: Promise<pg.QueryResult>,
  { time, inProgress }: Settling,
): Promise<Result> {
  const state = { isAbandoned: false, isBroken: false };
  const abandon = () => {
    inProgress.delete(abandon);
    state.isAbandoned = true;
    client.release(true);
  };
  const timer = setTimeout(abandon, time).unref();
  inProgress.add(abandon);

  try {
    const { rows, rowCount } = await result;
    return { rows, rowCount: rowCount ?? 0 };
  } catch (error) {
    state.isBroken = kindOf(error) === 'lost';
    throw error;
  } finally {
    clearTimeout(timer);
    inProgress.delete(abandon);
    if (!state.isAbandoned) client.release(state.isBroken);
  }
}

interface Repetition {
  /** In the time of `performance.now()`. */
  deadline: number;
  mayRepeat: boolean;
}

async function repeat<T>(attempt: () => Promise<T>, { deadline, mayRepeat }: Repetition): Promise<T> {
  for (let conflicts = 0, losses = 0; ;) {
    try {
      return await attempt();
    } catch (error) {
      const kind = kindOf(error);
      if (kind === 'conflict') conflicts += 1;
      else if (kind === 'lost' && mayRepeat) losses += 1;
      else throw error;

      const pause = randomInt(5, 20) * 2 ** Math.min(conflicts + losses, 4);
      if (conflicts > maxConflicts || performance.now() + pause > deadline) throw unavailable(error);
      await wait(pause);
    }
  }
}

/** The result, or StoreUnavailableError if it takes longer than `timeout` or the database is out of reach. */
function orUnavailable<T>(result: Promise<T>, timeout: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(unavailable(new Error('No answer in time.')));
    }, timeout);

    // A result that comes too late changes nothing any more.
    result.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        const kind = kindOf(error);
        const isOwn = kind === 'other' || kind === 'taken';
        reject(isOwn && error instanceof Error ? explained(error) : unavailable(error));
      },
    );
  });
}
