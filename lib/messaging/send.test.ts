import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { send } from './send.ts';

const sendMessage = vi.hoisted(() => vi.fn<(message: unknown) => Promise<unknown>>());
vi.mock('../webextension/browser.ts', () => ({ browser: { runtime: { sendMessage } } }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('resolves with the value of the answer', async () => {
  sendMessage.mockResolvedValue({ ok: true, value: { shouldCopy: true } });
  expect(await send('toastReady', {})).toEqual({ shouldCopy: true });
  expect(sendMessage).toHaveBeenLastCalledWith({ name: 'toastReady', request: {} });
});

it.each([
  ['the channel closes', () => Promise.reject(new Error('The message port closed.'))],
  ['the message is refused', () => Promise.resolve()],
  ['the handler failed', () => Promise.resolve({ ok: false })],
])('rejects where %s', async (_, answer) => {
  sendMessage.mockImplementation(answer);
  await expect(send('toastReady', {})).rejects.toThrow('No answer.');
});

it('rejects if no answer comes within 25 s', async () => {
  sendMessage.mockReturnValue(new Promise(() => undefined));
  const rejected = vi.fn();
  send('toastReady', {}).catch(rejected);
  await vi.advanceTimersByTimeAsync(24_900);
  expect(rejected).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(rejected).toHaveBeenCalledOnce();
});
