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
