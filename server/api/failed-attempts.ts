import { isIP } from 'node:net';
import { createBoundedMap } from '../store/bounded-map.ts';
import { ApiError } from './envelopes.ts';

const minute = 60_000;

/** How many attempts may fail within a window (milliseconds, a minute at most). */
interface AttemptLimit {
  max: number;
  window: number;
}

/**
 * Wrong credentials that a client address may send: more than a person who mistypes sends, although the extension tries up to
 * three ways of sending credentials each time.
 */
const credentialLimits: readonly AttemptLimit[] = [
  { max: 20, window: 1000 },
  { max: 60, window: minute },
];

/** Networks whose attempts are in memory at most: some megabytes. */
const maxNetworks = 10_000;

/**
 * What is counted together for a client's address: for IPv6 its /64 network, since one machine can use every address in it.
 * `address` is in the shortest notation, as `createClientAddress` returns it.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = [], tail = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

const areWrongCredentials = (error: unknown) =>
  error instanceof ApiError && error.label === 'application-not-found';

/**
 * Counts failed attempts for each client address in rolling windows. The counts are in memory. Attempts of an unknown client
 * are not counted: one would lock out all others.
 */
export function createAttemptCounts(limits: readonly AttemptLimit[]) {
  /** Milliseconds at which each network tried. */
  const attempts = createBoundedMap<number[]>(maxNetworks);

  const keep = (network: string, times: number[]) => {
    if (times.length > 0) attempts.set(network, times);
    else attempts.delete(network);
  };

  return {
    /** Counts an attempt unless `client` is above its limits; returns the milliseconds that it has to wait then, else 0. */
    add: (client: string, now: number): number => {
      if (client === '') return 0;
      const network = networkOf(client);
      // Attempts with a later time were counted before the system clock was set back.
      const recent = (attempts.get(network) ?? []).filter((at) => at > now - minute && at <= now);
      // A limit is reached as long as the attempt that is `max` attempts back lies within its window.
      const waits = limits.map(({ max, window }) => (recent.at(-max) ?? -Infinity) + window - now);
      const wait = Math.max(0, ...waits);
      keep(network, wait > 0 ? recent : [...recent, now]);
      return wait;
    },

    /** Forgets an attempt that did not fail. */
    remove: (client: string, now: number): void => {
      const network = networkOf(client);
      const times = attempts.get(network) ?? [];
      const index = times.lastIndexOf(now);
      if (index !== -1) keep(network, times.toSpliced(index, 1));
    },
  };
}

/**
 * Limits how often wrong credentials are tried. SecretIDs have no such limit: with it, anyone who knows one could lock its owner
 * out.
 */
export function createAttemptLimiter(isWrong: (error: unknown) => boolean = areWrongCredentials) {
  const attempts = createAttemptCounts(credentialLimits);

  /**
   * Calls `check` unless `client` is above its limits, and counts the attempt if `check` fails in a way that `isWrong` accepts.
   * A pending attempt counts, too. `now` in milliseconds.
   *
   * @throws ApiError Too Many Requests, and what `check` throws
   */
  return async function limited<T>(client: string, now: number, check: () => Promise<T>): Promise<T> {
    refuseFor(attempts.add(client, now));
    let wasWrong = false;

    try {
      return await check();
    } catch (error) {
      wasWrong = isWrong(error);
      throw error;
    } finally {
      if (!wasWrong) attempts.remove(client, now);
    }
  };
}

/** Refuses a call if it has to wait. `wait` in milliseconds. */
export function refuseFor(wait: number): void {
  if (wait > 0) throw new ApiError('too-many-requests', { retryAfter: Math.ceil(wait / 1000) });
}
