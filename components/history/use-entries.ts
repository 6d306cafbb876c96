import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { serialQueue } from '../../lib/async/async.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import type { HistoryProblem } from '../../lib/history/history.ts';
import type { HistoryChange } from '../../lib/history/change-feed.ts';
import { type Entries, entriesOf, type Entry } from '../../lib/history/search.ts';
import type { HistoryActions } from './history-actions.ts';

/** The number of entries that are shown before the others are read. */
const firstCount = 100;

/** After a larger change, everything is read again. */
const maxChanges = 5000;

/** The number of search keys that are computed at once: they take some 2 ms. */
const keysAtOnce = 1000;

/** Computes the search keys after the links are shown, so that the first search is as fast as the next. */
const prepareSearch = (entries: readonly Entry[], from = 0): void => {
  for (const entry of entries.slice(from, from + keysAtOnce)) void entry.key;
  const next = from + keysAtOnce;
  if (next < entries.length) setTimeout(() => prepareSearch(entries, next));
};

/** The entries after those with these ids have changed; what was not found is removed. */
const withChanges = (before: Entries, ids: readonly string[], found: readonly Attempt[]): Entries => {
  const after = new Map(before);
  const changed = entriesOf(found);
  for (const id of ids) {
    const entry = changed.get(id);
    if (entry) after.set(id, entry);
    else after.delete(id);
  }
  return after;
};

/** The history in memory. Entries that this page or another context changes are read again. */
export const useEntries = (
  actions: Pick<HistoryActions, 'newestFirst' | 'entries' | 'find' | 'onChange' | 'problemOf'>,
) => {
  const [entries, setEntries] = useState<Entries>(new Map());
  const [isReading, setReading] = useState(true);
  const [problem, setProblem] = useState<HistoryProblem | null>(null);
  // Reads run one after another, so that an older result never replaces a newer one.
  const run = useRef(serialQueue()).current;

  const showAll = (all: Entries): void => {
    setEntries(all);
    setReading(false);
    setProblem(null);
    setTimeout(() => prepareSearch([...all.values()]));
  };
  const readAll = async (): Promise<void> => showAll(await actions.entries());
  const readFirst = async (): Promise<void> => {
    const { newest, all } = await actions.newestFirst(firstCount);
    setEntries(newest);
    showAll(await all);
  };
  const readSome = async (ids: readonly string[]): Promise<void> => {
    const found = await actions.find(ids);
    setEntries((before) => withChanges(before, ids, found));
  };
  const next = (read: () => Promise<void>): Promise<void> =>
    run(read).catch((error: unknown) => setProblem(actions.problemOf(error)));
  const changed = (change: HistoryChange): Promise<void> =>
    next(change === null || change.length > maxChanges ? readAll : () => readSome(change));
  // Not after the first paint, for which an effect would wait.
  useLayoutEffect(() => {
    const end = new AbortController();
    actions.onChange((change) => void changed(change), { signal: end.signal });
    void next(readFirst);
    return () => end.abort();
  }, []);
  return { entries, isReading, problem, changed };
};
