import { withAbort } from './timeout.ts';

/** Runs one task after another, in the order of the calls; a task that fails does not stop the next. */
type SerialQueue = <Result>(task: () => Promise<Result> | Result) => Promise<Result>;

/** A queue whose tasks never overlap. Each call resolves or rejects as its own task does. */
export const serialQueue = (): SerialQueue => {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };
};

/** Resolves after that many milliseconds, or as soon as the signal aborts. */
export const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> => {
  const slept = new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
  return signal ? withAbort(slept, { signal, onAbort: () => undefined }) : slept;
};

const startupDelayMs = 100;

/**
 * Runs a task of the background's start 100 ms later. A person waits for the start at a popup and on a 404 page, so the
 * event that started the background is handled first, and tasks that nothing waits for are postponed.
 */
export const afterStartup = (task: () => unknown): void => void setTimeout(task, startupDelayMs);

/** Shares one pending task among all callers with the same key; the next call after it has settled begins a new one. */
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

/**
 * The body of an answer in parts; null as soon as it has more than `maxBytes` bytes, which closes the connection. `progress` gets
 * the number of bytes so far. Rejects if the connection breaks.
 */
export const readBody = async (
  { body }: Response,
  { maxBytes, progress = () => undefined }: { maxBytes: number; progress?: (bytes: number) => void },
): Promise<Uint8Array<ArrayBuffer>[] | null> => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    progress(size);
    chunks.push(chunk);
  }
  return chunks;
};
