import * as z from 'zod/mini';
import { logAndReturn } from '../errors/error-log.ts';
import type { StoredItem } from '../storage/storage.ts';
import { type Filter, filters, orders } from './search.ts';

/** What the page of the history shows, and in which order. */
export const storedView = z.lazy(() =>
  z.object({
    query: z.string(),
    filter: z.enum(filters),
    order: z.enum(orders),
    /** The id of a connection: only its links. */
    connection: z.optional(z.string()),
    /** The id of the page's tab; a view without one is for the next page that opens. */
    tab: z.optional(z.int()),
  }),
);

export type HistoryView = Omit<z.infer<typeof storedView>, 'tab'>;

export const wholeHistory: HistoryView = { query: '', filter: 'all', order: 'newest' };

export interface StoredView {
  initial: HistoryView;
  write(view: HistoryView): void;
}

const isFilter = (name: string | null): name is Filter => filters.some((each) => each === name);

/**
 * The view as it outlives a reload of its tab, which is the one that wrote last; else with the filter that the address of the
 * page names. Never rejects.
 */
export const openStoredView = async (
  item: StoredItem<z.infer<typeof storedView>>,
  ownTab: Promise<number | undefined>,
  filter: string | null = null,
): Promise<StoredView> => {
  const [stored, tab] = await Promise.all([item.read(), ownTab]).catch(logAndReturn([]));
  const write = (view: HistoryView) => void item.write({ ...view, tab }).catch(logAndReturn(undefined));
  const isOfTab = stored && (stored.tab ?? tab) === tab;
  const initial = isOfTab ? stored : { ...wholeHistory, ...(isFilter(filter) && { filter }) };
  if (stored && stored.tab === undefined) write(initial);
  return { initial, write };
};
