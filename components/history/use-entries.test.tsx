import { render } from 'preact';
import { expect, it, vi } from 'vitest';
import { historyProblemOf } from '../../lib/history/history.ts';
import type { HistoryActions } from './history-actions.ts';
import { useEntries } from './use-entries.ts';

it('reads without waiting for the first paint', async () => {
  const newestFirst = vi.fn<HistoryActions['newestFirst']>(() => new Promise(() => undefined));
  const List = () => {
    useEntries({
      newestFirst,
      entries: vi.fn<HistoryActions['entries']>(),
      find: vi.fn<HistoryActions['find']>(),
      onChange: vi.fn<HistoryActions['onChange']>(),
      problemOf: historyProblemOf,
    });
    return null;
  };
  render(<List />, document.body);
  await Promise.resolve();
  await Promise.resolve();
  expect(newestFirst).toHaveBeenCalledOnce();
  render(null, document.body);
});
