import { describe, expect, test } from 'vitest';
import { tokenData } from '../lib/api/contract.ts';
import { type ApplicationOptions, createApplication } from './credentials.ts';
import { createLimiter } from './failed-attempts.ts';
import { answerOf, start, testApp } from './test-app.ts';

const good = { link: 'https://example.com/', validity: start + 600 };

test('calls above the limit per second are refused with a Retry-After, and accepted after it', async () => {
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

test('calls above the limit per minute are accepted in the next minute of the clock', async () => {
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

test('Get token has a limit, too, which is counted for each application', async () => {
  const { getToken, store, call } = await testApp({ application: { perSecond: 1 } });
  expect(await answerOf(await getToken())).toMatchObject({ code: 200 });
  expect(await answerOf(await getToken())).toMatchObject({ code: 429 });
  const other = await createApplication(store);
  expect(await answerOf(await getToken(other))).toMatchObject({ code: 200 });
  expect(await answerOf(await call('/v3/time'))).toMatchObject({ code: 200 });
});

test('rolling windows: a clock that is set back does not block calls', () => {
  const limiter = createLimiter();
  const limits = { perSecond: 1, perMinute: 1 };
  expect(limiter.take('a', limits, 10_000_000)).toBe(0);
  expect(limiter.take('a', limits, 5_000_000)).toBe(0);
  expect(limiter.take('a', limits, 5_000_001)).toBe(59_999);
});

describe('v3 and v3.1 share tokens and limits', () => {
  const v3 = { token: '/v3/openAPI/token', add: '/v3/shortLink/add' };
  const later = { token: '/v3.1/openapi/token', add: '/v3.1/short_link/add' };

  async function clientOfBoth(application: ApplicationOptions = {}) {
    const { call, credentials } = await testApp({ application });
    const secrets = { SecretID: credentials.secretId, SecretKey: credentials.secretKey };
    const getToken = async (path: string) => answerOf(await call(path, { headers: secrets }));
    const add = async (path: string, { data }: { data?: unknown }) => {
      const authorization = `Bearer ${tokenData.parse(data).token}`;
      const headers = { 'content-type': 'application/json', authorization };
      return answerOf(await call(path, { method: 'POST', body: JSON.stringify(good), headers }));
    };
    return { getToken, add };
  }

  test.each([v3, later])('a token from $token is valid on both', async ({ token }) => {
    const { getToken, add } = await clientOfBoth();
    const answer = await getToken(token);
    expect(await add(v3.add, answer)).toMatchObject({ code: 200 });
    expect(await add(later.add, answer)).toMatchObject({ code: 200 });
  });

  test.each([
    { first: v3, second: later },
    { first: later, second: v3 },
  ])('calls of $first.token and $first.add count for the other version, too', async ({ first, second }) => {
    const { getToken, add } = await clientOfBoth({ perSecond: 2 });
    const answer = await getToken(first.token);
    expect(await getToken(first.token)).toMatchObject({ code: 200 });
    expect(await getToken(second.token)).toMatchObject({ code: 429 });
    expect(await add(first.add, answer)).toMatchObject({ code: 200 });
    expect(await add(first.add, answer)).toMatchObject({ code: 200 });
    expect(await add(second.add, answer)).toMatchObject({ code: 429 });
  });
});
