import { beforeEach, expect, it, vi } from 'vitest';
import { injectToast, isStillAt } from './injection.ts';

const { executeScript, getTab } = vi.hoisted(() => ({
  executeScript: vi.fn<() => Promise<unknown>>(),
  getTab: vi.fn<() => Promise<{ url?: string }>>(),
}));
vi.mock('../webextension/browser.ts', () => ({
  browser: { scripting: { executeScript }, tabs: { get: getTab } },
}));

beforeEach(() => {
  vi.useFakeTimers();
  executeScript.mockReset().mockResolvedValue([]);
  getTab.mockReset().mockResolvedValue({ url: 'https://a.example/' });
});

it.each([
  { refusals: 0, milliseconds: 0, isAllowed: true },
  { refusals: 1, milliseconds: 0, isAllowed: true },
  { refusals: 2, milliseconds: 100, isAllowed: true },
  { refusals: 3, milliseconds: 100, isAllowed: false },
])(
  'a toast that the browser refuses $refusals times is in its page: $isAllowed',
  async ({ refusals, milliseconds, isAllowed }) => {
    for (let left = refusals; left > 0; left -= 1) executeScript.mockRejectedValueOnce(new Error('refused'));
    const injected = injectToast(1);
    await vi.advanceTimersByTimeAsync(milliseconds);
    expect(await Promise.race([injected, Promise.resolve('later')])).toBe(isAllowed);
  },
);

it.each([
  ['is still shown', true, () => undefined],
  [
    'was reloaded at the same address',
    false,
    () => executeScript.mockRejectedValue(new Error('no document')),
  ],
  ['has another address', false, () => getTab.mockResolvedValue({ url: 'https://a.example/other' })],
  ['was closed with its tab', false, () => getTab.mockRejectedValue(new Error('no such tab'))],
])('a page that %s is still in its tab: %s', async (_, isStill, change) => {
  change();
  const still = isStillAt({ tabId: 1, documentId: 'first', url: 'https://a.example/' });
  await vi.advanceTimersByTimeAsync(100);
  expect(await Promise.race([still, Promise.resolve('later')])).toBe(isStill);
});
