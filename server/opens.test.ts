import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createOpenCounter } from './opens.ts';
import type { LinkOpens } from './store/contract.ts';
import { answerOf, start, testApp } from '../tests/support/service/test-app.ts';

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

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

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

test('what could not be written is written later, and the error is reported', async () => {
  const written = vi.fn<(opens: readonly LinkOpens[]) => Promise<void>>(() => Promise.resolve());
  written.mockRejectedValueOnce(new Error('lost'));
  const { count, report } = counter(written);
  count('one', person);
  await vi.advanceTimersByTimeAsync(5000);
  expect(report).toHaveBeenCalledExactlyOnceWith(new Error('lost'));
  count('one', person);
  await vi.advanceTimersByTimeAsync(5000);
  expect(written).toHaveBeenLastCalledWith([{ id: 'one', count: 2, day }]);
});

test.each([
  ['a person', person, true],
  ['a program without a name', { agent: undefined, purpose: undefined }, true],
  [
    'a browser inside a messenger',
    { ...person, agent: 'Mozilla/5.0 (Linux) MicroMessenger/8.0 Mobile' },
    true,
  ],
  ['a browser that fetches in advance', { ...person, purpose: 'prefetch;prerender' }, false],
  ['a preview', { ...person, agent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }, false],
  ['another preview', { ...person, agent: 'facebookexternalhit/1.1' }, false],
  ['a messenger', { ...person, agent: 'WhatsApp/2.23.20.0' }, false],
  ['a search engine', { ...person, agent: 'Mozilla/5.0 (compatible; bingbot/2.0)' }, false],
])('a link that is opened by %s is counted or not', async (_, request, isCounted) => {
  const written = vi.fn(() => Promise.resolve());
  const { count } = counter(written);
  count('one', request);
  await vi.advanceTimersByTimeAsync(5000);
  expect(written).toHaveBeenCalledTimes(isCounted ? 1 : 0);
});

test('redirects are counted, and Read has the number and the day', async () => {
  vi.useRealTimers();
  const countOpen = vi.fn();
  const { shorten, call, store, token, getToken } = await testApp({ countOpen });
  const id = await shorten('https://example.com/');
  await call(`/${id}`, { headers: { 'user-agent': 'x', 'sec-purpose': 'prefetch' } });
  for (const init of [{ method: 'HEAD' }, { method: 'POST' }]) await call(`/${id}`, init);
  for (const path of [`/${id}+`, '/abcdefghij']) await call(path);
  expect(countOpen.mock.calls).toEqual([[id, { agent: 'x', purpose: 'prefetch' }]]);

  expect(await answerOf(await getToken())).toMatchObject({
    data: { features: expect.arrayContaining(['opens']) as string[] },
  });
  const read = async () =>
    answerOf(await call(`/v3/shortLink/${id}`, { headers: { authorization: `Bearer ${await token()}` } }));
  expect(await read()).toMatchObject({ data: { opens: { count: 0, day: null } } });
  await store.addOpens([{ id, count: 3, day }]);
  expect(await read()).toMatchObject({ data: { opens: { count: 3, day: '2027-01-15' } } });
});
