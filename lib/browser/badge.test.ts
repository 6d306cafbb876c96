import { beforeEach, expect, it, vi } from 'vitest';
import { clearStaleSoundingBadge, showBadge, showSoundingBadge } from './badge.ts';

/** A browser with the badges of its tabs. In Firefox, `offscreen` is undefined. */
interface Fake {
  session: Record<string, unknown>;
  badges: Record<number, string>;
  offscreen: { hasDocument(): Promise<boolean> } | undefined;
}
const fake = vi.hoisted((): Fake => ({ session: {}, badges: {}, offscreen: undefined }));
vi.mock('../webextension/browser.ts', () => ({
  browser: {
    get offscreen() {
      return fake.offscreen;
    },
    action: {
      setBadgeText({ tabId, text }: { tabId: number; text: string }) {
        fake.badges[tabId] = text;
        return Promise.resolve();
      },
    },
    storage: {
      session: {
        get: (key: string) => Promise.resolve({ [key]: fake.session[key] }),
        set: (values: object) => Promise.resolve(void Object.assign(fake.session, values)),
      },
    },
  },
}));

beforeEach(() => {
  fake.session = {};
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
