import { isIP } from 'node:net';
import { ApiError } from './envelopes.ts';
import type { CallLimits } from './store/contract.ts';

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
      if (!isWrong) clients.uncount(network, now);
    }
  };
}

/** Refuses a call if it has to wait. `wait` in milliseconds. */
export function refuseFor(wait: number): void {
  if (wait > 0) throw new ApiError('too-many-requests', { retryAfter: Math.ceil(wait / 1000) });
}

const second = 1000;
const minute = 60 * second;

/**
 * Counts calls in rolling windows of a second and a minute. The counts are in memory, so a restart resets them.
 *
 * @param maxCallers above which the one that called least recently is removed
 */
export function createLimiter(maxCallers = Infinity) {
  const callsByCaller = new Map<string, number[]>();

  /** A map is in the order in which its entries were set. */
  const store = (caller: string, calls: number[]) => {
    callsByCaller.delete(caller);
    if (calls.length > 0) callsByCaller.set(caller, calls);

    const [oldest] = callsByCaller.keys();
    if (callsByCaller.size > maxCallers && oldest !== undefined) callsByCaller.delete(oldest);
  };

  return {
    /**
     * Counts a call if it is within both limits. Returns 0 if it is, otherwise the milliseconds until a call will be;
     * refused calls are not counted. `now` in milliseconds.
     */
    take(caller: string, { perSecond, perMinute }: CallLimits, now: number): number {
      // Calls with a later time were counted before the system clock was set back.
      const recent = (callsByCaller.get(caller) ?? []).filter((at) => at > now - minute && at <= now);
      const wait = Math.max(
        waitFor(recent, { limit: perSecond, window: second, now }),
        waitFor(recent, { limit: perMinute, window: minute, now }),
      );

      if (wait === 0) recent.push(now);
      store(caller, recent);
      return wait;
    },

    /** Takes back the count of the call that was counted at `at`. */
    uncount(caller: string, at: number): void {
      const calls = callsByCaller.get(caller) ?? [];
      const index = calls.lastIndexOf(at);
      if (index !== -1) store(caller, calls.toSpliced(index, 1));
    },
  };
}

/** Milliseconds until fewer than `limit` of `calls` are in the window. */
function waitFor(
  calls: readonly number[],
  { limit, window, now }: { limit: number; window: number; now: number },
): number {
  const blocking = calls[calls.length - limit];
  return blocking === undefined ? 0 : Math.max(0, blocking + window - now);
}
