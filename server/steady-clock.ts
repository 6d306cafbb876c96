/** Milliseconds by which the two clocks may move apart: a leap second, or a small correction. */
const tolerance = 5_000;

/** Milliseconds for which they must have moved alike. */
const steadyFor = 60 * 60_000;

export interface Clocks {
  /** Milliseconds since 1970. Anyone may set this clock, and a computer that wakes up finds it ahead. */
  now: () => number;
  /** Milliseconds since any moment; this clock only runs. */
  monotonic: () => number;
}

/**
 * A clock for what cannot be undone. It returns the milliseconds since 1970, or undefined while they are not trusted: in
 * the first hour, and in the hour after `now` has jumped.
 */
export function createSteadyClock({ now, monotonic }: Clocks): () => number | undefined {
  let difference: number | undefined;
  let since = 0;

  return () => {
    const [time, running] = [now(), monotonic()];

    if (difference === undefined || Math.abs(time - running - difference) > tolerance) {
      difference = time - running;
      since = running;
    }
    return running - since < steadyFor ? undefined : time;
  };
}
