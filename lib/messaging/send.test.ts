import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendMessage } from './send.ts';

const browserSend = vi.hoisted(() => vi.fn<(message: unknown) => Promise<unknown>>());
vi.mock('../webextension/browser.ts', () => ({ browser: { runtime: { sendMessage: browserSend } } }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('resolves with the value of the answer', async () => {
  browserSend.mockResolvedValue({ ok: true, value: { shouldCopy: true } });
  expect(await sendMessage('toastReady', {})).toEqual({ shouldCopy: true });
  expect(browserSend).toHaveBeenLastCalledWith({ name: 'toastReady', request: {} });
});

it.each([
  ['the channel closes', () => Promise.reject(new Error('The message port closed.'))],
  ['the message is refused', () => Promise.resolve()],
  ['the handler failed', () => Promise.resolve({ ok: false })],
])('rejects if %s', async (_, answer) => {
  browserSend.mockImplementation(answer);
  await expect(sendMessage('toastReady', {})).rejects.toThrow('No answer.');
});

it.each([undefined, 3000])('rejects if no answer comes within 25 s, or within %s ms', async (limit) => {
  browserSend.mockReturnValue(new Promise(() => undefined));
  const rejected = vi.fn();
  sendMessage('toastReady', {}, limit).catch(rejected);
  await vi.advanceTimersByTimeAsync((limit ?? 25_000) - 100);
  expect(rejected).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(rejected).toHaveBeenCalledOnce();
});
