import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { injectToast } from './injection.ts';

const { executeScript } = vi.hoisted(() => ({ executeScript: vi.fn<() => Promise<unknown>>() }));
vi.mock('../webextension/browser.ts', () => ({ browser: { scripting: { executeScript } } }));

beforeEach(() => {
  vi.useFakeTimers();
  executeScript.mockReset().mockResolvedValue([]);
});
afterEach(() => {
  vi.useRealTimers();
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
