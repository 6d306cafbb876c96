import { render } from 'preact';
import { expect, it, vi } from 'vitest';
import { type History as LinkHistory, openHistory } from '../../lib/history/history.ts';
import { type HistoryView, wholeHistory } from '../../lib/history/stored-view.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { entriesOf, type Order } from '../../lib/history/search.ts';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import { History } from './History.tsx';
import { HistoryState } from './history-state.ts';

const stateOf = (changed: Partial<LinkHistory>, view: Partial<HistoryView> = {}): HistoryState =>
  new HistoryState(
    { ...openHistory(), ...changed },
    { initial: { ...wholeHistory, ...view }, write: () => undefined },
  );

it('reads what changes meanwhile once: each read of a long history sorts all of it', async () => {
  let answer: (found: Attempt[]) => void = () => undefined;
  const find = vi.fn<LinkHistory['find']>(() => new Promise((resolve) => (answer = resolve)));
  const state = stateOf({ find });
  void state.changed(['a']);
  await expect.poll(() => find).toHaveBeenCalledOnce();
  for (const id of ['b', 'c', 'b', 'd']) void state.changed([id]);
  answer([]);
  await expect.poll(() => find).toHaveBeenCalledTimes(2);
  expect(find.mock.calls).toEqual([[['a']], [['b', 'c', 'd']]]);
});

it('reads without waiting for the first paint', async () => {
  const newestFirst = vi.fn<LinkHistory['newestFirst']>(() => new Promise(() => undefined));
  render(<History state={stateOf({ newestFirst })} />, document.body);
  await Promise.resolve();
  await Promise.resolve();
  expect(newestFirst).toHaveBeenCalledOnce();
  render(null, document.body);
});

const history = Array.from({ length: 200 }, (_, at) => testAttempt({ id: `${at}`, createdAt: 1000 - at }));
const added = (count: number, createdAt: number) =>
  Array.from({ length: count }, () => testAttempt({ createdAt }));

// The last of 30 rows has the focus.
it.each<[string, Order, found: Attempt[], rendered: number]>([
  ['as many as are added above it', 'newest', added(50, 2000), 80],
  ['none for those added below it', 'newest', added(50, 1), 30],
  ['some for a long list that is loaded', 'newest', added(5000, 2000), 700],
  ['none if only its place changes', 'expiry', [testAttempt({ id: '29', expiresAt: 2e9 })], 30],
])('renders more rows for the one with the focus: %s', async (_, order, found, rendered) => {
  const state = stateOf({ find: () => Promise.resolve(found) }, { order });
  state.entries.value = entriesOf(history);
  render(
    <div class="row">
      <input value="29" />
    </div>,
    document.body,
  );
  document.querySelector('input')?.focus();
  await state.changed(found.map(({ id }) => id));
  expect(state.rendered.value).toBe(rendered);
  render(null, document.body);
});
