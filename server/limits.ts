const second = 1000;
const minute = 60 * second;

/** How many calls an application may make in any second and in any minute. */
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
}

export function createLimiter(): Limiter {
  const callsByCaller = new Map<string, number[]>();

  return {
    take(caller, { perSecond, perMinute }, now) {
      // Calls with a later time were counted before the system clock was set back.
      const recent = (callsByCaller.get(caller) ?? []).filter((at) => at > now - minute && at <= now);
      const wait = Math.max(
        waitFor(recent, { limit: perSecond, window: second, now }),
        waitFor(recent, { limit: perMinute, window: minute, now }),
      );

      if (wait === 0) recent.push(now);
      callsByCaller.set(caller, recent);
      return wait;
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
