import { serialQueue } from '../async/async.ts';
import type { StoredItem } from './storage.ts';

/** Values of one kind, such as one for each account. */
export interface StoredMap<Value> {
  read(key: string): Promise<Value | null>;
  write(key: string, value: Value): Promise<void>;
  /** Removes the values with all other keys. */
  retain(isRetained: (key: string) => boolean): Promise<void>;
}

/** A map in one stored item, which nothing else writes. Changes follow one another, so that none is lost. */
export const storedMap = <Value>(item: StoredItem<Record<string, Value>>): StoredMap<Value> => {
  const enqueue = serialQueue();
  return {
    read: async (key) => new Map(Object.entries((await item.read()) ?? {})).get(key) ?? null,
    write: (key, value) => enqueue(async () => item.write({ ...(await item.read()), [key]: value })),
    retain: (isRetained) =>
      enqueue(async () => {
        const all = Object.entries((await item.read()) ?? {});
        const retained = all.filter(([key]) => isRetained(key));
        if (retained.length < all.length) await item.write(Object.fromEntries(retained));
      }),
  };
};
