import { render } from 'preact';
import { expect, it, vi } from 'vitest';
import { type History as LinkHistory, openHistory } from '../../lib/history/history.ts';
import { wholeHistory } from '../../lib/history/stored-view.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { History } from './History.tsx';
import { HistoryState } from './history-state.ts';

const stateOf = (changed: Partial<LinkHistory>): HistoryState =>
  new HistoryState({ ...openHistory(), ...changed }, { initial: wholeHistory, write: () => undefined });

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
