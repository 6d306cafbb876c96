import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failures, type Label, messageOf } from '../lib/failures/contract.ts';
import { fileName } from './store/sqlite/database.ts';
import { answerOf, host, start, testApp } from './test-app.ts';

const good = { link: 'https://example.com/', validity: start + 60 };

type App = Awaited<ReturnType<typeof testApp>>;

async function addAnswer(app: App, body: unknown, init?: RequestInit) {
  return answerOf(await app.add(body, await app.token(), init));
}

function failure(label: Label, data: unknown = null) {
  return { code: failures[label].codes[0], data, msg: messageOf(label) };
}

describe('Add refuses a link:', () => {
  test.each([
    ['no scheme', 'example.com/'],
    ['a file', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
    ['a script after a space', ' javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['no host', 'http://'],
    ['an invalid host', 'https://exa mple.com/'],
    ['a line break', 'https://example.com/\r\nSet-Cookie: a=b'],
    ['a null', 'https://example.com/\0'],
    ['a C1 control', 'https://example.com/\u0085'],
    ['half a surrogate pair', 'https://example.com/\ud800'],
    ['a number', 17],
    ['an object', { href: 'https://example.com/' }],
    ['one character too many', `https://example.com/${'x'.repeat(32_768 - 19)}`],
    ['one of our short links', `http://${host}/abcdefghij`],
    ['one of our short links in another notation', `HTTP://user@0x7f.1:8404/%61bcdefghij?x#y`],
  ])('%s', async (_, link) => {
    expect(await addAnswer(await testApp(), { ...good, link })).toEqual(failure('link-invalid'));
  });

  test.each([
    ['the longest', `https://example.com/${'x'.repeat(32_768 - 20)}`],
    ['other alphabets', 'https://例え.jp/道?q=ü#§'],
    ['our own page', `http://${host}/`],
    ['our own music', `http://${host}/music/01.mp3`],
    ['another port of this machine', 'http://127.0.0.1:9000/abcdefghij'],
    ['upper case', 'HTTPS://EXAMPLE.COM/'],
  ])('but it accepts %s', async (_, link) => {
    expect(await addAnswer(await testApp(), { ...good, link })).toMatchObject({ code: 200, msg: 'success' });
  });
});

describe('Add refuses a validity:', () => {
  test.each([
    ['the past', start - 1],
    ['the current second', start],
    ['milliseconds', (start + 60) * 1000],
    ['eleven digits', 10_000_000_000],
    ['a fraction', start + 60.5],
    ['text', String(start + 60)],
    ['zero', 0],
    ['a negative', -5],
  ])('%s', async (_, validity) => {
    expect(await addAnswer(await testApp(), { ...good, validity })).toEqual(failure('validity-invalid'));
  });

  test('but it accepts the next second and the largest time of ten digits', async () => {
    const app = await testApp();
    for (const validity of [start + 1, 9_999_999_999]) {
      expect(await addAnswer(app, { ...good, validity })).toMatchObject({ code: 200 });
    }
  });
});

describe('Missing Parameter echoes the fields that were read:', () => {
  test.each([
    ['an empty object', {}, {}],
    ['no link', { validity: 5 }, { validity: 5 }],
    ['a blank link', { link: '', validity: 5 }, { link: '', validity: 5 }],
    ['no validity', { link: 'https://example.com/', other: 1 }, { link: 'https://example.com/' }],
    ['null', { link: null, validity: 5 }, { link: null, validity: 5 }],
    [
      'a validity of null',
      { link: 'https://example.com/', validity: null },
      { link: 'https://example.com/', validity: null },
    ],
  ])('%s', async (_, body, echo) => {
    expect(await addAnswer(await testApp(), body)).toEqual(failure('missing-parameter', echo));
  });

  test('but not the key, if credentials are missing', async () => {
    const { getToken, credentials } = await testApp();
    const withoutKey = await answerOf(await getToken({ ...credentials, secretKey: '' }));
    expect(withoutKey).toEqual(failure('missing-parameter', { SecretID: '' }));
    const withoutId = await (await getToken({ ...credentials, secretId: '' })).text();
    expect(withoutId).toContain('missing parameter');
    expect(withoutId).not.toContain(credentials.secretKey);
  });
});

describe('credentials', () => {
  test('with a wrong key or an unknown SecretID are Application Not Found', async () => {
    const { getToken, credentials } = await testApp();
    const wrongKey = { ...credentials, secretKey: `${credentials.secretKey}x` };
    expect(await answerOf(await getToken(wrongKey))).toEqual(failure('application-not-found'));
    const unknown = { ...credentials, secretId: 'unknown-id' };
    expect(await answerOf(await getToken(unknown))).toEqual(failure('application-not-found'));
  });

  test.each(['', 'no-such-token'])('the token "%s" is Permission Denied', async (token) => {
    const { add } = await testApp();
    expect(await answerOf(await add(good, token))).toEqual(failure('permission-denied'));
  });

  test('of a removed application: its tokens are Application Not Found', async () => {
    const { store, add, token, credentials } = await testApp();
    const bearer = await token();
    expect(await store.removeApplication(credentials.secretId)).toBe(true);
    expect(await answerOf(await add(good, bearer))).toEqual(failure('application-not-found'));
  });
});

describe('packages', () => {
  const cases = [
    { why: 'none', packages: [] },
    { why: 'one that has expired', packages: [{ total: 5, startsAt: 0, expiresAt: start }] },
    { why: 'one that is not valid yet', packages: [{ total: 5, startsAt: start + 1, expiresAt: start + 9 }] },
    { why: 'an empty one', packages: [{ total: 0, startsAt: 0, expiresAt: start + 9 }] },
  ];
  test.each(cases)('$why is No Package Available', async ({ packages }) => {
    const app = await testApp({ application: { packages } });
    expect(await addAnswer(app, good)).toEqual(failure('no-package-available'));
  });

  test('lose a unit for each link, and none for a refused link', async () => {
    const packages = [
      { total: 1, startsAt: 0, expiresAt: start + 9 },
      { total: 1, startsAt: 0, expiresAt: start + 5 },
    ];
    const app = await testApp({ application: { packages } });
    expect(await addAnswer(app, { ...good, link: 'ftp://example.com' })).toEqual(failure('link-invalid'));
    expect(await addAnswer(app, good)).toMatchObject({ code: 200 });
    expect(await addAnswer(app, good)).toMatchObject({ code: 200 });
    expect(await addAnswer(app, good)).toEqual(failure('no-package-available'));
  });
});

describe('an error of the store', () => {
  test('locked by another program: Upstream Not Available, and the next call succeeds', async () => {
    const app = await testApp();
    const bearer = await app.token();
    const other = new DatabaseSync(join(app.folder, fileName));
    other.exec('BEGIN IMMEDIATE');
    expect(await answerOf(await app.add(good, bearer))).toEqual(failure('upstream-not-available'));
    other.exec('ROLLBACK');
    other.close();
    expect(await answerOf(await app.add(good, bearer))).toMatchObject({ code: 200 });
  });

  test('closed: Internal Server Error, reported once, without details in the answer', async () => {
    const app = await testApp();
    const bearer = await app.token();
    await app.store.close();
    expect(await answerOf(await app.add(good, bearer))).toEqual(failure('internal-server-error'));
    expect(app.reported).toHaveLength(1);
  });

  test('404 music without its list: Internal Server Error', async () => {
    const { call } = await testApp();
    expect(await answerOf(await call('/v3/music404'))).toEqual(failure('internal-server-error'));
  });
});
