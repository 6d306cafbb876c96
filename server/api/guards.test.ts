import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { allowedHosts, isTrustedOrigin, originOf, requestOrigin } from '../config/hosts.ts';
import { fileName } from '../store/sqlite/database.ts';
import { answerOf, host, start, testApp } from '../../tests/support/service/test-app.ts';

const good = { link: 'https://example.com/', validity: start + 60 };
const denied = { code: 801, data: null, msg: 'permission denied' };

/** Every row of the data file. */
function allRows(folder: string) {
  const database = new DatabaseSync(join(folder, fileName), { readOnly: true });
  const rows = ['applications', 'packages', 'tokens', 'links'].map((table) =>
    database.prepare(`SELECT * FROM ${table}`).all(),
  );
  database.close();
  return rows;
}

describe('Host', () => {
  test.each(['evil.example:8404', '127.0.0.1', '127.0.0.1:8405', `${host}.evil.example`, ''])(
    '"%s" is refused for every path, even with valid credentials',
    async (forged) => {
      const app = await testApp();
      const id = await app.shorten('https://example.com/');
      const bearer = await app.token();
      const before = allRows(app.folder);
      const headers = { host: forged };
      const responses = [await app.add(good, bearer, { headers })];
      const paths = ['/v3/time', '/v3/openAPI/token', `/${id}`, '/', '/music/a.mp3', '/no/where'];
      for (const path of paths) responses.push(await app.call(path, { headers }));
      for (const response of responses) {
        expect(response.status).toBe(421);
        expect(await answerOf(response)).toEqual(denied);
      }
      expect(allRows(app.folder)).toEqual(before);
    },
  );

  test('that is wrong gets a page in a browser, and one line in the log an hour that says what to change', async () => {
    const { call, clock, logged } = await testApp({ allowedHosts: new Set([host, 's.example']) });
    const open = (forged: string, language = 'en') =>
      call('/abc', { headers: { host: forged, accept: 'text/html', 'accept-language': language } });
    const page = await open('evil.example');
    expect(page.status).toBe(421);
    const texts = [await page.text(), await (await open('evil.example', 'zh-CN')).text()];
    expect(texts).toEqual([expect.stringContaining('another address'), expect.stringContaining('其他地址')]);
    expect(texts.join()).not.toContain('evil.example');

    const line = (name: string) =>
      `A request for the host "${name}" was refused. This service answers to ${host}, s.example. If a proxy sent it, let the proxy pass the Host header on (nginx: proxy_set_header Host $http_host), or correct WAYLARK_PUBLIC_ORIGIN.`;
    expect(logged).toEqual([line('evil.example')]);
    await open('q"\u00ad'.repeat(200));
    expect(logged[1]).toBe(line('q\\"\ufffd'.repeat(33) + 'q'));
    for (let n = 0; n < 50; n += 1) await open(`evil${n}.example`);
    expect(logged).toHaveLength(20);
    clock.seconds += 3600;
    await open('evil.example');
    expect(logged.slice(20)).toEqual([line('evil.example')]);
  });

  test('is checked before Origin, Origin before credentials, credentials before the body', async () => {
    const { add, token } = await testApp();
    const evil = { origin: 'https://evil.example' };
    expect((await add('{', '', { headers: { ...evil, host: 'evil.example' } })).status).toBe(421);
    expect(await answerOf(await add('{', await token(), { headers: evil }))).toEqual(denied);
    const plain = { 'content-type': 'text/plain' };
    expect(await answerOf(await add('{', 'wrong', { headers: plain }))).toEqual(denied);
    expect(await answerOf(await add('{', await token()))).toMatchObject({ code: 400 });
  });

  test('accepts names of this machine for any address that the service listens on', () => {
    const local = ['127.0.0.1:8404', 'localhost:8404', '[::1]:8404'];
    expect([...allowedHosts('127.0.0.1', { port: 8404 })]).toEqual(local);
    expect([...allowedHosts('Box.lan.', { port: 8404 })]).toEqual([...local, 'box.lan:8404']);
    expect([...allowedHosts('fd00::1', { port: 8404 })]).toEqual([...local, '[fd00::1]:8404']);
    expect(allowedHosts('127.0.0.1', { port: 80 })).toContain('localhost');
    expect(allowedHosts('0.0.0.0', { port: 8404 })).not.toContain('0.0.0.0:8404');
    for (const [publicOrigin, ports] of [
      ['http://s.example', ['', ':443', ':80']],
      ['https://s.example', ['', ':443', ':80']],
      ['https://s.example:8443', [':8443']],
    ] as const) {
      const forms = ports.map((each) => `s.example${each}`);
      expect([...allowedHosts('127.0.0.1', { port: 8404, publicOrigin })]).toEqual([...forms, ...local]);
    }
    expect(originOf('0.0.0.0', 8404)).toBe('http://127.0.0.1:8404');
    expect(originOf('::1', 80)).toBe('http://[::1]');
  });
});

describe('Origin', () => {
  test('of another page is refused by every operation', async () => {
    const app = await testApp();
    const origin = 'https://evil.example';
    const bearer = await app.token();
    const before = allRows(app.folder);
    expect(await answerOf(await app.add(good, bearer, { headers: { origin } }))).toEqual(denied);
    const paths = ['/time', '/divisions', '/greyFilter', '/openAPI/token', '', '/nothing'];
    for (const path of paths.flatMap((each) => [`/v3${each}`, `/v3.1${each}`])) {
      const code = path.startsWith('/v3.1') ? 1001 : 801;
      expect(await answerOf(await app.call(path, { headers: { origin } }))).toEqual({ ...denied, code });
    }
    expect(allRows(app.folder)).toEqual(before);
  });

  test('is ignored for a short link', async () => {
    const { shorten, call } = await testApp();
    const id = await shorten('https://example.com/');
    expect((await call(`/${id}`, { headers: { origin: 'https://evil.example' } })).status).toBe(302);
  });
});

test('no response has a CORS header, every response has its own request id', async () => {
  const app = await testApp();
  const id = await app.shorten('https://example.com/');
  const extension = { origin: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop' };
  const paths = ['/', `/${id}`, '/nothing-here', '/v3/time', '/v3/divisions', '/music/none.mp3'];
  const answers = await Promise.all([
    ...paths.map((path) => app.call(path, { headers: { ...extension, accept: 'text/html' } })),
    app.call('/v3/shortLink/add', { method: 'OPTIONS', headers: extension }),
    app.call('/v3/time', { headers: { host: 'evil.example' } }),
  ]);
  const names = answers.flatMap(({ headers }) => [...headers.keys()]);
  expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
  const numbers = answers.map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(numbers.filter((each) => each !== null)).size).toBe(answers.length);
});

const publicOrigin = 'https://s.example';

test.each([
  ['s.example', publicOrigin],
  ['S.example:443', publicOrigin],
  ['s.example:80', publicOrigin],
  ['s.example.', publicOrigin],
  ['127.0.0.1:8404', 'http://127.0.0.1:8404'],
])('behind a proxy, addresses in an answer to the host %s begin with %s', (requested, origin) => {
  expect(requestOrigin(requested, publicOrigin)).toBe(origin);
});

test.each([
  ['https://s.example', true],
  ['http://s.example', false],
  ['http://s.example.', false],
  ['https://s.example:8443', false],
  ['https://evil.example', false],
  ['null', false],
  ['', false],
  ['http://127.0.0.1:9000', false],
  [`https://${host}`, false],
  [`http://${host}`, true],
  ['chrome-extension://abcdefghijklmnopabcdefghijklmnop', true],
  ['moz-extension://0a1b2c3d-0000-4000-8000-000000000000', true],
  ['safari-web-extension://0A1B2C3D-0000-4000-8000-000000000000', true],
  ['ms-browser-extension://waylark_abc', true],
  ['chrome-extension://', false],
  ['https://chrome-extension.example', false],
  ['https://moz-extension://2c127fa4', false],
  ['moz-extension://2c127fa4/x', false],
  ['extension://2c127fa4', false],
])('behind a proxy, the Origin %s is trusted: %s', (origin, isTrusted) => {
  const hosts = allowedHosts('127.0.0.1', { port: 8404, publicOrigin });
  expect(isTrustedOrigin(origin, hosts, publicOrigin)).toBe(isTrusted);
});
