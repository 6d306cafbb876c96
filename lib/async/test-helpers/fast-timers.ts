import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';

/** Milliseconds that a turn of the event loop counts as; and turns in which a task that is not stuck has settled. */
const [perTurn, maxTurns] = [5, 10_000];

/**
 * Resolves or rejects as the task does, for which time passes by turns of the event loop, so that a wait of seconds takes a
 * fraction of one. What needs turns and no time, as the database of the tests does, is not hurried. `performance.now()` counts
 * the same time.
 */
export async function withFastTimers<Result>(task: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const state = { isSettled: false };
    const settle = (): void => {
      state.isSettled = true;
    };
    const result = task();
    result.then(settle, settle);
    for (let turn = 0; !state.isSettled; turn += 1) {
      if (turn === maxTurns) throw new Error(`Not settled in ${String((perTurn * maxTurns) / 1000)} s.`);
      await setImmediate();
      vi.advanceTimersByTime(perTurn);
    }
    return await result;
  } finally {
    vi.useRealTimers();
  }
}
