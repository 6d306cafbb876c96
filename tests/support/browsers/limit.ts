import { withTimeout } from '../../../lib/async/timeout.ts';

/**
 * Milliseconds within which a browser does what it is asked to, less than half of what a test may take, so that the error names the
 * call that did not end. Puppeteer's own limit for a command is longer than that of a test, and some of its functions have none.
 */
export const driverLimit = 40_000;

/** Settles as the work does, or rejects with an error that says what took too long. */
export const within = <T>(what: string, work: Promise<T>, milliseconds = driverLimit): Promise<T> =>
  withTimeout(work, {
    milliseconds,
    onTimeout: (): never => {
      throw new Error(`Waited ${milliseconds / 1000} s for ${what}`);
    },
  });
