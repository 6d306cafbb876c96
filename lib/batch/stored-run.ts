import { type Batch, batch } from './batch.ts';

/** In the tab's session storage. */
const key = 'batch';

/** The methods of `sessionStorage` that are used. */
type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * A run as it is stored while its tab is open, so that it survives a reload. `selection` names its tabs, so that it is not
 * mistaken for another run in the same tab. A value that cannot be read is treated as missing.
 */
export const createStoredRun = (storage: TabStorage, selection: string) => ({
  read(): Batch | null {
    const stored = parseJson(storage.getItem(key) ?? '') as { which?: unknown; batch?: unknown } | null;
    return stored?.which === selection ? (batch.safeParse(stored.batch).data ?? null) : null;
  },
  write({ validity, items }: Batch): void {
    try {
      storage.setItem(key, JSON.stringify({ which: selection, batch: { validity, items } }));
    } catch {
      // The storage is full. An outdated run would be worse than none.
      storage.removeItem(key);
    }
  },
  clear: () => storage.removeItem(key),
});
