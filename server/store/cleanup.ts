import { linkGrace, type RequestStore } from './contract.ts';

/** Milliseconds between two runs. */
const interval = 60_000;

/** Rows of a kind that a run deletes at most, so that a request does not wait long for the database: a million a day. */
const batchSize = 1000;

/**
 * Returns a function that deletes tokens that have expired, of which a client gets new ones, and links that expired `linkGrace`
 * ago; nothing while the clock is not trusted.
 */
export function createPurge(store: Pick<RequestStore, 'deleteExpired'>, clocks: Clocks) {
  const steadyTime = createSteadyClock(clocks);

  return async (): Promise<void> => {
    const time = steadyTime();
    if (time === undefined) return;

    const now = time / 1000;
    await store.deleteExpired({ links: now - linkGrace, tokens: now }, batchSize);
  };
}

/**
 * Purges at once and then every minute. An error of the store goes to `report`, and the next run tries again.
 *
 * @returns a function that stops the cleanup without waiting for a run in progress, which may take many seconds
 */
export function startCleanup(purge: () => Promise<void>, report: (error: unknown) => void): () => void {
  let isStopped = false;
  const run = () => {
    purge().catch((error: unknown) => {
      // The store may have been closed meanwhile.
      if (!isStopped) report(error);
    });
  };
  run();
  const timer = setInterval(run, interval).unref();

  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

/** Milliseconds by which the two clocks may drift apart: a leap second, or a small correction. */
const tolerance = 5_000;

/** Milliseconds for which they must have run without a larger difference. */
const steadyFor = 60 * 60_000;

export interface Clocks {
  /** Milliseconds since 1970. Anyone may set this clock, and a computer that wakes up finds it ahead. */
  now: () => number;
  /** Milliseconds since any moment; this clock only runs. */
  monotonic: () => number;
}

/**
 * A clock for deletions. It returns the milliseconds since 1970, or undefined while they are not trusted: in
 * the first hour, and in the hour after `now` has jumped.
 */
function createSteadyClock({ now, monotonic }: Clocks): () => number | undefined {
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
