import { isIP } from 'node:net';
import { ApiError } from './envelopes.ts';
import { createLimiter } from './limits.ts';

/** Wrong credentials that a client address may send: more than a person who mistypes, for each of the four styles. */
const perClient = { perSecond: 20, perMinute: 60 };

/** Addresses of which something is remembered; some megabytes at most. */
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

/**
 * Limits how often wrong credentials are tried, for each client address. SecretIDs have no such limit: with it, anyone who knows
 * one could lock its owner out.
 */
export function createAttemptLimiter() {
  const clients = createLimiter(maxRemembered);

  /**
   * The result of `check`, which throws Application Not Found for wrong credentials and is not called above the limits of
   * `client`. Attempts at the same time count from their beginning. `now` in milliseconds.
   *
   * @throws ApiError Too Many Requests, and what `check` throws
   */
  return async function limited<T>(client: string, now: number, check: () => Promise<T>): Promise<T> {
    const network = networkOf(client);
    refuseFor(clients.take(network, perClient, now));
    let isWrong = false;

    try {
      return await check();
    } catch (error) {
      isWrong = error instanceof ApiError && error.label === 'application-not-found';
      throw error;
    } finally {
      if (!isWrong) clients.giveBack(network, now);
    }
  };
}

/** Refuses a call if it has to wait. `wait` in milliseconds. */
export function refuseFor(wait: number): void {
  if (wait > 0) throw new ApiError('too-many-requests', { retryAfter: Math.ceil(wait / 1000) });
}
