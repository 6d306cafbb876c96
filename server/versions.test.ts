import { noExpiry } from '../lib/validity/contract.ts';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addData, pathsV31, linkIdOrAddressIn, tokenData } from '../lib/api/contract.ts';
import { fileName } from './store/sqlite/database.ts';
import { ownMusic } from './music.ts';
import { answerOf, host, start, testApp } from './test-app.ts';

const anyText: unknown = expect.any(String);
const good = { link: 'https://example.com/', validity: start + 60 };

/** The app with requests of v3.1. */
async function v31App(settings: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(settings);
  const { secretId, secretKey } = app.credentials;

  const getToken = async (id = secretId, key = secretKey) => {
    const headers = { authorization: `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}` };
    return answerOf(await app.call(`/v3.1${pathsV31.token}`, { headers }));
  };
  const token = async () => tokenData.parse((await getToken()).data).token;

  const send = (body: unknown, bearer: string, headers: Record<string, string> = {}) =>
    app.call(`/v3.1${pathsV31.add}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}`, ...headers },
    });
  const add = async (body: unknown, headers?: Record<string, string>) =>
    answerOf(await send(body, await token(), headers));

  const storedExpiries = () => {
    const database = new DatabaseSync(join(app.folder, fileName), { readOnly: true });
    const rows = database.prepare('SELECT expires_at FROM links').all();
    database.close();
    return rows.map((row) => row['expires_at']);
  };
  return { ...app, getToken, token, send, add, storedExpiries };
}

describe('below /v3.1', () => {
  test('Get token and Add have other paths, and Add answers link_id', async () => {
    const { add, call } = await v31App();
    const answer = await add(good);
    expect(answer).toEqual({ code: 200, msg: 'success', data: { link_id: anyText } });
    const id = linkIdOrAddressIn(addData.parse(answer.data));
    expect((await call(`/${id}`)).headers.get('location')).toBe(good.link);
  });

  test.each(['/time', '/music404', '/greyFilter', '/divisions'])('%s answers as on /v3', async (path) => {
    const { call } = await v31App({ musicFolder: ownMusic });
    const later = await answerOf(await call(`/v3.1${path}`));
    expect(later.code).toBe(200);
    expect(later).toEqual(await answerOf(await call(`/v3${path}`)));
  });

  test.each([
    ['GET', '/v3.1/openAPI/token', 404],
    ['POST', '/v3.1/shortLink/add', 404],
    ['GET', '/v3/openapi/token', 404],
    ['POST', '/v3/short_link/add', 404],
    ['GET', '/v3.1', 404],
    ['GET', '/v3.1/other', 404],
    ['GET', '/v3x1/time', 404],
    ['GET', '/v3.10/time', 404],
    ['POST', '/v3.1/openapi/token', 405],
    ['GET', '/v3.1/short_link/add', 405],
    ['DELETE', '/v3.1/divisions', 405],
  ])('%s %s is HTTP 200 with the code %i', async (method, path, code) => {
    const response = await (await v31App()).call(path, { method });
    expect(response.status).toBe(200);
    expect(await answerOf(response)).toMatchObject({ code });
  });
});

describe('a validity', () => {
  test.each([
    ['null', { link: good.link, validity: null }],
    ['missing', { link: good.link }],
  ])('that is %s on v3.1 means a link that never expires', async (_, body) => {
    const { add, storedExpiries, call, clock } = await v31App();
    const { data } = await add(body);
    expect(storedExpiries()).toEqual([noExpiry]);
    clock.seconds = noExpiry - 1;
    expect((await call(`/${linkIdOrAddressIn(addData.parse(data))}`)).status).toBe(302);
  });

  test('that is sent on v3.1 is stored', async () => {
    const { add, storedExpiries } = await v31App();
    await add(good);
    expect(storedExpiries()).toEqual([good.validity]);
  });
});

describe('a failure on v3.1 has the code of v3.1', () => {
  const denied = { code: 1001, data: null, msg: 'permission denied' };
  const notFound = { code: 1003, data: null, msg: 'application not found' };

  test('permission denied: an unknown and an expired token, a web Origin, another Host', async () => {
    const { token, send, call, clock } = await v31App();
    const bearer = await token();
    expect(await answerOf(await send(good, 'no-such-token'))).toEqual(denied);
    expect(await answerOf(await send(good, bearer, { origin: 'https://evil.example' }))).toEqual(denied);
    const headers = { host: 'evil.example' };
    for (const path of ['/v3.1/time', '/v3.1/short_link/add', '/v3.1', '/v3%2E1/time']) {
      expect(await answerOf(await call(path, { headers }))).toEqual(denied);
    }
    clock.seconds += 3600;
    expect(await answerOf(await send(good, bearer))).toEqual(denied);
  });

  test('application not found: an unknown SecretID, a wrong SecretKey, the token of a removed application', async () => {
    const { token, getToken, send, store, credentials } = await v31App();
    const bearer = await token();
    expect(await getToken('unknown-id')).toEqual(notFound);
    expect(await getToken(credentials.secretId, 'wrong-key')).toEqual(notFound);
    await store.removeApplication(credentials.secretId);
    expect(await answerOf(await send(good, bearer))).toEqual(notFound);
  });

  test.each([
    ['no link', {}, {}],
    ['a link of null', { link: null, validity: 5 }, { link: null, validity: 5 }],
    ['an empty link', { link: '', validity: null }, { link: '', validity: null }],
    ['an empty validity', { link: good.link, validity: '' }, { link: good.link, validity: '' }],
  ])('missing parameter: %s', async (_, body, data) => {
    expect(await (await v31App()).add(body)).toEqual({ code: 2001, data, msg: 'missing parameter' });
  });

  test('missing parameter: no credentials', async () => {
    const answer = await answerOf(await (await v31App()).call('/v3.1/openapi/token'));
    expect(answer).toMatchObject({ code: 2001, msg: 'missing parameter' });
  });

  test.each([
    ['another scheme', { link: 'ftp://example.com/' }],
    ['one of our short links', { link: `http://${host}/abcdefghij` }],
    ['a body over 64 kB', { link: `https://example.com/${'x'.repeat(64 * 1024)}` }],
  ])('link invalid: %s', async (_, body) => {
    expect(await (await v31App()).add(body)).toEqual({ code: 2002, data: null, msg: 'link invalid' });
  });

  test('validity invalid', async () => {
    const { add } = await v31App();
    const answer = { code: 2003, data: null, msg: 'validity invalid' };
    expect(await add({ ...good, validity: start })).toEqual(answer);
  });

  test('no package available', async () => {
    const { add } = await v31App({ application: { packages: [] } });
    expect(await add(good)).toEqual({ code: 1002, data: null, msg: 'no package available' });
  });

  test('upstream not available', async () => {
    const { token, send, folder } = await v31App();
    const bearer = await token();
    const other = new DatabaseSync(join(folder, fileName));
    other.exec('BEGIN IMMEDIATE');
    expect(await answerOf(await send(good, bearer))).toMatchObject({
      code: 7001,
      msg: 'upstream not available',
    });
    other.exec('ROLLBACK');
    other.close();
  });

  test('or the code of v3 if v3.1 has no other', async () => {
    const { add, send, token, call, store } = await v31App({ application: { perSecond: 3 } });
    expect(await add('{')).toMatchObject({ code: 400 });
    expect(await add(good, { 'content-type': 'multipart/form-data' })).toMatchObject({ code: 415 });
    const bearer = await token();
    expect(await answerOf(await send(good, bearer))).toMatchObject({ code: 200 });
    expect(await answerOf(await send(good, bearer))).toMatchObject({ code: 429, msg: 'too many requests' });
    expect(await answerOf(await call('/v3.1/divisions?code=999999'))).toMatchObject({ code: 404 });
    await store.close();
    expect(await answerOf(await send(good, bearer))).toMatchObject({ code: 500 });
  });
});
