import { linkGrace, type RequestStore } from './contract.ts';

/** Milliseconds between two runs. */
const interval = 60_000;

/** Rows of a kind that a call deletes at most, so that a request does not wait long for the database. */
const batchSize = 1000;

/** Deletes one batch and returns how many rows it deleted. */
export type Purge = () => Promise<number>;

/**
 * Deletes tokens that have expired, of which a client gets new ones, and links that expired `linkGrace` ago; nothing while
 * the clock is not trusted.
 */
export function createPurge(store: Pick<RequestStore, 'deleteExpired'>, clocks: Clocks): Purge {
  const steadyTime = createSteadyClock(clocks);

  return async () => {
    const time = steadyTime();
    if (time === undefined) return 0;

    const now = time / 1000;
    return store.deleteExpired({ links: now - linkGrace, tokens: now }, batchSize);
  };
}

/**
 * Purges at once and then every minute. An error of the store goes to `report`, and the next run tries again.
 *
 * @returns a function that stops the cleanup without waiting for a batch in progress, which may take many seconds
 */
export function startCleanup(purge: Purge, report: (error: unknown) => void): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const run = async (): Promise<void> => {
    const began = performance.now();
    const count = await purge().catch((error: unknown) => {
      // The store may have been closed meanwhile.
      if (!isStopped) report(error);
      return 0;
    });
    if (isStopped) return;
    // After a full batch as long as it took, so that half of the database's time is left to requests.
    const pause = count < batchSize ? interval : performance.now() - began;
    timer = setTimeout(() => void run(), pause).unref();
  };
  void run();

  return () => {
    isStopped = true;
    clearTimeout(timer);
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
