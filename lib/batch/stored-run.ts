import { type Batch, batch } from './run.ts';

const key = 'many';

/** What a tab's own storage must do: `sessionStorage` of the page. */
type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * A run as it is kept while its tab is open, so that it outlives a reload. `which` names the tabs it is about: another
 * run in the same tab is not mistaken for it. What cannot be read is not there, and what cannot be written is not kept.
 */
export const createKeptRun = (storage: Kept, which: string) => ({
  read(): Batch | null {
    const kept = parse(storage.getItem(key) ?? '') as { which?: unknown; batch?: unknown } | null;
    return kept?.which === which ? (batch.safeParse(kept.batch).data ?? null) : null;
  },
  write({ validity, items }: Batch): void {
    try {
      storage.setItem(key, JSON.stringify({ which, batch: { validity, items } }));
    } catch {
      // Full: an old state would be worse than none.
      storage.removeItem(key);
    }
  },
  forget: () => storage.removeItem(key),
});
