/**
 * A map whose values together never grow above a size: beyond it, the entries that were used least recently are removed. By
 * default, each value counts as one.
 */
export function createBoundedMap<T>(maxSize: number, sizeOf: (value: T) => number = () => 1) {
  /** The least recently used one comes first. */
  const entries = new Map<string, T>();
  let size = 0;

  const remove = (key: string) => {
    const value = entries.get(key);
    if (value !== undefined) size -= sizeOf(value);
    entries.delete(key);
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
