import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createOpenCounter } from './opens.ts';
import { type LinkOpens, StoreUnavailableError } from '../store/contract.ts';
import { start, testApp } from '../../tests/support/service/test-app.ts';

const person = {
  agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  purpose: undefined,
};
const day = Math.floor(start / 86_400);

function counter(addOpens: (opens: readonly LinkOpens[]) => Promise<void>) {
  const clock = { seconds: start };
  const report = vi.fn();
  const created = createOpenCounter({ store: { addOpens }, now: () => clock.seconds * 1000, report });
  onTestFinished(() => created.close());
  return { ...created, clock, report };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('opens are written every five seconds, all in one, and at the end', async () => {
  const written = vi.fn(() => Promise.resolve());
  const { count, close, clock } = counter(written);
  for (const id of ['one', 'two', 'one']) count(id, person);
  clock.seconds += 86_400;
  count('two', person);
  await vi.advanceTimersByTimeAsync(4999);
  expect(written).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(written).toHaveBeenCalledExactlyOnceWith([
    { id: 'one', count: 2, day },
    { id: 'two', count: 2, day: day + 1 },
  ]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(written).toHaveBeenCalledTimes(1);
  count('one', person);
  await close();
  expect(written).toHaveBeenLastCalledWith([{ id: 'one', count: 1, day: day + 1 }]);
});

test('what could not be written is written later, unless it may have been written; the error is reported', async () => {
  const written = vi.fn<(opens: readonly LinkOpens[]) => Promise<void>>(() => Promise.resolve());
  written.mockRejectedValueOnce(new Error('lost'));
  const { count, report } = counter(written);
  count('one', person);
  await vi.advanceTimersByTimeAsync(5000);
  expect(report).toHaveBeenCalledExactlyOnceWith(new Error('lost'));
  count('one', person);
  await vi.advanceTimersByTimeAsync(5000);
  expect(written).toHaveBeenLastCalledWith([{ id: 'one', count: 2, day }]);

  written.mockRejectedValueOnce(new StoreUnavailableError('No answer in time.', { isUncertain: true }));
  count('one', person);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written).toHaveBeenCalledTimes(3);
});

/** A browser, and one in a telephone whose name ends like that of a program. */
const people = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/460.0;FBDV/iPhone14,5]',
  'Mozilla/5.0 (Linux; Android 10; CUBOT P40) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
];

/** Those that the package does not know, and one that it knows. */
const programs = [
  'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.10730; Pro)',
  'Dart/3.2 (dart:io)',
  'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.1',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
];

test('only what people open is counted', async () => {
  const written = vi.fn(() => Promise.resolve());
  const { count } = counter(written);
  for (const agent of [person.agent, ...people]) count('opened', { ...person, agent });
  for (const agent of [undefined, ' ', ...programs]) count('fetched', { ...person, agent });
  count('in advance', { ...person, purpose: 'prefetch;prerender' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(written.mock.calls).toEqual([[[{ id: 'opened', count: 3, day }]]]);
});

// What Read has of them: redirect.test.ts.
test('redirects are counted, and nothing else', async () => {
  vi.useRealTimers();
  const countOpen = vi.fn();
  const { shorten, call } = await testApp({ countOpen });
  const id = await shorten('https://example.com/');
  const names = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
  for (const name of names)
    await call(`/${id}`, { headers: { 'user-agent': 'x', purpose: '', [name]: name } });
  for (const init of [{ method: 'HEAD' }, { method: 'POST' }]) await call(`/${id}`, init);
  for (const path of [`/${id}+`, '/abcdefghij']) await call(path);
  expect(countOpen.mock.calls).toEqual(names.map((purpose) => [id, { agent: 'x', purpose }]));
});

test('a statement has the opens of at most 5000 links; after one that failed, the rest is written later', async () => {
  const written = vi.fn<(opens: readonly LinkOpens[]) => Promise<void>>(() => Promise.resolve());
  const lost = new StoreUnavailableError('No answer in time.', { isUncertain: true });
  written.mockRejectedValueOnce(lost);
  const { count } = counter(written);
  for (let n = 0; n < 12_000; n += 1) count(`link${n}`, person);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written.mock.calls.map(([opens]) => opens.length)).toEqual([5000, 5000, 2000]);
  expect(written.mock.calls[1]?.[0][0]).toEqual({ id: 'link5000', count: 1, day });
});
