import { useEffect, useRef, useState } from 'preact/hooks';
import { serialQueue } from '../../lib/async/async.ts';
import type { HistoryProblem } from '../../lib/history/history.ts';
import type { HistoryChange } from '../../lib/history/change-feed.ts';
import { entriesOf, type Entry, entryOf } from '../../lib/history/search.ts';
import type { HistoryActions } from './history-actions.ts';

export type Entries = ReadonlyMap<string, Entry>;

/** The number of entries that are shown before the others are read. */
const firstCount = 100;

/** After a larger change, everything is read again. */
const maxChanges = 5000;

const byId = (entries: readonly Entry[]): Entries => {
  const map = new Map<string, Entry>();
  for (const entry of entries) map.set(entry.attempt.id, entry);
  return map;
};

/** The number of search keys that are computed at once: they take some 2 ms. */
const keysAtOnce = 1000;

/** Computes the search keys after the links are shown, so that the first search is as fast as the next. */
const prepareSearch = (entries: readonly Entry[], from = 0): void => {
  for (const entry of entries.slice(from, from + keysAtOnce)) void entry.key;
  const next = from + keysAtOnce;
  if (next < entries.length) setTimeout(() => prepareSearch(entries, next));
};

/** The history in memory. Entries that this page or another context changes are read again. */
export const useEntries = (actions: HistoryActions) => {
  const [entries, setEntries] = useState<Entries>(new Map());
  const [isReading, setReading] = useState(true);
  const [problem, setProblem] = useState<HistoryProblem | null>(null);
  // Reads run one after another, so that an older result never replaces a newer one.
  const run = useRef(serialQueue()).current;

  const readAll = async (): Promise<void> => {
    const all = await actions.entries();
    setEntries(byId(all));
    setReading(false);
    setProblem(null);
    setTimeout(() => prepareSearch(all));
  };
  const readFirst = async (): Promise<void> => {
    setEntries(byId(entriesOf(await actions.newest(firstCount))));
    await readAll();
  };
  const readSome = async (ids: readonly string[]): Promise<void> => {
    const found = new Map((await actions.find(ids)).map((attempt) => [attempt.id, attempt]));
    setEntries((before) => {
      const after = new Map(before);
      for (const id of ids) {
        const attempt = found.get(id);
        if (attempt) after.set(id, entryOf(attempt));
        else after.delete(id);
      }
      return after;
    });
  };
  const next = (read: () => Promise<void>): Promise<void> =>
    run(read).catch((error: unknown) => setProblem(actions.problemOf(error)));
  const changed = (change: HistoryChange): Promise<void> =>
    next(change === null || change.length > maxChanges ? readAll : () => readSome(change));
  useEffect(() => {
    const end = new AbortController();
    actions.onChange((change) => void changed(change), { signal: end.signal });
    void next(readFirst);
    return () => end.abort();
  }, []);
  return { entries, isReading, problem, changed };
};
