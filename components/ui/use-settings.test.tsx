import { act, renderHook } from '@testing-library/preact';
import { expect, it, onTestFinished, vi } from 'vitest';
import { defaults } from '../../lib/settings/schema.ts';
import { changeSettings } from '../../lib/settings/settings.ts';
import { followChanges, settings } from '../page.ts';
import { browser } from '../testing/browser.ts';
import { useSettings } from './use-settings.ts';

vi.mock('../../lib/settings/settings.ts', { spy: true });

/** Sets the default validity to a week, then to a day; whether each is stored comes later. */
const changeTwice = () => {
  settings.value = { ...settings.value, ...defaults };
  const stored = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  for (const { promise } of stored) vi.mocked(changeSettings).mockReturnValueOnce(promise);
  const { result } = renderHook(() => useSettings());
  for (const defaultValidity of ['week', 'day'] as const)
    void act(() => result.current.change(() => ({ defaultValidity })));
  return { result, stored };
};

it.each([
  ['the first one fails', [false, true], [0, 1], 'day'],
  ['the first one fails, after the second is stored', [false, true], [1, 0], 'day'],
  ['the second one fails', [true, false], [0, 1], 'week'],
  ['both fail', [false, false], [0, 1], 'month'],
] as const)('two changes show at once, and what is left if %s', async (...[, isStored, order, expected]) => {
  const { result, stored } = changeTwice();
  expect([result.current.settings.defaultValidity, result.current.saveState]).toEqual(['day', null]);
  for (const index of order)
    await act(async () => {
      if (isStored[index]) stored[index]?.resolve(undefined);
      else stored[index]?.reject(new Error('The disk is full'));
      await Promise.allSettled([stored[index]?.promise]);
    });
  expect(result.current).toMatchObject({ settings: { defaultValidity: expected }, saveState: 'failed' });
});

it('the settings follow other pages, below what is not stored yet', async () => {
  const end = new AbortController();
  followChanges(end.signal);
  onTestFinished(() => end.abort());
  const { result } = changeTwice();
  await act(() =>
    browser.storage.local.set({ settings: { ...defaults, defaultValidity: 'hour', openAtOnce: true } }),
  );
  await expect.poll(() => result.current.settings.openAtOnce).toBe(true);
  expect(result.current.settings.defaultValidity).toBe('day');
});
