import { createHash, timingSafeEqual } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { answerOf, testApp } from '../../tests/support/service/test-app.ts';

// Counts the calls of the real functions.
vi.mock('node:crypto', async (load) => {
  const crypto = await load<typeof import('node:crypto')>();
  return { ...crypto, createHash: vi.fn(crypto.createHash), timingSafeEqual: vi.fn(crypto.timingSafeEqual) };
});

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Builds the headers of a token request from an application's SecretID and SecretKey. */
type BuildHeaders = (id: string, key: string) => Record<string, string>;

const requestToken = async (buildHeaders: BuildHeaders) => {
  const { call, credentials } = await testApp();
  const { secretId, secretKey } = credentials;
  const response = await call('/v3/openAPI/token', { headers: buildHeaders(secretId, secretKey) });
  return { text: await response.clone().text(), answer: await answerOf(response), ...credentials };
};

const both: BuildHeaders = (SecretID, SecretKey) => ({ SecretID, SecretKey });
const sent = (authorization: string) => ({ authorization });
const basic: BuildHeaders = (id, key) => sent(`Basic ${base64(`${id}:${key}`)}`);

const notFound = { code: 803, data: null, msg: 'application not found' };

describe('Get token accepts SecretID and SecretKey', () => {
  test.each<[string, BuildHeaders]>([
    ['in two headers', both],
    ['in two headers beside an empty Authorization', (...pair) => ({ ...sent(''), ...both(...pair) })],
    ['in Basic, base64', basic],
    ['in BASIC with more spaces', (id, key) => sent(`BASIC   ${base64(`${id}:${key}`)} `)],
    ['in Basic without padding', (id, key) => sent(`Basic ${base64(`${id}:${key}`).replace(/=+$/, '')}`)],
    ['in Basic, not base64', (id, key) => sent(`Basic ${id}:${key}`)],
    ['in Authorization without a scheme', (id, key) => sent(`${id}:${key}`)],
    ['in Authorization beside wrong headers', (id, key) => ({ ...sent(`${id}:${key}`), ...both('x', 'y') })],
    ['in Basic and in two headers', (...pair) => ({ ...basic(...pair), ...both(...pair) })],
    ['in two headers beside a token', (...pair) => ({ ...sent('Bearer some-token'), ...both(...pair) })],
    // The SDK of v3 repeats it after a timeout.
    ['in the same line twice', (id, key) => sent(`Basic ${id}:${key}, Basic ${id}:${key}`)],
  ])('%s', async (_, buildHeaders) => {
    expect((await requestToken(buildHeaders)).answer).toMatchObject({ code: 200, msg: 'success' });
  });

  test('with colons in the SecretKey: the SecretID is the text before the first colon', async () => {
    const { store, call } = await testApp();
    const keyHash = createHash('sha256').update('a:b::c').digest();
    await store.addApplication({ secretId: 'colons', keyHash, perSecond: 9, perMinute: 9 }, []);
    for (const value of ['Basic colons:a:b::c', 'colons:a:b::c', `Basic ${base64('colons:a:b::c')}`]) {
      const response = await call('/v3/openAPI/token', { headers: { authorization: value } });
      expect(await answerOf(response)).toMatchObject({ code: 200 });
    }
  });
});

describe('Get token answers Missing Parameter without the key', () => {
  test.each<[string, BuildHeaders]>([
    ['to no credentials', () => ({})],
    ['to a SecretID alone', (SecretID) => ({ SecretID })],
    ['to a SecretKey alone', (_, SecretKey) => ({ SecretKey })],
    ['to Basic without an id', (_, key) => sent(`Basic :${key}`)],
    ['to Basic without a key', (id) => sent(`Basic ${id}:`)],
    ['to base64 without a colon', (id, key) => sent(`Basic ${base64(id + key)}`)],
    ['to Basic with neither base64 nor a colon', (_, key) => sent(`Basic ${key}~`)],
    ['to id and key as a token', (id, key) => sent(`Bearer ${id}:${key}`)],
    ['to a colon', () => sent(':')],
  ])('%s', async (_, buildHeaders) => {
    const { answer, text, secretKey } = await requestToken(buildHeaders);
    expect(answer).toMatchObject({ code: 800, msg: 'missing parameter' });
    expect(text).not.toContain(secretKey);
    expect(text).not.toContain(base64(secretKey).slice(0, 40));
  });
});

describe('Get token answers Application Not Found', () => {
  test.each<[string, BuildHeaders]>([
    ['to a wrong Authorization alone', (...pair) => ({ ...sent('Basic x:y'), ...both(...pair) })],
    ['to two Authorization lines that differ', (id, key) => sent(`${id}:${key}, x:y`)],
    ['to an id with a base64 key', (id, key) => sent(`${id}:${base64(key)}`)],
  ])('%s', async (_, buildHeaders) => {
    expect((await requestToken(buildHeaders)).answer).toEqual(notFound);
  });
});

describe('an unknown SecretID and a wrong SecretKey cannot be distinguished', () => {
  test('status, headers and body are the same', async () => {
    const { getToken, credentials } = await testApp();
    const seen = [];
    for (const secretId of [credentials.secretId, 'unknown-id']) {
      const response = await getToken({ secretId, secretKey: 'wrong-key' });
      const { 'x-request-id': requestId, ...headers } = Object.fromEntries(response.headers);
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
      seen.push({ status: response.status, headers, body: await response.text() });
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.body).toBe(JSON.stringify(notFound));
  });

  test('the limits do not show a difference, neither below them nor above', async () => {
    const { getToken, credentials } = await testApp({ application: { perSecond: 1 } });
    const wrongKey = { ...credentials, secretKey: 'wrong-key' };
    const unknown = { ...credentials, secretId: 'unknown-id' };
    const texts = new Set<string>();
    const tryBoth = async () => {
      for (const sent of [wrongKey, unknown]) texts.add(await (await getToken(sent)).text());
    };
    for (let times = 0; times < 5; times += 1) await tryBoth();
    expect(await answerOf(await getToken())).toMatchObject({ code: 200 });
    expect(await answerOf(await getToken())).toMatchObject({ code: 429 });
    await tryBoth();
    expect([...texts]).toEqual([JSON.stringify(notFound)]);
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
