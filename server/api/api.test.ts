import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test, vi } from 'vitest';
import { timeData } from '../../lib/api/contract.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { hashOf } from './credentials.ts';
import { type ErrorLabel, errorEnvelope } from './envelopes.ts';
import { fileName } from '../store/sqlite/database.ts';
import { answerOf, host, start, testApp } from '../../tests/support/service/test-app.ts';
import { v3, versions } from './versions.ts';

const good = { link: 'https://example.com/', validity: start + 60 };
const extension = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop';

// The code of each failure in both versions: lib/api/errors.test.ts.
const failure = (label: ErrorLabel, data: unknown = null) => errorEnvelope(label, { data });

const addTo = async ({ add, token }: Awaited<ReturnType<typeof testApp>>, body: unknown) =>
  answerOf(await add(body, await token()));

describe.each(versions)('below $base', (version) => {
  test('the answer names the new link, in the field of the version', async () => {
    const created = await testApp({ version });
    const { code, msg, data } = await addTo(created, good);
    expect([code, msg, Object.keys(data as object)]).toEqual([200, 'success', [version.linkField]]);
  });

  const { link } = good;
  test.each([{ link, validity: null }, { link }])('a link without a validity: %j', async (body) => {
    const created = await testApp({ version });
    const answer = await addTo(created, body);
    const stored = await created.store.listLinks({ after: '', pageSize: 9 });
    if (version.isValidityOptional) expect(stored).toMatchObject([{ expiresAt: noExpiry }]);
    else expect([answer, stored]).toEqual([failure('missing-parameter', body), []]);
  });
});

describe('Add and its token', () => {
  const notUtf8 = Buffer.from(JSON.stringify({ ...good, link: 'https://example.com/\xff\xfe' }), 'latin1');
  test.each(['', '{', 'null', '[]', '17', notUtf8])('"%s" is a Bad Request', async (body) => {
    const { add, token } = await testApp();
    expect(await answerOf(await add('', await token(), { body }))).toEqual(failure('bad-request'));
  });

  const [json, plain] = ['application/json; charset=utf-8', 'TEXT/PLAIN;charset=UTF-8'];
  test.each([
    [json, undefined, 200],
    [json, extension, 200],
    [undefined, undefined, 200],
    ['', undefined, 200],
    [plain, undefined, 200],
    ['text/plainer', undefined, 415],
    ['application/x-www-form-urlencoded', undefined, 415],
    // A form on a web page can send these without a preflight.
    [undefined, extension, 415],
    ['', extension, 415],
    [plain, extension, 415],
    ['multipart/form-data; boundary=x', extension, 415],
    [plain, `http://${host}`, 415],
  ])('a body of the type %s from the Origin %s is answered with %i', async (type, origin, code) => {
    const { call, token } = await testApp();
    const headers: Record<string, string> = { authorization: `Bearer ${await token()}` };
    if (type !== undefined) headers['content-type'] = type;
    if (origin !== undefined) headers['origin'] = origin;
    // Request would set a Content-Type for a string.
    const body = new TextEncoder().encode(JSON.stringify(good));
    const path = v3.base + v3.paths.add;
    expect(await answerOf(await call(path, { method: 'POST', body, headers }))).toMatchObject({ code });
  });

  test('a body of 64 kB is read, one byte more is refused', async () => {
    const { add, token } = await testApp();
    const bearer = await token();
    const text = JSON.stringify(good);
    const full = text + ' '.repeat(64 * 1024 - text.length);
    expect(await answerOf(await add(full, bearer))).toMatchObject({ code: 200 });
    expect(await answerOf(await add(`${full} `, bearer))).toEqual(failure('link-too-long'));
  });

  test.each<[string, unknown, ErrorLabel?]>([
    ['no scheme', 'example.com/'],
    ['a file', 'file:///etc/passwd'],
    ['a script after a space', ' javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['no host', 'http://'],
    ['an invalid host', 'https://exa mple.com/'],
    ['a line break', 'https://example.com/\r\nSet-Cookie: a=b'],
    ['a C1 control', 'https://example.com/\u0085'],
    ['half a surrogate pair', 'https://example.com/\ud800'],
    ['a number', 17],
    ['an object', { href: 'https://example.com/' }],
    ['one character too many', `https://example.com/${'x'.repeat(32_768 - 19)}`],
    ['of few characters and many bytes', 'https://example.com/'.padEnd(22_000, '道'), 'link-too-long'],
    // Every spelling of a short link: server/store/identifiers.test.ts.
    ['one of our short links', `HTTP://user@0x7f.1:8404/%61bcdefghij?x#y`],
    ['one of the public origin', 'http://s.example.:80/ABCDEFGHIJ+'],
    ['one with a backslash', 'https://s.example\\abcdefghij'],
  ])('a link that is %s is refused', async (_, link, label = 'link-invalid') => {
    const allowedHosts = new Set([host, 's.example']);
    expect(await addTo(await testApp({ allowedHosts }), { ...good, link })).toEqual(failure(label));
  });

  test.each([
    ['the longest', `https://example.com/${'x'.repeat(32_768 - 20)}`],
    ['other alphabets', 'https://例え.jp/道?q=ü#§'],
    ['our own page', `http://${host}/`],
    ['our own music', `http://${host}/music/01.mp3`],
    ['another port of this machine', 'http://127.0.0.1:9000/abcdefghij'],
  ])('a link that is %s is accepted', async (_, link) => {
    expect(await addTo(await testApp(), { ...good, link })).toMatchObject({ code: 200, msg: 'success' });
  });

  test.each([
    ['the next second', start + 1, 200],
    ['the current second', start, 806],
    ['milliseconds', (start + 60) * 1000, 806],
    ['eleven digits', 10_000_000_000, 806],
    ['a fraction', start + 60.5, 806],
    ['a negative', -5, 806],
  ])('a validity that is %s, %d, is answered with %i', async (_, validity, code) => {
    expect(await addTo(await testApp(), { ...good, validity })).toMatchObject({ code });
  });

  test.each([
    ['no link', { validity: 5 }, { validity: 5 }],
    ['a blank link', { link: '', validity: 5 }, { link: '', validity: 5 }],
    ['a blank validity', { link: good.link, validity: '', other: 1 }, { link: good.link, validity: '' }],
    ['a list', { link: '', validity: [5] }, { link: '' }],
  ])('Missing Parameter echoes the fields that were read: %s', async (_, body, echo) => {
    expect(await addTo(await testApp(), body)).toEqual(failure('missing-parameter', echo));
  });

  test('a token is Permission Denied if it is unknown or an hour old', async () => {
    const { add, token, clock } = await testApp();
    const bearer = await token();
    const codeOf = async (sent: string) =>
      (await answerOf(await add({ ...good, validity: noExpiry }, sent))).code;
    expect([await codeOf(''), await codeOf('no-such-token')]).toEqual([801, 801]);
    clock.seconds = start + 3599;
    expect(await codeOf(bearer)).toBe(200);
    clock.seconds = start + 3600;
    expect(await codeOf(bearer)).toBe(801);
  });

  test('the token of a removed application is Application Not Found, also while its owner is in memory', async () => {
    const { store, add, token, credentials } = await testApp();
    const bearer = await token();
    const owner = await store.findTokenOwner(hashOf(bearer), start);
    expect(await store.removeApplication(credentials.secretId)).toBe(true);
    expect(await answerOf(await add(good, bearer))).toEqual(failure('application-not-found'));
    vi.spyOn(store, 'findTokenOwner').mockReturnValue(owner);
    expect(await answerOf(await add(good, bearer))).toEqual(failure('application-not-found'));
  });

  test('a refused link takes no unit of the package', async () => {
    const packages = [{ total: 1, startsAt: 0, expiresAt: start + 9 }];
    const created = await testApp({ application: { packages } });
    expect(await addTo(created, { ...good, link: 'ftp://example.com' })).toEqual(failure('link-invalid'));
    expect(await addTo(created, good)).toMatchObject({ code: 200 });
    expect(await addTo(created, good)).toEqual(failure('no-package-available'));
  });

  test('a store that another program has locked is Upstream Not Available, and the next call succeeds', async () => {
    const { add, token, folder } = await testApp();
    const bearer = await token();
    const other = new DatabaseSync(join(folder, fileName));
    other.exec('BEGIN IMMEDIATE');
    expect(await answerOf(await add(good, bearer))).toEqual(failure('upstream-not-available'));
    other.exec('ROLLBACK');
    other.close();
    expect(await answerOf(await add(good, bearer))).toMatchObject({ code: 200 });
  });

  test('a fault, such as no free identifier, is Internal Server Error, reported once, without details in the answer', async () => {
    const { add, token, shorten, reported } = await testApp({ makeId: () => 'always0000' });
    await shorten('https://example.com/');
    expect(await answerOf(await add(good, await token()))).toEqual(failure('internal-server-error'));
    expect(reported).toHaveLength(1);
  });
});

test.each([
  ['POST', '/v3/openAPI/token', 405],
  ['GET', '/v3.1/short_link/add', 405],
  ['POST', '/v3/shortLink', 405],
  ['PUT', '/v3/shortLink/0123456789', 405],
  ['GET', '/v3/shortLink/add', 405],
  ['PUT', '/robots.txt', 405],
  ['DELETE', '/abcdefghij', 405],
  ['GET', '/v4/time/x', 404],
  ['POST', '/v3.1/shortLink/add', 404],
  ['GET', '/v3/openapi/token', 404],
  ['GET', '/v3.1', 404],
  ['GET', '/v3x1/time', 404],
])(
  '%s %s has the code %i, under HTTP 200 in the contract and under its own status elsewhere',
  async (method, path, code) => {
    const { call } = await testApp();
    const response = await call(path, { method });
    expect(response.status).toBe(/^\/v3(\.1)?(\/|$)/.test(path) ? 200 : code);
    expect(await answerOf(response)).toMatchObject({ code });
  },
);

test('Current time is the same time in every format', async () => {
  const { call, clock } = await testApp();
  clock.seconds = start + 0.25;
  const response = await call('/v3/time');
  expect(response.headers.get('date')).toBe('Fri, 15 Jan 2027 08:00:00 GMT');
  const { data } = await answerOf(response);
  expect(timeData.parse(data)).toEqual({ timestamp: start + 0.25 });
  expect(data).toEqual({
    timestamp: start + 0.25,
    rfc1123: 'Fri, 15 Jan 2027 08:00:00 GMT',
    rfc1123z: 'Fri, 15 Jan 2027 08:00:00 +0000',
    rfc3339: '2027-01-15T08:00:00Z',
    rfc3339nano: '2027-01-15T08:00:00.250Z',
    rfc822: '15 Jan 27 08:00 GMT',
    rfc822z: '15 Jan 27 08:00 +0000',
    rfc850: 'Friday, 15-Jan-27 08:00:00 GMT',
  });
});
