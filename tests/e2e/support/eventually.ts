import { expect } from 'vitest';

/** Expects what becomes true within 5 s, unless told otherwise (milliseconds); a slow machine is no failure. */
export function eventually<T>(ask: () => Promise<T> | T, timeout = 5000) {
  return expect.poll(ask, { timeout });
}
