import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from './store.ts';

const pause = 60_000;
const batch = 500;

/**
 * Removes what has ended, at once and then every minute, in batches so that nobody waits long. `now` in
 * milliseconds; `report` is told when the store refuses, and the next round tries again.
 */
export function startJanitor(
  store: Store,
  { now, report }: { now: () => number; report: (error: unknown) => void },
) {
  const stopped = new AbortController();

  const purge = async () => {
    try {
      return await store.purge(now() / 1000, batch);
    } catch (error) {
      report(error);
      return 0;
    }
  };

  const work = async () => {
    while (!stopped.signal.aborted) {
      const isDone = (await purge()) < batch;
      await wait(isDone ? pause : 0, undefined, { signal: stopped.signal, ref: false });
    }
  };

  // Stopping ends the wait with an AbortError, which is no news.
  const ended = work().catch(() => undefined);
  return async () => {
    stopped.abort();
    await ended;
  };
}
