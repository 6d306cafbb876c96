import { beforeEach, expect, it, vi } from 'vitest';
import { loseStorage } from '../storage/test-helpers/fake-browser.ts';
import { clearStaleSoundingBadge, showBadge, showSoundingBadge } from './badge.ts';

/** The badges of the tabs. In Firefox, `offscreen` is undefined. */
const fake = vi.hoisted(() => ({
  badges: {} as Record<number, string>,
  offscreen: undefined as { hasDocument(): Promise<boolean> } | undefined,
}));
vi.mock('../webextension/browser.ts', async () => {
  const { browser } = await import('../storage/test-helpers/fake-browser.ts');
  const setBadgeText = ({ tabId, text }: { tabId: number; text: string }) =>
    Promise.resolve(void (fake.badges[tabId] = text));
  return {
    browser: Object.defineProperty({ ...browser, action: { setBadgeText } }, 'offscreen', {
      get: () => fake.offscreen,
    }),
  };
});

beforeEach(() => {
  loseStorage();
  fake.badges = {};
});

it.each<[string, boolean | null, string]>([
  ['is removed if the offscreen document has gone', false, ''],
  ['stays while the offscreen document is there', true, '♪'],
  ['is removed in Firefox, whose background played the sound', null, ''],
])('♪ of a sound from before the start of the background %s', async (_, hasDocument, text) => {
  fake.offscreen = hasDocument === null ? undefined : { hasDocument: () => Promise.resolve(hasDocument) };
  await showSoundingBadge(7);
  await clearStaleSoundingBadge();
  expect(fake.badges).toEqual({ 7: text });
  await showSoundingBadge(8);
  expect(fake.badges).toEqual({ 7: '', 8: '♪' });
});

it('✓ is shown for 4 s, then ♪ again on the tab that plays; ! stays', async () => {
  vi.useFakeTimers();
  await showSoundingBadge(7);
  for (const tabId of [7, 8]) showBadge(tabId, '✓');
  showBadge(9, '!');
  await vi.advanceTimersByTimeAsync(3999);
  expect(fake.badges).toEqual({ 7: '✓', 8: '✓', 9: '!' });
  await vi.advanceTimersByTimeAsync(1);
  expect(fake.badges).toEqual({ 7: '♪', 8: '', 9: '!' });
  vi.useRealTimers();
});
