const second = 1000;
const minute = 60 * second;

/** Counts calls in the last second and the last minute, in memory: a restart forgives. */
export interface Limiter {
  /**
   * Counts a call if it is within both limits. Answers 0, or the milliseconds until the next call would be; refused
   * calls do not count. `now` in milliseconds.
   */
  take(caller: string, limits: { perSecond: number; perMinute: number }, now: number): number;
}

export function createLimiter(): Limiter {
  const calls = new Map<string, number[]>();
  return {
    take(caller, { perSecond, perMinute }, now) {
      // Calls in the future are left from before the clock was set back.
      const recent = (calls.get(caller) ?? []).filter((at) => at > now - minute && at <= now);
      const wait = Math.max(
        waitFor(recent, { limit: perSecond, window: second, now }),
        waitFor(recent, { limit: perMinute, window: minute, now }),
      );
      if (wait === 0) recent.push(now);
      calls.set(caller, recent);
      return wait;
    },
  };
}

function waitFor(
  calls: readonly number[],
  { limit, window, now }: { limit: number; window: number; now: number },
): number {
  const blocking = calls[calls.length - limit];
  return blocking === undefined ? 0 : Math.max(0, blocking + window - now);
}
