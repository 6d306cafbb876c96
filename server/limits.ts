const second = 1000;
const minute = 60 * second;

/** How many calls a caller may make in any second and in any minute. */
export interface CallLimits {
  perSecond: number;
  perMinute: number;
}

/** Counts calls in rolling windows of a second and a minute. The counts are in memory, so a restart resets them. */
export interface Limiter {
  /**
   * Counts a call if it is within both limits. Returns 0 if it is, otherwise the milliseconds until a call will be;
   * refused calls are not counted. `now` in milliseconds.
   */
  take(caller: string, limits: CallLimits, now: number): number;
  /** Takes back the count of the call that was counted at `at`. */
  giveBack(caller: string, at: number): void;
}

/** @param maxCallers above which the one that called least recently is forgotten */
export function createLimiter(maxCallers = Infinity): Limiter {
  const callsByCaller = new Map<string, number[]>();

  /** A map is in the order in which its entries were set. */
  const store = (caller: string, calls: number[]) => {
    callsByCaller.delete(caller);
    if (calls.length > 0) callsByCaller.set(caller, calls);

    const [oldest] = callsByCaller.keys();
    if (callsByCaller.size > maxCallers && oldest !== undefined) callsByCaller.delete(oldest);
  };

  return {
    take(caller, { perSecond, perMinute }, now) {
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

    giveBack(caller, at) {
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
