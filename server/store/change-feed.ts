import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailableError } from './contract.ts';

/** Milliseconds between two polls. */
const interval = 1000;

/**
 * Seconds of changes that each poll reads again: longer than the time from when a statement writes `changed_at` until others see
 * it, so no change is missed. A change that becomes visible even later, because its commit waited for a standby, was answered as
 * unavailable; if it is not repeated, other instances follow it when their cached link expires after a minute.
 */
const overlap = 15;

/** Seconds of changes that are read at most: no instance or replica is behind for longer. */
const maxSeconds = 3600;

interface FeedOptions {
  /** The identifiers of links that were changed in the last seconds. */
  changedLinks: (seconds: number) => Promise<string[]>;
  /** Removes these links from the cache. */
  evictLinks: (ids: readonly string[]) => void;
  report: (error: Error) => void;
}

/**
 * Asks every second which links other instances have changed. While the database is out of reach, links go on working
 * as they are in memory; the first answer afterwards has what was missed.
 *
 * @returns a function that ends it
 */
export function followChanges({ changedLinks, evictLinks, report }: FeedOptions): () => void {
  const ended = new AbortController();
  let answeredAt = -Infinity;

  const poll = async () => {
    const began = performance.now();
    const seconds = Math.min(maxSeconds, Math.ceil((began - answeredAt) / 1000) + overlap);
    try {
      evictLinks(await changedLinks(seconds));
      answeredAt = began;
    } catch (error) {
      // The store may have been closed meanwhile.
      if (ended.signal.aborted || error instanceof StoreUnavailableError) return;
      report(error instanceof Error ? error : new Error(String(error)));
    }
  };

  const run = async () => {
    while (!ended.signal.aborted) {
      await wait(interval, undefined, { signal: ended.signal, ref: false });
      await poll();
    }
  };

  // Ending aborts the wait, which rejects with an AbortError.
  run().catch(() => undefined);
  return () => ended.abort();
}
