import { useMemo, useState } from 'preact/hooks';
import { language } from '../../lib/i18n/texts.ts';
import { counts, type Filter, found, type Order, ordered } from '../../lib/history/search.ts';
import type { Entries } from './use-entries.ts';

/** What of the history is shown, and in which order. */
export const useView = (entries: Entries, now: number) => {
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const [order, setOrder] = useState<Order>('newest');
  const sorted = useMemo(
    () => ordered(entries.values(), { order, language: language(), now }),
    [entries, order],
  );
  const rows = useMemo(() => found(sorted, { query, filter, now }), [sorted, query, filter, now]);
  const sums = useMemo(() => counts(sorted, now), [sorted, now]);
  const showAll = (): void => {
    setQuery('');
    setFilter('all');
  };
  return { query, setQuery, filter, setFilter, order, setOrder, showAll, rows, sums };
};

export type View = ReturnType<typeof useView>;
