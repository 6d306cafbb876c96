import { StoreUnavailableError } from '../store/contract.ts';

/** Milliseconds between two writes: counts in memory are lost when an instance is killed. */
const interval = 5000;

/** The most different counts in memory. While the store is out of reach, no further ones are added beyond this limit. */
const maxCounts = 100_000;

/** How often something happened, and on which day last, in days since 1970. */
interface Count {
  count: number;
  day: number;
}

interface BufferOptions<T extends Count> {
  /** Counts with the same key are added. */
  keyOf: (count: T) => string;
  /** Adds counts to the store, in one statement. */
  write: (counts: readonly T[]) => Promise<void> | void;
  report: (error: unknown) => void;
}

/** Counts in memory and writes every `interval`, so that no request waits for it. */
export function createCountBuffer<T extends Count>({ keyOf, write, report }: BufferOptions<T>) {
  let counts = new Map<string, T>();

  const add = (added: T) => {
    const key = keyOf(added);
    const counted = counts.get(key);
    if (!counted && counts.size >= maxCounts) return;
    const count = added.count + (counted?.count ?? 0);
    counts.set(key, { ...added, count, day: Math.max(added.day, counted?.day ?? 0) });
  };

  const writeAll = async () => {
    if (counts.size === 0) return;
    const written = counts;
    counts = new Map();
    try {
      await write([...written.values()]);
    } catch (error) {
      report(error);
      // Counts that may have been written would be counted twice.
      if (error instanceof StoreUnavailableError && error.isUncertain) return;
      for (const each of written.values()) add(each);
    }
  };

  let writing = Promise.resolve();
  const writeNext = () => {
    writing = writing.then(writeAll);
    return writing;
  };
  const timer = setInterval(() => void writeNext(), interval).unref();

  return {
    add,
    /** Writes the remaining counts, and ends. */
    close: (): Promise<void> => {
      clearInterval(timer);
      return writeNext();
    },
  };
}
