interface Bounds<T> {
  /** The largest size of all values together. */
  maxSize: number;
  /** By default, each value counts as one. */
  sizeOf?: (value: T) => number;
}

/** A map that never grows above a size: beyond it, the entries that were used least recently are removed. */
export function createBoundedMap<T>({ maxSize, sizeOf = () => 1 }: Bounds<T>) {
  /** The least recently used one comes first. */
  const entries = new Map<string, T>();
  let size = 0;

  const remove = (key: string) => {
    const value = entries.get(key);
    if (value !== undefined) size -= sizeOf(value);
    entries.delete(key);
    return value;
  };
  const set = (key: string, value: T) => {
    remove(key);
    entries.set(key, value);
    size += sizeOf(value);
    for (const oldest of entries.keys()) {
      if (size <= maxSize) break;
      remove(oldest);
    }
  };
  const get = (key: string): T | undefined => {
    const value = entries.get(key);
    if (value === undefined) return undefined;
    entries.delete(key);
    entries.set(key, value);
    return value;
  };
  const clear = () => {
    entries.clear();
    size = 0;
  };

  return { get, set, delete: remove, clear };
}
