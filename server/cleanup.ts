import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from './store.ts';

/** Milliseconds between two runs. */
const interval = 60_000;

/** Rows a call deletes at most, so that a request does not wait long for the database. */
const batchSize = 500;

/**
 * Deletes expired links and tokens at once and then every minute. An error of the store goes to `report`, and the next run
 * tries once more.
 *
 * @param options `now` returns milliseconds since 1970
 * @returns a function that stops the cleanup and resolves when it has stopped
 */
export function startCleanup(
  store: Store,
  { now, report }: { now: () => number; report: (error: unknown) => void },
): () => Promise<void> {
  const stopped = new AbortController();

  const deleteBatch = async () => {
    try {
      return await store.deleteExpired(now() / 1000, batchSize);
    } catch (error) {
      report(error);
      return 0;
    }
  };

  const run = async () => {
    while (!stopped.signal.aborted) {
      const isDone = (await deleteBatch()) < batchSize;
      await wait(isDone ? interval : 0, undefined, { signal: stopped.signal, ref: false });
    }
  };

  // Stopping aborts the wait, which rejects with an AbortError.
  const finished = run().catch(() => undefined);

  return async () => {
    stopped.abort();
    await finished;
  };
}
