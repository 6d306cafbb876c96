import { useEffect, useMemo, useState } from 'preact/hooks';
import { language } from '../../lib/i18n/texts.ts';
import {
  countByFilter,
  type Entries,
  type Filter,
  filterEntries,
  type Order,
  sortEntries,
} from '../../lib/history/search.ts';

const seconds = (): number => Math.floor(Date.now() / 1000);

/**
 * The time in Unix seconds, updated every 15 s while the page is visible, and whenever it becomes visible. A page that is
 * being left becomes hidden first: counting its links then would delay the next page.
 */
export const useNow = (): number => {
  const [now, setNow] = useState(seconds);
  useEffect(() => {
    const tick = (): void => {
      if (document.visibilityState === 'visible') setNow(seconds());
    };
    const timer = setInterval(tick, 15_000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
};

/** The entries that are shown, and their order. */
export const useView = (entries: Entries, now: number) => {
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const [order, setOrder] = useState<Order>('newest');
  const sorted = useMemo(
    () => sortEntries(entries.values(), { order, language: language(), now }),
    [entries, order],
  );
  const rows = useMemo(() => filterEntries(sorted, { query, filter, now }), [sorted, query, filter, now]);
  const sums = useMemo(() => countByFilter(entries.values(), now), [entries, now]);
  const showAll = (): void => {
    setQuery('');
    setFilter('all');
  };
  return { query, setQuery, filter, setFilter, order, setOrder, showAll, rows, sums };
};

export type View = ReturnType<typeof useView>;
