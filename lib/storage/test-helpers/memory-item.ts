import { storedMap } from '../stored-map.ts';

export const memoryItem = <Value>(first: Value | null = null) => {
  const item = {
    value: first,
    read: () => Promise.resolve(item.value),
    write: (next: Value) => {
      item.value = next;
      return Promise.resolve();
    },
  };
  return item;
};

/** Values by key, in memory. */
export const memoryMap = <Value>(first: Record<string, Value> | null = null) => {
  const item = memoryItem(first);
  return { ...storedMap(item), item };
};
