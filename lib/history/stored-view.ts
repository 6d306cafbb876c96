import * as z from 'zod/mini';
import { logAndReturn } from '../errors/error-log.ts';
import type { StoredItem } from '../storage/storage.ts';
import { type Filter, filters, orders } from './search.ts';

/** What the page of the history shows, and in which order. */
const historyView = z.object({
  query: z.string(),
  filter: z.enum(filters),
  order: z.enum(orders),
  /** The id of a connection: only its links. */
  connection: z.optional(z.string()),
});

export type HistoryView = z.infer<typeof historyView>;

/** A view with the id of its tab; a view without one is for the next page that opens. */
export const storedView = z.extend(historyView, { tab: z.optional(z.int()) });

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
