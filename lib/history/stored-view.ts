import * as z from 'zod/mini';
import { parseJson } from '../checks/json.ts';
import { type Filter, filters, type Order, orders } from './search.ts';

/** What the page of the history shows, and in which order. */
export interface HistoryView {
  query: string;
  filter: Filter;
  order: Order;
}

const wholeHistory: HistoryView = { query: '', filter: 'all', order: 'newest' };

const storedView = z.object({ query: z.string(), filter: z.enum(filters), order: z.enum(orders) });

/** In the tab's session storage. */
const key = 'history-view';

/** The view as it is stored while its tab is open, so that it outlives a reload. */
export const createStoredView = (storage: Pick<Storage, 'getItem' | 'setItem'>) => ({
  read: (): HistoryView => storedView.safeParse(parseJson(storage.getItem(key) ?? '')).data ?? wholeHistory,
  write: (view: HistoryView): void => storage.setItem(key, JSON.stringify(view)),
});

export type StoredView = ReturnType<typeof createStoredView>;
