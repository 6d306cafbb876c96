import { act, renderHook } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { defaults, type Settings } from '../../lib/settings/schema.ts';
import { changeFeed } from '../testing/dom.ts';
import { useSettings } from './use-settings.ts';

/** Sets the default validity to a week, then to a day; whether each is stored comes later. */
const changeTwice = () => {
  const elsewhere = changeFeed<[Settings]>();
  const stored = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
  const pending = stored.map(({ promise }) => promise);
  const actions = {
    change: () => pending.shift() ?? Promise.resolve(true),
    onSettingsChange: elsewhere.subscribe,
  };
  const { result } = renderHook(() => useSettings({ initial: defaults, actions }));
  for (const defaultValidity of ['week', 'day'] as const)
    void act(() => result.current.change(() => ({ defaultValidity })));
  return { result, stored, elsewhere };
};

it.each([
  ['the first one fails', [false, true], [0, 1], 'day'],
  ['the first one fails, after the second is stored', [false, true], [1, 0], 'day'],
  ['the second one fails', [true, false], [0, 1], 'week'],
  ['both fail', [false, false], [0, 1], 'last'],
] as const)('two changes show at once, and what is left if %s', async (...[, isStored, order, expected]) => {
  const { result, stored } = changeTwice();
  expect([result.current.settings.defaultValidity, result.current.saveState]).toEqual(['day', null]);
  for (const index of order)
    await act(async () => {
      stored[index]?.resolve(isStored[index]);
      await stored[index]?.promise;
    });
  expect(result.current).toMatchObject({ settings: { defaultValidity: expected }, saveState: 'failed' });
});

it('the settings follow other pages, below what is not stored yet', () => {
  const { result, elsewhere } = changeTwice();
  void act(() => elsewhere.report({ ...defaults, defaultValidity: 'hour', openAtOnce: true }));
  expect(result.current.settings).toMatchObject({ defaultValidity: 'day', openAtOnce: true });
});
