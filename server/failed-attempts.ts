import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { ApiError } from './envelopes.ts';
import { createLimiter } from './limits.ts';

/** Wrong credentials that a client address may send: more than a person who mistypes, for each of the four styles. */
const perClient = { perSecond: 20, perMinute: 60 };

/** Wrong keys for a SecretID, from all addresses that do not know the right one. */
const perSecretId = { perSecond: 20, perMinute: 120 };

/** Addresses and SecretIDs of which something is remembered; some megabytes at most. */
const maxRemembered = 10_000;

/**
 * What of a client's address is counted: of IPv6 the network of 64 bits, since one machine can use every address in it.
 * `address` is as `createClientAddress` returns it.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = (tail ?? '') === '' ? [] : (tail ?? '').split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  const all = [...groups, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after];
  const network = all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}

/** Who calls Get token with which SecretID. */
export interface Attempt {
  /** The address that the request came from. */
  client: string;
  secretId: string;
}

/**
 * Limits how often credentials are tried, for each client address and for each SecretID, whether it exists or not. An
 * address that has sent the right key takes no part in the limit of its SecretID, so that others cannot lock it out.
 */
export function createAttemptLimiter() {
  const clients = createLimiter(maxRemembered);
  const secretIds = createLimiter(maxRemembered);
  const known = new Set<string>();

  /** Counts the attempt as a failed one. Returns what takes the count back. */
  const count = ({ client, secretId, pair }: Attempt & { pair: string }, now: number) => {
    refuseFor(clients.take(client, perClient, now));
    const takeBack = () => clients.giveBack(client, now);
    if (known.has(pair)) return takeBack;

    const wait = secretIds.take(secretId, perSecretId, now);
    if (wait > 0) takeBack();
    refuseFor(wait);
    return () => {
      takeBack();
      secretIds.giveBack(secretId, now);
    };
  };

  const remember = (pair: string) => {
    known.delete(pair);
    known.add(pair);
    const [oldest] = known;
    if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
  };

  /**
   * The result of `check`, which throws Application Not Found for wrong credentials and is not called above the limits.
   * Attempts at the same time count from their beginning. `now` in milliseconds.
   *
   * @throws ApiError Too Many Requests, and what `check` throws
   */
  return async function limited<T>(attempt: Attempt, now: number, check: () => Promise<T>): Promise<T> {
    // A SecretID may be as long as a header.
    const secretId = hash('sha256', attempt.secretId, 'base64');
    const client = networkOf(attempt.client);
    const pair = `${client} ${secretId}`;
    const takeBack = count({ client, secretId, pair }, now);

    try {
      const result = await check();
      takeBack();
      remember(pair);
      return result;
    } catch (error) {
      const isWrong = error instanceof ApiError && error.label === 'application-not-found';
      if (!isWrong) takeBack();
      throw error;
    }
  };
}

/** Refuses a call if it has to wait. `wait` in milliseconds. */
export function refuseFor(wait: number): void {
  if (wait > 0) throw new ApiError('too-many-requests', { retryAfter: Math.ceil(wait / 1000) });
}
