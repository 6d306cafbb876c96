/** Resolves with the result of `late()`; if it throws, rejects with that error. */
const resultOf = <Late>(late: () => Late): Promise<Late> => new Promise((resolve) => resolve(late()));

/**
 * Settles as the promise does, or resolves with `late()` after that many milliseconds. What the promise does later is
 * ignored. `late` may throw: then it rejects with that error.
 */
export const withTimeout = <Value, Late>(
  promise: Promise<Value>,
  { milliseconds, late }: { milliseconds: number; late: () => Late },
): Promise<Value | Late> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(resultOf(late)), milliseconds);
    void promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** As `withTimeout`, with a signal in place of a time: `late()` replaces the promise as soon as the signal aborts. */
export const withAbort = <Value, Late>(
  promise: Promise<Value>,
  { signal, late }: { signal: AbortSignal; late: () => Late },
): Promise<Value | Late> =>
  new Promise((resolve, reject) => {
    const abort = (): void => resolve(resultOf(late));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
