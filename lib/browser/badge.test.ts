import { beforeEach, expect, it, vi } from 'vitest';
import { loseStorage } from '../storage/test-helpers/fake-browser.ts';
import { clearStaleSoundingBadge, showBadge, showJobBadge, showSoundingBadge } from './badge.ts';

/** The badges of the tabs, and under 0 that of all tabs without their own. In Firefox, `offscreen` is undefined. */
const fake = vi.hoisted(() => ({
  badges: {} as Record<number, string | null>,
  offscreen: undefined as { hasDocument(): Promise<boolean> } | undefined,
}));
vi.mock('../webextension/browser.ts', async () => {
  const { browser } = await import('../storage/test-helpers/fake-browser.ts');
  const setBadgeText = ({ tabId = 0, text }: { tabId?: number; text: string | null }) =>
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

it.each<[string, boolean | null, string | null]>([
  ['is removed if the offscreen document has gone', false, null],
  ['stays while the offscreen document is there', true, '♪'],
  ['is removed in Firefox, whose background played the sound', null, null],
])('♪ of a sound from before the start of the background %s', async (_, hasDocument, text) => {
  fake.offscreen = hasDocument === null ? undefined : { hasDocument: () => Promise.resolve(hasDocument) };
  await showSoundingBadge(7);
  await clearStaleSoundingBadge();
  expect(fake.badges).toEqual({ 7: text });
  await showSoundingBadge(8);
  expect(fake.badges).toEqual({ 7: null, 8: '♪' });
});

it('✓ is shown for 4 s, then ♪ again on the tab that plays; ! stays', async () => {
  vi.useFakeTimers();
  await showSoundingBadge(7);
  for (const tabId of [7, 8]) showBadge(tabId, '✓');
  showBadge(9, '!');
  await vi.advanceTimersByTimeAsync(3999);
  expect(fake.badges).toEqual({ 7: '✓', 8: '✓', 9: '!' });
  await vi.advanceTimersByTimeAsync(1);
  expect(fake.badges).toEqual({ 7: '♪', 8: null, 9: '!' });
  vi.useRealTimers();
});

it('a tab without a badge of its own shows how many links the jobs have left', async () => {
  await showJobBadge(12);
  await showSoundingBadge(7);
  await showSoundingBadge(null);
  expect(fake.badges).toEqual({ 0: '12', 7: null });
  await showJobBadge(1000);
  expect(fake.badges[0]).toBe('999+');
  await showJobBadge(0);
  expect(fake.badges[0]).toBe('');
});
