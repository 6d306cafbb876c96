/** Runs one task after another, in the order in which they were given; a task that fails does not stop the next. */
export type SerialQueue = <Result>(task: () => Promise<Result> | Result) => Promise<Result>;

/** A queue whose tasks never overlap. Each call resolves or rejects as its own task does. */
export const serialQueue = (): SerialQueue => {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };
};

/**
 * Settles as the promise does, or resolves with `late()` after that many milliseconds. What the promise does later is
 * ignored. `late` may throw: then it rejects with that.
 */
export const withTimeout = <Value, Late>(
  promise: Promise<Value>,
  { milliseconds, late }: { milliseconds: number; late: () => Late },
): Promise<Value | Late> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    }, milliseconds);
    void promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Shares one pending task among all who ask for the same key; the next call after it settled begins a new one. */
export const singleFlight = <Result>() => {
  const pending = new Map<string, Promise<Result>>();
  return (key: string, begin: () => Promise<Result>): Promise<Result> => {
    const running = pending.get(key);
    if (running) return running;
    const started = begin().finally(() => {
      if (pending.get(key) === started) pending.delete(key);
    });
    pending.set(key, started);
    return started;
  };
};

/** Returns a function that runs `act` once in the next microtask, however often it is called before that. */
export const oncePerMicrotask = (act: () => void): (() => void) => {
  let isQueued = false;
  const run = (): void => {
    isQueued = false;
    act();
  };
  return () => {
    if (!isQueued) queueMicrotask(run);
    isQueued = true;
  };
};
