import { expect, test } from 'vitest';
import { createApplication } from './credentials.ts';
import { createLimiter } from './limits.ts';
import { answerOf, start, testApp } from './test-app.ts';

const good = { link: 'https://example.com/', validity: start + 600 };

test('too many calls in a second are refused with the wait, then allowed again', async () => {
  const { add, token, clock } = await testApp({ application: { perSecond: 2, perMinute: 100 } });
  const bearer = await token();
  for (let calls = 0; calls < 2; calls += 1) {
    expect(await answerOf(await add(good, bearer))).toMatchObject({ code: 200 });
  }
  const refused = await add(good, bearer);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await answerOf(refused)).toEqual({ code: 429, data: null, msg: 'too many requests' });
  clock.seconds += 1;
  expect(await answerOf(await add(good, bearer))).toMatchObject({ code: 200 });
});

test('too many calls in a minute wait for the oldest to be a minute old', async () => {
  const { add, token, clock } = await testApp({ application: { perSecond: 1, perMinute: 2 } });
  const bearer = await token();
  for (const pause of [20, 10]) {
    expect(await answerOf(await add(good, bearer))).toMatchObject({ code: 200 });
    clock.seconds += pause;
  }
  expect((await add(good, bearer)).headers.get('retry-after')).toBe('30');
  clock.seconds += 30;
  expect(await answerOf(await add(good, bearer))).toMatchObject({ code: 200 });
});

test('tokens are limited too, and each application for itself', async () => {
  const { getToken, store, call } = await testApp({ application: { perSecond: 1 } });
  expect(await answerOf(await getToken())).toMatchObject({ code: 200 });
  expect(await answerOf(await getToken())).toMatchObject({ code: 429 });
  const other = await createApplication(store);
  expect(await answerOf(await getToken(other))).toMatchObject({ code: 200 });
  expect(await answerOf(await call('/v3/time'))).toMatchObject({ code: 200 });
});

test('a clock that is set back locks nobody out', () => {
  const limiter = createLimiter();
  const limits = { perSecond: 1, perMinute: 1 };
  expect(limiter.take('a', limits, 10_000_000)).toBe(0);
  expect(limiter.take('a', limits, 5_000_000)).toBe(0);
  expect(limiter.take('a', limits, 5_000_001)).toBe(59_999);
});
