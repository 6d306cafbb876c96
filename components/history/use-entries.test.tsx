import { act, renderHook, waitFor } from '@testing-library/preact';
import { render } from 'preact';
import { afterEach, expect, it, vi } from 'vitest';
import type { Attempt } from '../../lib/history/types.ts';
import { historyProblemOf } from '../../lib/history/history.ts';
import type { HistoryActions } from './history-calls.ts';
import { useEntries, useNow } from './use-entries.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const started = 1_800_000_000;

const look = (state: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  void act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

it('updates the time while the page is visible only: each update counts all links', () => {
  vi.useFakeTimers({ now: started * 1000 });
  const { result } = renderHook(useNow);
  expect(result.current).toBe(started);
  void act(() => void vi.advanceTimersByTime(15_000));
  expect(result.current).toBe(started + 15);
  look('hidden');
  void act(() => void vi.advanceTimersByTime(50_000));
  look('hidden');
  expect(result.current).toBe(started + 15);
  look('visible');
  expect(result.current).toBe(started + 65);
});

it('reads what changes meanwhile once: each read of a long history sorts all of it', async () => {
  let answer: (found: Attempt[]) => void = () => undefined;
  const find = vi.fn<HistoryActions['find']>(() => new Promise((resolve) => (answer = resolve)));
  let change: (ids: string[]) => void = () => undefined;
  const actions = {
    newestFirst: () => Promise.resolve({ newest: new Map(), all: Promise.resolve(new Map()) }),
    entries: vi.fn<HistoryActions['entries']>(),
    find,
    onChange: (changed: (ids: string[]) => void) => void (change = changed),
    problemOf: historyProblemOf,
  };
  const { result } = renderHook(() => useEntries(actions));
  await waitFor(() => expect(result.current.isReading).toBe(false));
  change(['a']);
  await waitFor(() => expect(find).toHaveBeenCalledOnce());
  for (const id of ['b', 'c', 'b', 'd']) change([id]);
  answer([]);
  await waitFor(() => expect(find).toHaveBeenCalledTimes(2));
  expect(find.mock.calls).toEqual([[['a']], [['b', 'c', 'd']]]);
});

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
