import { within } from './limit.ts';

/** Milliseconds between two attempts: short at first, longer after `longWait`, as each attempt takes processor time. */
const interval = { short: 50, long: 200 };
const longWait = 2000;

/**
 * Calls `read` until it returns a value. After `timeout` milliseconds, it throws an error that says what was waited for, also if a
 * call does not end.
 */
export async function poll<T>(
  what: string,
  read: () => Promise<T | undefined> | T | undefined,
  timeout = 30_000,
): Promise<T> {
  const began = Date.now();
  for (;;) {
    const value = await within(what, Promise.resolve(read()), Math.max(began + timeout - Date.now(), 5000));
    if (value !== undefined) return value;
    if (Date.now() - began > timeout) throw new Error(`Waited ${timeout / 1000} s for ${what}`);
    const pause = Date.now() - began < longWait ? interval.short : interval.long;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
