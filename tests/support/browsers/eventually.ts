import { expect } from 'vitest';

/**
 * Expects a value that is right within 15 s: long enough for a slow machine. A shorter `timeout` (milliseconds) is for a time
 * that the product promises.
 */
export function eventually<T>(read: () => Promise<T> | T, timeout = 15_000) {
  return expect.poll(read, { timeout });
}
