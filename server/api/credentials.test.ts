import { createHash, timingSafeEqual } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { readCredentials } from './credentials.ts';
import { answerOf, testApp } from '../../tests/support/service/test-app.ts';

// Counts the calls of the real functions.
vi.mock('node:crypto', async (load) => {
  const crypto = await load<typeof import('node:crypto')>();
  return { ...crypto, createHash: vi.fn(crypto.createHash), timingSafeEqual: vi.fn(crypto.timingSafeEqual) };
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
const [both, none] = ['id key:b', ' '];
const sent = (authorization: string) => ({ authorization });
const pair = { SecretID: 'id', SecretKey: 'key:b' };

test.each<[string, Record<string, string>, string]>([
  ['two headers', pair, both],
  ['two headers beside an empty Authorization', { ...sent(''), ...pair }, both],
  ['Basic, base64', sent(`Basic ${base64('id:key:b')}`), both],
  ['BASIC with more spaces', sent(`BASIC   ${base64('id:key:b')} `), both],
  ['Basic without padding', sent(`Basic ${base64('id:key:b').replace(/=+$/, '')}`), both],
  ['Basic, not base64', sent('Basic id:key:b'), both],
  ['Authorization without a scheme', sent('id:key:b'), both],
  ['Authorization beside other headers', { ...sent('id:key:b'), SecretID: 'x', SecretKey: 'y' }, both],
  ['two headers beside a token', { ...sent('Bearer some-token'), ...pair }, both],
  // The SDK of v3 repeats it after a timeout.
  ['the same line twice', sent('Basic id:key:b, Basic id:key:b'), both],
  ['two lines that differ', sent('id:key:b, x:y'), 'id key:b, x:y'],
  ['a base64 key', sent(`id:${base64('key:b')}`), `id ${base64('key:b')}`],
  ['no headers', {}, none],
  ['a SecretID alone', { SecretID: 'id' }, 'id '],
  ['a SecretKey alone', { SecretKey: 'key:b' }, ' key:b'],
  ['Basic without an id', sent('Basic :key:b'), none],
  ['Basic without a key', sent('Basic id:'), none],
  ['base64 without a colon', sent(`Basic ${base64('idkey')}`), none],
  ['Basic with neither base64 nor a colon', sent('Basic key~'), none],
  ['id and key as a token', sent('Bearer id:key:b'), none],
  ['a colon', sent(':'), none],
])('in %s are the SecretID and the SecretKey', (_, headers, expected) => {
  const { secretId, secretKey } = readCredentials(new Headers(headers));
  expect(`${secretId} ${secretKey}`).toBe(expected);
});

test.each([
  [{ SecretID: 'id' }, 'id'],
  [{ SecretKey: 'key' }, ''],
])('with %j alone, it is Missing Parameter, which does not echo the key', async (headers, SecretID) => {
  const { call } = await testApp();
  const answer = await answerOf(await call('/v3/openAPI/token', { headers }));
  expect(answer).toEqual({ code: 800, data: { SecretID }, msg: 'missing parameter' });
});

const notFound = { code: 803, data: null, msg: 'application not found' };

describe('an unknown SecretID and a wrong SecretKey cannot be distinguished', () => {
  test('by status, headers and body, neither below the limits nor above', async () => {
    const { getToken, credentials } = await testApp({ application: { perSecond: 1 } });
    const wrongKey = { ...credentials, secretKey: 'wrong-key' };
    const unknown = { ...credentials, secretId: 'unknown-id' };
    const answers = new Set<string>();
    const tryBoth = async () => {
      for (const sent of [wrongKey, unknown]) {
        const response = await getToken(sent);
        response.headers.delete('x-request-id');
        answers.add(JSON.stringify([response.status, [...response.headers], await response.text()]));
      }
    };
    for (let times = 0; times < 5; times += 1) await tryBoth();
    expect(await answerOf(await getToken())).toMatchObject({ code: 200 });
    expect(await answerOf(await getToken())).toMatchObject({ code: 429 });
    await tryBoth();
    expect([...answers]).toEqual([expect.stringContaining('application not found')]);
  });

  test('each takes one lookup, one hash and one comparison in constant time', async () => {
    const { getToken, store, credentials } = await testApp();
    const work = [vi.spyOn(store, 'findApplication'), vi.mocked(createHash), vi.mocked(timingSafeEqual)];
    for (const wrong of [{ secretKey: 'wrong-key' }, { secretId: 'unknown-id' }]) {
      vi.clearAllMocks();
      expect(await answerOf(await getToken({ ...credentials, ...wrong }))).toEqual(notFound);
      expect(work.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
    }
  });
});

test('the data files contain neither keys nor tokens', async () => {
  const { token, credentials, folder } = await testApp();
  const bearer = await token();
  expect(bearer).toMatch(/^[0-9A-Za-z]{43}$/);
  const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  expect(bytes.join('')).toContain(credentials.secretId);
  expect(bytes.join('')).not.toContain(credentials.secretKey);
  expect(bytes.join('')).not.toContain(bearer);
});
