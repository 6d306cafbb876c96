/** A promise of the returned value; it rejects if the function throws. */
const promiseOf = <Result>(act: () => Result): Promise<Result> => new Promise((resolve) => resolve(act()));

/**
 * Settles as the promise does. After that many milliseconds it ignores the promise, and resolves with the result of
 * `onTimeout` or rejects with the error that it throws.
 */
export const withTimeout = <Value, Late>(
  promise: Promise<Value>,
  { milliseconds, onTimeout }: { milliseconds: number; onTimeout: () => Late },
): Promise<Value | Late> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(promiseOf(onTimeout)), milliseconds);
    void promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** As `withTimeout`, but `onAbort` takes the place of the promise as soon as the signal aborts. */
export const withAbort = <Value, Late>(
  promise: Promise<Value>,
  { signal, onAbort }: { signal: AbortSignal; onAbort: () => Late },
): Promise<Value | Late> =>
  new Promise((resolve, reject) => {
    const abort = (): void => resolve(promiseOf(onAbort));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
