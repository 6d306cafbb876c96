import { expect, test, vi } from 'vitest';
import { tokenData } from '../../lib/api/contract.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { createApplication } from './credentials.ts';
import { StoreUnavailableError } from '../store/contract.ts';
import { answerOf, start, testApp } from '../../tests/support/service/test-app.ts';
import { v3, versions } from './versions.ts';

// Repetitions, revived links, lists and endings of several applications: server/store/store.test.ts.

const link = 'https://example.com/';
const later = { validity: start + 90 };
const missing = { code: 804, data: null, msg: 'link does not exist' };

interface Sent {
  body?: object | string;
  token?: string | undefined;
  type?: string;
}

/** The app with a link, and the calls of the application that owns it. */
async function managed(settings: Parameters<typeof testApp>[0] = {}) {
  const created = await testApp(settings);
  const { base, linksPath, linkField } = settings.version ?? v3;
  const id = await created.shorten(link);
  const bearer = await created.token();

  const manage = async (method: string, path: string, sent: Sent = {}) => {
    const { body, token = bearer, type = 'application/json' } = sent;
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const text = body instanceof Blob || typeof body === 'string' ? body : JSON.stringify(body);
    return answerOf(await created.call(base + linksPath + path, { method, headers, body: text }));
  };
  const change = (body: object | string, path = `/${id}`) => manage('PATCH', path, { body });
  const add = async (options: object) =>
    answerOf(await created.add({ link, validity: start + 60, ...options }, bearer));
  const data = { [linkField]: id, link, validity: start + 60, createdAt: start };
  return { ...created, id, manage, change, add, data };
}

test.each([
  [{ edit: true, countOpen: () => undefined }, ['manage', 'edit', 'opens', 'limit', 'ending']],
  [{ edit: false }, ['manage', 'limit', 'ending']],
])('Get token announces what the service can do, with %o', async (settings, features) => {
  const { getToken } = await testApp(settings);
  expect((await answerOf(await getToken())).data).toMatchObject({ features });
});

test('a link is read, changed, deleted and revived', async () => {
  const { manage, change, data, id, call, clock } = await managed();
  expect(await manage('GET', `/${id}`)).toEqual({ code: 200, data, msg: 'success' });
  expect(await change(later)).toMatchObject({ data: { ...data, ...later } });
  const moved = { link: 'https://two.example/' };
  expect(await change(moved)).toMatchObject({ data: { ...data, ...later, ...moved } });
  expect((await call(`/${id}`)).headers.get('location')).toBe('https://two.example/');

  clock.seconds += 1;
  const deleted = { code: 200, data: { linkID: id }, msg: 'success' };
  expect(await manage('DELETE', `/${id}`)).toEqual(deleted);
  expect(await manage('GET', `/${id}`)).toMatchObject({ data: { validity: start + 1 } });
  expect(await answerOf(await call(`/${id}`))).toEqual(missing);
  expect(await change(later)).toMatchObject({ code: 200 });
  expect((await call(`/${id}`)).status).toBe(302);
});

test('a list has its links in sections, whose end is null', async () => {
  const { manage, shorten, id } = await managed();
  const ids = [id, await shorten(link), await shorten(link)].toSorted();
  const listed = ids.map((linkID) => ({ linkID, link }));
  const sections = [
    ['?limit=2', listed.slice(0, 2), ids[1]],
    [`?limit=2&after=${ids[1] ?? ''}`, listed.slice(2), null],
    ['', listed, null],
  ] as const;
  for (const [query, list, next] of sections)
    expect(await manage('GET', query)).toMatchObject({ data: { list, next } });
  for (const query of ['limit=0', 'limit=501', 'limit=1.5', 'limit=x', 'after=%00', 'after=/'])
    expect(await manage('GET', `?${query}`)).toMatchObject({ code: 400 });
});

test('a link of another application, of nobody, and one that never existed are the same', async () => {
  const { manage, getToken, store, id } = await managed();
  const ofOther = await answerOf(await getToken(await createApplication(store)));
  const { token: other } = tokenData.parse(ofOther.data);
  const answers = async (path: string, token?: string) => [
    await manage('GET', path, { token }),
    await manage('PATCH', path, { body: later, token }),
    await manage('DELETE', path, { token }),
  ];
  for (const found of [await answers(`/${id}`, other), await answers('/0123456789'), await answers('/%00')])
    expect(found).toEqual([missing, missing, missing]);
  await store.revokeLinks([id], start);
  expect(await answers(`/${id}`)).toEqual([missing, missing, missing]);
});

test.each([
  ['nothing', {}, 800],
  ['a link that Add refuses', { link: 'javascript:alert(1)' }, 805],
  ['no link', { link: null }, 805],
  ['a time that is past', { validity: start }, 806],
  ['a time in milliseconds', { validity: start * 1000 }, 806],
  ['text', '"validity"', 400],
  ['no UTF-8', new Blob([Buffer.from('{"link":"https://example.com/\xff\xfe"}', 'latin1')]), 400],
])('a change to %s is refused, and changes nothing', async (_, body, code) => {
  const { manage, change, id, data } = await managed();
  expect(await change(body)).toMatchObject({ code });
  expect(await manage('GET', `/${id}`)).toMatchObject({ data });
});

test.each(versions)('a validity that is null is none on v3.1, and refused on v3: $base', async (version) => {
  const { change, data } = await managed({ version });
  const changed = { code: 200, data: { ...data, validity: noExpiry } };
  const expected = version.isValidityOptional ? changed : { code: 806 };
  expect(await change({ validity: null })).toMatchObject(expected);
});

test('a change of the address is in the log, also one that may have been made', async () => {
  const { change, id, logged, credentials, store } = await managed();
  await change(later);
  await change({ link }, '/0123456789');
  expect(logged).toEqual([]);
  await change({ link });
  for (const isUncertain of [false, true]) {
    const error = new StoreUnavailableError('No answer in time.', { isUncertain });
    vi.spyOn(store, 'changeLink').mockRejectedValueOnce(error);
    expect(await change({ link })).toMatchObject({ code: 807 });
  }
  const line = (verb: string) => `Application ${credentials.secretId} ${verb} where short link ${id} leads.`;
  expect(logged).toEqual([line('changed'), line('may have changed')]);
});

test('without `edit`, a change of the address is Permission Denied', async () => {
  const { manage, change, id, data } = await managed({ edit: false });
  expect(await change({ link: 'https://two.example/', ...later })).toMatchObject({ code: 801 });
  expect(await manage('GET', `/${id}`)).toMatchObject({ data });
  expect(await change(later)).toMatchObject({ code: 200 });
});

test('all of it is one operation for the limits, beside Add, and takes nothing from a package', async () => {
  const packages = [{ total: 1, startsAt: 0, expiresAt: start + 999 }];
  const { manage, change, id, add } = await managed({ application: { perSecond: 4, packages } });
  const first = [await manage('GET', `/${id}`), await change(later)];
  const rest = [
    await manage('DELETE', '/0123456789'),
    await manage('GET', ''),
    await manage('GET', `/${id}`),
  ];
  expect([...first, ...rest].map(({ code }) => code)).toEqual([200, 200, 804, 200, 429]);
  expect(await add({})).toMatchObject({ code: 802 });
});

test('an ending is the identifier of its link, unless it is taken, as routes and random identifiers are', async () => {
  const { add, id, call } = await managed();
  expect(await add({ ending: 'Sale-2026' })).toMatchObject({ data: { linkID: 'Sale-2026' } });
  expect((await call('/Sale-2026')).status).toBe(302);
  const taken = { code: 808, data: null, msg: 'ending taken' };
  for (const ending of ['SALE-2026', 'music', 'V31', 'api', id]) expect(await add({ ending })).toEqual(taken);
});

test.each<object>([
  ...['ab', 'x'.repeat(65), 'a.b', 'a b', 'ü'.repeat(5), '', 12].map((ending) => ({ ending })),
  ...[0, 1001, 1.5, '5'].map((limit) => ({ limit })),
])('%j is Bad Request, which names it', async (options) => {
  const { add } = await managed();
  expect(await add(options)).toEqual({ code: 400, data: options, msg: 'bad request' });
});

test('a limit and an ending that are null are as if they were absent', async () => {
  const { add, manage } = await managed();
  const linkID: unknown = expect.stringMatching(/^[A-Za-z0-9]{10}$/);
  expect(await add({ limit: null, ending: null })).toMatchObject({ data: { linkID } });
  expect(JSON.stringify(await manage('GET', ''))).not.toContain('limit');
});

test('it needs a token, and JSON', async () => {
  const { id, manage } = await managed();
  expect(await manage('GET', `/${id}`, { token: 'none' })).toMatchObject({ code: 801 });
  expect(await manage('PATCH', `/${id}`, { body: 'a=b', type: 'text/html' })).toMatchObject({ code: 415 });
});
