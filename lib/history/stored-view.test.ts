import { expect, it } from 'vitest';
import { type HistoryView, openStoredView } from './stored-view.ts';

it('one page, the next that opens, shows a search that belongs to no tab yet', async () => {
  let stored: HistoryView & { tab?: number | undefined } = { query: 'möwen', filter: 'all', order: 'newest' };
  const item = {
    read: () => Promise.resolve(stored),
    write(view: typeof stored) {
      stored = view;
      return Promise.resolve();
    },
  };
  const searched = async (tab: number) => (await openStoredView(item, Promise.resolve(tab))).initial.query;
  expect([await searched(1), await searched(2), await searched(1)]).toEqual(['möwen', '', 'möwen']);
});
