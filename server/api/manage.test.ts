import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { noExpiry } from '../../lib/validity/contract.ts';
import { createApplication } from './credentials.ts';
import { linkGrace, StoreUnavailableError } from '../store/contract.ts';
import { answerOf, start, testApp } from '../../tests/support/service/test-app.ts';
import { v3, versions } from './versions.ts';

const link = 'https://example.com/';

interface Sent {
  body?: unknown;
  token?: string | undefined;
}

describe('an application and its links', () => {
  const missing = { code: 804, data: null, msg: 'link does not exist' };

  /** The app with a link, and the calls of the application that owns it. */
  async function managed(settings: Parameters<typeof testApp>[0] = {}) {
    const created = await testApp(settings);
    const { base, linksPath, linkField } = settings.version ?? v3;
    const id = await created.shorten(link);
    const bearer = await created.token();

    const manage = async (method: string, path: string, { body, token = bearer }: Sent = {}) =>
      answerOf(
        await created.call(base + linksPath + path, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
    const data = { [linkField]: id, link, validity: start + 60, createdAt: start };
    return { ...created, id, bearer, manage, data };
  }

  test('Get token announces what the service can do', async () => {
    for (const edit of [true, false]) {
      const { getToken } = await testApp({ edit });
      const { data } = await answerOf(await getToken());
      expect(data).toMatchObject({
        features: edit ? ['manage', 'edit', 'limit', 'ending'] : ['manage', 'limit', 'ending'],
      });
    }
  });

  test('it reads, changes and deletes a link; what it repeats has the same answer', async () => {
    const { manage, data, id, call, clock } = await managed();
    expect(await manage('GET', `/${id}`)).toEqual({ code: 200, data, msg: 'success' });

    const changed = { ...data, link: 'https://two.example/', validity: start + 90 };
    for (let times = 0; times < 2; times += 1) {
      expect(await manage('PATCH', `/${id}`, { body: { validity: start + 90 } })).toMatchObject({
        data: { ...changed, link },
      });
    }
    expect(await manage('PATCH', `/${id}`, { body: { link: 'https://two.example/' } })).toMatchObject({
      data: changed,
    });
    expect((await call(`/${id}`)).headers.get('location')).toBe('https://two.example/');

    clock.seconds += 1;
    for (let times = 0; times < 2; times += 1)
      expect(await manage('DELETE', `/${id}`)).toEqual({
        code: 200,
        data: { linkID: id },
        msg: 'success',
      });
    expect(await answerOf(await call(`/${id}`))).toEqual(missing);
    expect(await manage('GET', `/${id}`)).toMatchObject({ data: { validity: start + 1 } });
    expect(await manage('PATCH', `/${id}`, { body: { validity: start + 60 } })).toMatchObject({ code: 200 });
    expect((await call(`/${id}`)).status).toBe(302);
  });

  test('a list has its links in sections, whose end is null', async () => {
    const { manage, shorten, store, id } = await managed();
    const ids = [id, await shorten(link), await shorten(link)].toSorted();
    await store.addLink({ id: '0', link, expiresAt: start + 60, secretId: 'another' }, start);
    const first = await manage('GET', '?limit=2');
    expect(first).toMatchObject({
      data: { list: ids.slice(0, 2).map((each) => ({ linkID: each, link })), next: ids[1] },
    });
    expect(await manage('GET', `?limit=2&after=${ids[1] ?? ''}`)).toMatchObject({
      data: { list: [{ linkID: ids[2] }], next: null },
    });
    expect(await manage('GET', '')).toMatchObject({ data: { list: [{}, {}, {}], next: null } });
    for (const query of ['limit=0', 'limit=501', 'limit=1.5', 'limit=x', 'after=%00', 'after=/'])
      expect(await manage('GET', `?${query}`)).toMatchObject({ code: 400 });
  });

  test('a link of another application, of nobody, and one that never existed are the same', async () => {
    const { manage, getToken, store, id } = await managed();
    const other = z
      .object({ token: z.string() })
      .parse((await answerOf(await getToken(await createApplication(store)))).data).token;
    const answers = async (path: string, token?: string) => [
      await manage('GET', path, { token }),
      await manage('PATCH', path, { body: { validity: start + 90 }, token }),
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
    ['text', 'validity', 400],
  ])('a change to %s is refused, and changes nothing', async (_, body, code) => {
    const { manage, id, data } = await managed();
    expect(await manage('PATCH', `/${id}`, { body })).toMatchObject({ code });
    expect(await manage('GET', `/${id}`)).toMatchObject({ data });
  });

  test.each(versions)(
    'a validity that is null is no expiry on v3.1, and refused on v3: $base',
    async (version) => {
      const { manage, id, data } = await managed({ version });
      const answer = await manage('PATCH', `/${id}`, { body: { validity: null } });
      const changed = { code: 200, data: { ...data, validity: noExpiry } };
      expect(answer).toMatchObject(version.isValidityOptional ? changed : { code: 806 });
    },
  );

  test('a change of the address is audited; without `edit` it is Permission Denied', async () => {
    const { manage, id, logged, credentials, store } = await managed();
    await manage('PATCH', `/${id}`, { body: { validity: start + 90 } });
    await manage('PATCH', '/0123456789', { body: { link } });
    expect(logged).toEqual([]);
    await manage('PATCH', `/${id}`, { body: { link } });
    const application = `Application ${credentials.secretId}`;
    expect(logged).toEqual([`${application} changed where short link ${id} leads.`]);

    for (const isUncertain of [false, true]) {
      const error = new StoreUnavailableError('No answer in time.', { isUncertain });
      vi.spyOn(store, 'changeLink').mockRejectedValueOnce(error);
      expect((await manage('PATCH', `/${id}`, { body: { link } })).code).toBe(807);
    }
    expect(logged.slice(1)).toEqual([`${application} may have changed where short link ${id} leads.`]);

    const fixed = await managed({ edit: false });
    const both = { link: 'https://two.example/', validity: start + 90 };
    expect(await fixed.manage('PATCH', `/${fixed.id}`, { body: both })).toMatchObject({
      code: 801,
    });
    expect(await fixed.manage('GET', `/${fixed.id}`)).toMatchObject({ data: fixed.data });
    expect(await fixed.manage('PATCH', `/${fixed.id}`, { body: { validity: start + 90 } })).toMatchObject({
      code: 200,
    });
  });

  test('all of it is one operation for the limits, beside Add, and takes nothing from a package', async () => {
    const packages = [{ total: 1, startsAt: 0, expiresAt: start + 999 }];
    const { manage, id, add, bearer } = await managed({ application: { perSecond: 4, packages } });
    const calls = [
      await manage('GET', `/${id}`),
      await manage('PATCH', `/${id}`, { body: { validity: start + 90 } }),
      await manage('DELETE', '/0123456789'),
      await manage('GET', ''),
      await manage('GET', `/${id}`),
    ];
    expect(calls.map(({ code }) => code)).toEqual([200, 200, 804, 200, 429]);
    expect(await answerOf(await add({ link, validity: start + 60 }, bearer))).toMatchObject({
      code: 802,
    });
  });

  test.each([
    ['POST', ''],
    ['PUT', '/0123456789'],
    ['POST', '/0123456789'],
    ['GET', '/add'],
  ])('%s of %j is Method Not Allowed', async (method, path) => {
    const { manage } = await managed();
    expect(await manage(method, path)).toMatchObject({ code: 405 });
  });

  test('an ending is the identifier of its link, taken in every case of its letters', async () => {
    const { add, bearer, call, manage } = await managed();
    const addEnding = async (wished: unknown) =>
      answerOf(await add({ link, validity: start + 60, ending: wished }, bearer));
    expect(await addEnding('Sale-2026')).toMatchObject({ data: { linkID: 'Sale-2026' } });
    expect((await call('/Sale-2026')).status).toBe(302);
    const taken = { code: 808, data: null, msg: 'ending taken' };
    for (const wished of ['Sale-2026', 'SALE-2026', 'music', 'V31', 'add', 'api'])
      expect(await addEnding(wished)).toEqual(taken);
    for (const wished of ['ab', 'x'.repeat(65), 'a.b', 'a b', 'ü'.repeat(5), '', 12])
      expect(await addEnding(wished)).toEqual({ code: 400, data: { ending: wished }, msg: 'bad request' });
    await manage('DELETE', '/Sale-2026');
    expect(await addEnding('sale-2026')).toEqual(taken);
  });

  test('an ending is no identifier that a link without one has or had, also after it is deleted', async () => {
    const { add, token, id, clock, store } = await managed();
    const addEnding = async (wished: string) =>
      answerOf(await add({ link, validity: clock.seconds + 60, ending: wished }, await token()));
    expect(await addEnding(id)).toMatchObject({ code: 808 });
    clock.seconds += 60 + linkGrace;
    await store.deleteExpired({ links: clock.seconds - linkGrace, tokens: 0 }, 9);
    expect(await addEnding(id)).toMatchObject({ code: 808 });
    for (const wished of ['Birthday', 'summer2026', 'Summer-2026', 'Ab1'])
      expect(await addEnding(wished)).toMatchObject({ code: 200 });
  });

  test.each([0, 1001, 1.5, '5'])('a limit of %j is Bad Request, which names it', async (limit) => {
    const { add, bearer } = await managed();
    expect(await answerOf(await add({ link, validity: start + 60, limit }, bearer))).toEqual({
      code: 400,
      data: { limit },
      msg: 'bad request',
    });
  });

  test('a limit and an ending that are null are as if they were absent', async () => {
    const { add, bearer, manage } = await managed();
    const answer = await answerOf(
      await add({ link, validity: start + 60, limit: null, ending: null }, bearer),
    );
    expect(answer).toMatchObject({ data: { linkID: expect.stringMatching(/^[A-Za-z0-9]{10}$/) as string } });
    expect(JSON.stringify(await manage('GET', ''))).not.toContain('limit');
  });

  test('a body that is not UTF-8 is Bad Request, and nothing of it is stored', async () => {
    const { call, id, bearer, manage } = await managed();
    const bytes = Buffer.from(`{"link":"https://example.com/\xff\xfe","validity":${start + 60}}`, 'latin1');
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const before = await manage('GET', '');
    for (const [method, path] of [
      ['POST', '/v3/shortLink/add'],
      ['PATCH', `/v3/shortLink/${id}`],
    ] as const)
      expect(await answerOf(await call(path, { method, body: bytes, headers }))).toMatchObject({ code: 400 });
    expect(await manage('GET', '')).toEqual(before);
  });

  test('it needs a token, no web page as its origin, and JSON', async () => {
    const { call, id, bearer, manage } = await managed();
    const path = `/v3/shortLink/${id}`;
    expect(await manage('GET', `/${id}`, { token: 'none' })).toMatchObject({ code: 801 });
    const authorization = `Bearer ${bearer}`;
    const foreign = { method: 'DELETE', headers: { authorization, origin: 'https://evil.example' } };
    expect(await answerOf(await call(path, foreign))).toMatchObject({ code: 801 });
    const form = { method: 'PATCH', body: 'a=b', headers: { authorization, 'content-type': 'text/html' } };
    expect(await answerOf(await call(path, form))).toMatchObject({ code: 415 });
    expect((await call(`/${id}`)).status).toBe(302);
  });
});
