import { beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { message } from './message.ts';
import { createClient, sendMessage } from './send.ts';

const browserSend = vi.hoisted(() => vi.fn<(message: unknown) => Promise<unknown>>());
vi.mock('../webextension/browser.ts', () => ({ browser: { runtime: { sendMessage: browserSend } } }));

const ofLink = (handle: (request: { link: string }) => Promise<number>) =>
  message({ from: ['popup'], request: () => z.object({ link: z.string() }), handle });

type Declared = Record<'count' | 'shorten', ReturnType<typeof ofLink>>;

const closed = () => Promise.reject(new Error('The message port closed.'));

beforeEach(() => {
  vi.useFakeTimers();
  browserSend.mockReset();
});

it('is a function for each message, which resolves with the value of the answer', async () => {
  const client = createClient<Declared>();
  browserSend.mockResolvedValue({ ok: true, value: 3 });
  expect(await client.count({ link: 'a' })).toBe(3);
  expect(browserSend).toHaveBeenLastCalledWith({ name: 'count', request: { link: 'a' } });
});

it.each([
  ['the channel closes', closed],
  [
    'the extension was reloaded',
    () => {
      throw new Error('Extension context invalidated.');
    },
  ],
  ['the message is refused', () => Promise.resolve()],
  ['the handler failed', () => Promise.resolve({ ok: false })],
])('resolves with undefined if %s', async (_, answer) => {
  browserSend.mockImplementation(answer);
  expect(await createClient<Declared>(['count']).count({ link: 'a' })).toBeUndefined();
});

it('sends what only reads once more if the background was stopped, and nothing else', async () => {
  const client = createClient<Declared>(['count']);
  browserSend.mockImplementationOnce(closed).mockResolvedValueOnce({ ok: true, value: 3 });
  expect(await client.count({ link: 'a' })).toBe(3);
  browserSend.mockImplementationOnce(closed);
  expect(await client.shorten({ link: 'a' })).toBeUndefined();
  expect(browserSend).toHaveBeenCalledTimes(3);
});

it.each([undefined, 3000])('waits 25 s, or %s ms', async (milliseconds) => {
  browserSend.mockReturnValue(new Promise(() => undefined));
  const answered = vi.fn();
  void sendMessage('toastReady', {}, { milliseconds }).then(answered);
  await vi.advanceTimersByTimeAsync((milliseconds ?? 25_000) - 100);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(answered).toHaveBeenCalledWith(undefined);
});
