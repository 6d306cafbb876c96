import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { serialQueue } from '../../lib/async/async.ts';
import type { HistoryChange } from '../../lib/history/database.ts';
import type { Attempt } from '../../lib/history/types.ts';
import type { HistoryProblem } from '../../lib/history/history.ts';
import {
  countBy,
  countByFilter,
  type Entries,
  entriesOf,
  type Entry,
  filterEntries,
  sortEntries,
} from '../../lib/history/search.ts';
import type { HistoryView, StoredView } from '../../lib/history/stored-view.ts';
import { language } from '../../lib/i18n/texts.ts';
import type { ConnectionInfo } from '../../lib/settings/connection-info.ts';
import { useSubscription } from '../ui/use-subscription.ts';
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
  for (const id of ids) if (!changed.has(id)) after.delete(id);
  for (const [id, entry] of changed) after.set(id, entry);
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
  /** A read that has not begun, which takes more ids: a run changes one link after another. */
  const waiting = useRef<{ ids: Set<string>; read: Promise<void> }>(null);
  const readChanged = (): Promise<void> => {
    const ids = [...(waiting.current?.ids ?? [])];
    waiting.current = null;
    return ids.length > maxChanges ? readAll() : readSome(ids);
  };
  const changed = (change: HistoryChange): Promise<void> => {
    if (change === null) return next(readAll);
    const { ids, read } = waiting.current ?? { ids: new Set(), read: next(readChanged) };
    for (const id of change) ids.add(id);
    waiting.current = { ids, read };
    return read;
  };
  useSubscription((signal) => actions.onChange((change) => void changed(change), { signal }));
  // A layout effect runs before the first paint, so reading starts earlier than with useEffect.
  useLayoutEffect(() => void next(readFirst), []);
  return { entries, isReading, problem, changed };
};

const seconds = (): number => Math.floor(Date.now() / 1000);

/**
 * The time in Unix seconds, updated every 15 s while the page is visible, and whenever it becomes visible. A page that is
 * being left becomes hidden first and is not updated, so that it does not delay the next page. It is also updated with the
 * entries: a link that has just been deleted is not shown with a time that is left.
 */
export const useNow = (entries: Entries): number => {
  const [now, setNow] = useState(seconds);
  useEffect(() => setNow(seconds()), [entries]);
  useSubscription((signal) => {
    const tick = (): void => {
      if (document.visibilityState === 'visible') setNow(seconds());
    };
    const timer = setInterval(tick, 15_000);
    document.addEventListener('visibilitychange', tick, { signal });
    signal.addEventListener('abort', () => clearInterval(timer));
  });
  return now;
};

/** In place of an id: the connections that were removed. */
export const removedConnections = 'removed';

interface ViewOptions {
  now: number;
  stored: StoredView;
  connections: readonly ConnectionInfo[];
}

/** The entries that are shown, and their order, as they were before a reload. */
export const useView = (entries: Entries, { now, stored, connections }: ViewOptions) => {
  const [view, setView] = useState(stored.initial);
  const { query, filter, order } = view;
  const isThere = (account: string | undefined): boolean => connections.some(({ id }) => id === account);
  const isOffered = view.connection === removedConnections || isThere(view.connection);
  // With one connection, nothing shows by which one the links are filtered.
  const connection = connections.length > 1 && isOffered ? view.connection : undefined;
  const change = (changes: Partial<HistoryView>): void => {
    const next = { ...view, ...changes };
    setView(next);
    stored.write(next);
  };
  const showAll = (): void => change({ query: '', filter: 'all', connection: undefined });
  const sorted = useMemo(
    () => sortEntries(entries.values(), { order, language: language(), now }),
    [entries, order],
  );
  const found = useMemo(() => filterEntries(sorted, { query, filter: 'all', now }), [sorted, query]);
  /** The connection of an attempt by which it is filtered; undefined if it was imported. */
  const connectionOf = ({ attempt: { account } }: Entry): string | undefined =>
    account === undefined || isThere(account) ? account : removedConnections;
  const perConnection = useMemo(() => countBy(found, connectionOf), [found]);
  const listed = useMemo(
    () => (connection === undefined ? found : found.filter((each) => connectionOf(each) === connection)),
    [found, connection],
  );
  const rows = useMemo(() => filterEntries(listed, { query: '', filter, now }), [listed, filter, now]);
  const sums = useMemo(() => countByFilter(listed, now), [listed, now]);
  return { ...view, connection, change, showAll, rows, sums, perConnection };
};

export type View = ReturnType<typeof useView>;
