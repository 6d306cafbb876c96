/** A stored value in memory, and the number of times that it was written. */
export const memoryItem = <Value>(first: Value | null = null) => {
  const item = {
    value: first,
    writes: 0,
    read: () => Promise.resolve(item.value),
    write: (next: Value) => {
      item.value = next;
      item.writes += 1;
      return Promise.resolve();
    },
  };
  return item;
};
