import { expect } from 'vitest';

/**
 * Expects what becomes true within 15 s, by default. A shorter `timeout` (milliseconds) is for a time that is promised: a slow
 * machine is no failure, and a wait takes no longer than it has to.
 */
export function eventually<T>(ask: () => Promise<T> | T, timeout = 15_000) {
  return expect.poll(ask, { timeout });
}
