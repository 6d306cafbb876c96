import { expect, it, vi } from 'vitest';
import { shareOf } from './share.ts';

// No browser on Linux has a share sheet: Chromium 156 has no navigator.share, and ends the page that calls it if a switch adds
// it; Firefox 153 has none, and rejects with NotSupportedError if a preference adds it. Therefore this is a stand-in.
const context = (share = vi.fn(() => Promise.resolve())) => ({ canShare: () => true, share });
const url = 'https://s.example/1';

it.each([
  ['has no sheet', {}],
  ['shares no addresses', { ...context(), canShare: () => false }],
])('is absent in a browser that %s', (_, lacking) => {
  expect(shareOf(lacking)).toBeNull();
});

it.each([
  ['An article', { url, title: 'An article' }],
  ['', { url }],
])('shares the link with the title “%s”', async (title, shared) => {
  const { share, ...more } = context();
  expect(await shareOf({ share, ...more })?.({ title, url })).toBe(true);
  expect(share).toHaveBeenCalledExactlyOnceWith(shared);
});

it.each([
  ['AbortError', true],
  ['InvalidStateError', true],
  ['NotAllowedError', false],
  ['NotSupportedError', false],
])('after %s answers %s', async (name, isFine) => {
  const share = vi.fn(() => Promise.reject(new DOMException('', name)));
  expect(await shareOf(context(share))?.({ title: '', url })).toBe(isFine);
});
