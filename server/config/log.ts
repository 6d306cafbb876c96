import { OutsideError, systemCode } from './errors.ts';
import { type Store, StoreUnavailableError } from '../store/contract.ts';

type Fields = Readonly<Record<string, string | number>>;

/** The log of the service. It has no addresses of links, no keys and no tokens. */
export interface Log {
  info(message: string, fields?: Fields): void;
  /** Something that happened while the service ran: also in a log for people, with its time. */
  notice(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

/** A log for people: one sentence in a line, of errors with the time before it. */
export const textLog: Log = {
  info: (message) => {
    console.log(message);
  },
  notice: (message) => {
    console.log(`${new Date().toISOString()} ${message}`);
  },
  error: (message) => {
    console.error(`${new Date().toISOString()} ${message}`);
  },
};

/** Writes lines of JSON for programs, with the time and fields. */
const jsonLines =
  (level: 'info' | 'notice' | 'error'): Log['info'] =>
  (msg, fields) => {
    console.log(
      JSON.stringify({ level, time: new Date().toISOString(), service: 'waylark', ...fields, msg }),
    );
  };

/** The log in each of the configurable formats. */
export const logs: Readonly<Record<'text' | 'json', Log>> = {
  text: textLog,
  json: { info: jsonLines('info'), notice: jsonLines('notice'), error: jsonLines('error') },
};

/** Milliseconds in which the line of an error is written once. */
const interval = 60_000;

/**
 * The most different lines in an interval; further ones are left out, and errors are only counted. A client could make every line
 * different, as a message may quote its request.
 */
const maxLines = 20;

const maxLength = 200;

/**
 * A log of lines that clients cause, such as by a wrong Host: each is written once an interval, and at most `maxLines` different
 * ones, so that no client can fill the disk with them.
 *
 * @param now returns the milliseconds since 1970
 * @param lifetime milliseconds in which a line is written once
 */
export function createNotices(write: (line: string) => void, now: () => number, lifetime: number) {
  const written = new Set<string>();
  let began = -Infinity;

  return (line: string): void => {
    // The distance, as the system clock may have been set back.
    if (Math.abs(now() - began) >= lifetime) {
      written.clear();
      began = now();
    }
    if (written.has(line) || written.size === maxLines) return;
    written.add(line);
    write(line);
  };
}

/**
 * A log of unexpected errors whose size does not depend on how many there are: no client can fill the disk with it.
 *
 * @param write is called with one line, without its line feed
 */
export function createErrorLog(write: (line: string) => void) {
  /** How often each line has occurred since it was written. */
  const repeated = new Map<string, number>();
  let others = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Writes the counts that have not been written yet. */
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;

    for (const [line, times] of repeated) {
      if (times > 0) write(`${line} (repeated ${times === 1 ? 'once' : `${times} times`})`);
    }
    if (others > 0) write(`Waylark's service failed otherwise (${others} other errors)`);
    repeated.clear();
    others = 0;
  };

  /** Writes one line for the error, or counts it if it has been written within the last `interval`. */
  const report = (error: unknown, requestId?: string) => {
    const line = describe(error);
    const times = repeated.get(line);
    timer ??= setTimeout(flush, interval).unref();

    if (times !== undefined) {
      repeated.set(line, times + 1);
    } else if (repeated.size === maxLines) {
      others += 1;
    } else {
      repeated.set(line, 0);
      write(requestId === undefined ? line : `${line} (request ${requestId})`);
    }
  };

  return { report, flush };
}

/** What failed, in one line. Of a fault of the program, with the file and line that threw it. */
function describe(error: unknown): string {
  if (error instanceof OutsideError) return shortened(reasonsOf(error).join(': '));

  const message = shortened(`Waylark's service failed: ${String(error)}`);
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frame = stack.split('\n').find((line) => line.startsWith('    at ')) ?? '';
  const [, position] = /([^\s(/\\]+:\d+):\d+\)?$/.exec(frame.slice(-maxLength)) ?? [];
  return position === undefined ? message : `${message}, at ${position}`;
}

const shortened = (text: string) =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, maxLength)
    .replace(/\.$/, '');

/** The message of an error and those of its causes, each once. The error of a connection may have only a code. */
function reasonsOf(error: Error): string[] {
  const own = (error.message || systemCode(error)).replace(/\.$/, '');
  return [...new Set([own, ...(error.cause instanceof Error ? reasonsOf(error.cause) : [])])];
}

/** Milliseconds between two questions whether the store answers again. */
const outageInterval = 1000;

const isOutage = (error: unknown) => error instanceof StoreUnavailableError;

/**
 * Reports errors, but of an outage of the store only the first ones, until the store is asked and does not answer: later ones add
 * nothing. When it answers again, that is one line.
 */
export function createOutageLog(
  report: (error: unknown, requestId?: string) => void,
  write: (line: string) => void,
  health: Store['health'],
) {
  let timer: NodeJS.Timeout | undefined;
  let isAway = false;

  const askLater = (began: number) => {
    timer = setTimeout(() => void ask(began), outageInterval).unref();
  };
  const ask = async (began: number) => {
    const isOut = await Promise.resolve()
      .then(health)
      .then(() => false, isOutage);
    // Closing has cleared the timer.
    if (timer === undefined) return;
    if (isOut) askLater(began);
    else timer = undefined;
    if (isAway && !isOut)
      write(`The database is back after ${Math.round((performance.now() - began) / 1000)} s`);
    isAway = isOut;
  };

  return {
    report: (error: unknown, requestId?: string) => {
      if (!isAway || !isOutage(error)) report(error, requestId);
      if (isOutage(error) && timer === undefined) askLater(performance.now());
    },
    close: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
