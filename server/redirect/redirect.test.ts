import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import { describe, expect, inject, test, vi } from 'vitest';
import { addData, linkIdOrAddressIn } from '../../lib/api/contract.ts';
import { longestLink } from '../../lib/url/contract.ts';
import { bird, languageFor } from '../pages/pages.ts';
import { locationOf } from './redirect-of.ts';
import { StoreUnavailableError } from '../store/contract.ts';
import { answerOf, host, start, testApp } from '../../tests/support/service/test-app.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe('Location', () => {
  const scheme = fc.constantFrom('http://', 'https://', 'HTTPS://');
  const anyAddress = fc
    .tuple(scheme, fc.webAuthority(), fc.string({ unit: 'binary' }))
    .map(([start, authority, rest]) => `${start}${authority}/${rest}`);

  test('is the link if a header can carry it, and else the address that a browser would open for it', () => {
    const webUrl = fc.webUrl({ withFragments: true, withQueryParameters: true });
    fc.assert(
      fc.property(fc.oneof(anyAddress, webUrl, fc.string({ unit: 'binary' })), (link) => {
        let location: string;
        try {
          location = locationOf(link);
        } catch {
          // It has no Location.
          expect(URL.canParse(link) && /^https?:/i.test(link)).toBe(false);
          return;
        }
        expect(location).toMatch(/^https?:\/\/[\x21-\x7e]+$/i);
        if (/^[\x21-\x7e]+$/.test(link)) expect(location).toBe(link);
        else expect(new URL(location).href).toBe(new URL(link).href);
      }),
      { numRuns: inject('manyRuns') },
    );
    const unusual = 'https://example.com/a/../b/%7Ex?q="<>`{|}^\\&&=#f#g';
    expect(locationOf(unusual)).toBe(unusual);
    const encoded = 'https://xn--r8jz45g.jp/%E9%81%93%20%E8%B7%AF?q=%C3%BC#%C2%A7';
    expect(locationOf('https://例え.jp/道 路?q=ü#§')).toBe(encoded);
    expect(locationOf('https://s.example/\r\nSet-Cookie: a=b')).toBe('https://s.example/Set-Cookie:%20a=b');
  });

  test.each(['javascript:alert(1)', 'file:///é', 'é'])('refuses %s', (link) => {
    expect(() => locationOf(link)).toThrow(TypeError);
  });
});

describe('a short link', () => {
  test('redirects until it expires, with a redirect that is not cached', async () => {
    const { shorten, call, clock } = await testApp();
    const id = await shorten('https://example.com/é?a=b#c', start + 60);
    clock.seconds = start + 59.999;
    for (const method of ['GET', 'HEAD']) {
      const response = await call(`/${id}`, { method, headers: { accept: browser } });
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toBe('https://example.com/%C3%A9?a=b#c');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    clock.seconds = start + 60;
    const gone = await call(`/${id}`);
    expect(gone.status).toBe(410);
    expect(await answerOf(gone)).toEqual({ code: 804, data: null, msg: 'link does not exist' });
  });

  test('gets another identifier if the first is taken by a link that is valid or expired', async () => {
    const ids = ['first00000', 'first00000', 'second0000', 'first00000', 'second0000', 'third00000'];
    const { shorten, clock, call } = await testApp({ makeId: () => ids.shift() ?? '' });
    expect(await shorten('https://one.example/')).toBe('first00000');
    expect(await shorten('https://two.example/')).toBe('second0000');
    clock.seconds += 120;
    expect(await shorten('https://three.example/', start + 999)).toBe('third00000');
    expect(await answerOf(await call('/first00000'))).toMatchObject({ code: 804 });
  });

  test('that was never created, or is malformed, is 804 under HTTP 404 for programs', async () => {
    const { call } = await testApp();
    const paths = ['/abcdefghij', '/abcdefghij+', '/favicon.ico', '/%00', '/%E0%A4%A', `/${'x'.repeat(65)}`];
    for (const path of paths) {
      const response = await call(path);
      expect(response.status).toBe(404);
      expect(await answerOf(response)).toMatchObject({ code: 804, msg: 'link does not exist' });
    }
  });
});

describe('a person who follows no link that redirects', () => {
  type Change = (app: Awaited<ReturnType<typeof testApp>>, id: string) => unknown;
  const expired: Change = ({ clock }) => (clock.seconds += 60);
  // By a clock that was ahead.
  const removed: Change = ({ store, credentials: { secretId } }, id) =>
    store.deleteLink({ id, secretId }, start + 30);
  const revoked: Change = ({ store }, id) => store.revokeLinks([id], start + 30);

  /** What has become of the link that is followed, or another path; the texts in English and in Chinese. */
  type Case = [
    name: string,
    status: number,
    followed: Change | string,
    texts: RegExp[],
    publicOrigin?: string,
  ];
  test.each<Case>([
    [
      'an expired link',
      410,
      expired,
      [
        /<h1>This link expired on 15\u00a0Jan\u00a02027<[^]*<a href="mailto:help@lark.example">help@lark.example<\/a>/,
        /<title>此链接已于2027年1月15日到期<[^]*<h1>此链接已于<span class="day">2027年1月15日<\/span>到期</,
      ],
    ],
    [
      'a link that was removed',
      410,
      removed,
      [
        /This link was removed<[^]*who created it removed it on 15\u00a0Jan\u00a02027/,
        /此链接已被移除<[^]*创建者已于<span class="day">2027年1月15日<\/span>将其移除/,
      ],
    ],
    ['a link that was revoked', 410, revoked, [/The operator of this service removed it/, /此链接已被移除</]],
    // So that the extension offers music.
    ['a link that never existed', 404, '/abcdefghij', [/has expired, or never existed/, /此短链接已过期/]],
    [
      'the address of a service on this machine',
      200,
      '/',
      [/embedded service is running[^]*button in the toolbar[^]*Enter/, /Waylark的内置服务正在运行/],
    ],
    [
      'the public address alone',
      200,
      '/',
      [/<h1>Short links begin with this address<[^]*mailto:help@lark\.example/, /<h1>此地址是短链接的开头</],
      'https://s.example',
    ],
  ])(
    'gets a page for %s, in two languages, small, with the bird and a style, which loads and runs nothing',
    async (_, status, followed, texts, publicOrigin = '') => {
      const created = await testApp({ publicOrigin, contact: 'help@lark.example' });
      const id = await created.shorten('https://target.example/');
      if (typeof followed === 'function') await followed(created, id);
      const path = typeof followed === 'string' ? followed : `/${id}`;
      for (const [at, language] of ['en', 'zh-CN'].entries()) {
        const headers = { accept: browser, 'accept-language': `${language},en;q=0.8` };
        const response = await created.call(path, { headers });
        expect(response.status).toBe(status);
        expect(response.headers.get('content-language')).toBe(language);
        expect(response.headers.get('vary')).toBe('accept, accept-language');
        expect(response.headers.get('cache-control')).toBe('no-store');

        const html = await response.text();
        expect(html).toContain(`<html lang="${language}">`);
        expect(html).toMatch(texts[at] ?? '');
        expect(html).toMatch(/<svg viewBox="0 0 128 128" aria-hidden="true">[^]*<\/svg>\s*<h1>/);
        expect(Buffer.byteLength(html)).toBeLessThan(6000);
        expect(html).not.toMatch(/<script|style=|https?:|target\.example/);

        const style = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? '';
        const policy = response.headers.get('content-security-policy');
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
      }
    },
  );

  test('may be led to a page where to ask', async () => {
    const { call } = await testApp({
      publicOrigin: 'https://s.example',
      contact: 'https://lark.example/help',
    });
    const page = await call('/', { headers: { accept: browser } });
    expect(await page.text()).toContain('<a href="https://lark.example/help">');
  });

  test('is led from the public address to the page that the operator has chosen', async () => {
    const { call } = await testApp({ publicOrigin: 'https://s.example', root: 'https://lark.example/links' });
    const { status, headers } = await call('/');
    expect([status, headers.get('location')]).toEqual([302, 'https://lark.example/links']);
  });
});

describe('the preview of a link', () => {
  test('shows where it leads, as text, without opening it', async () => {
    const { shorten, call } = await testApp();
    const id = await shorten('https://user@evil.example/"><script>x</script>?a=\u202eb', start + 60);
    const html = await (await call(`/${id}+`, { headers: { accept: browser } })).text();
    const target = 'https://user@<b>evil.example</b>/%22%3E%3Cscript%3Ex%3C/script%3E?a=%E2%80%AEb</p>';
    expect(html).toContain(target);
    expect(html).toMatch(
      /<dd>127\.0\.0\.1:8404\/\w+<[^]*<dd>15\u00a0Jan\u00a02027, 08:01 UTC<[^]*href="\/\w{10}"/,
    );
    const json = await answerOf(await call(`/${id}%2B`, { headers: { accept: 'application/json' } }));
    expect(json).toMatchObject({ data: { linkID: id, validity: start + 60 } });
  });

  test.each([
    ['https://one.example/?', 'https://<b>one.example</b>/?'],
    ['https://a:b@one.example:8443/#', 'https://a:b@<b>one.example:8443</b>/#'],
    ['https://one.example?#', 'https://<b>one.example</b>/?#'],
    ['https://one.example/@two.example/', 'https://<b>one.example</b>/@two.example/'],
  ])('of %s has its host in bold', async (link, shown) => {
    const { shorten, call } = await testApp();
    const response = await call(`/${await shorten(link)}+`, { headers: { accept: browser } });
    expect(await response.text()).toContain(`>${shown}</p>`);
  });
});

describe('a short link as people send it', () => {
  const ending = 'Spring-Fair';
  const readableId = 'k7mx-2p9q-d4htz';

  /** The app with endings, a readable and a random identifier, and what was counted. */
  async function sent(settings: Parameters<typeof testApp>[0] = {}) {
    const counted: string[] = [];
    const created = await testApp({ countOpen: (id) => counted.push(id), ...settings });
    const { secretId } = created.credentials;
    const add = (id: string, isEnding: boolean, maxOpens?: number) => {
      const link = { id, link: `https://${id.toLowerCase()}.example/`, expiresAt: start + 60, secretId };
      return created.store.addLink({ ...link, isEnding, maxOpens }, start);
    };
    for (const id of [ending, 'summer2026', 'xy3de6gh9k']) await add(id, true);
    for (const id of [readableId, 'aB3dE6gH9k']) await add(id, false);
    return { ...created, add, counted };
  }

  // What stands behind an identifier, and in which case: identifiers.test.ts.
  test.each([
    [`/${ending}/`, ending],
    [`//${ending}`, ending],
    [`/${ending}/?x=1`, ending],
    [`/${ending}%20%E2%80`, ending],
    ['/%61B3dE6gH9k', 'aB3dE6gH9k'],
    // A phone begins with a capital.
    ['/Summer2026', 'summer2026'],
    ['/XY3DE6GH9K', 'xy3de6gh9k'],
    // A random identifier that is free again never leads to an ending.
    ['/xY3dE6gH9k', undefined],
    ['/AB3dE6gH9k', undefined],
    ['/ab3de6gh9k', undefined],
    [`/.${ending}`, undefined],
    [`/${ending}.png`, undefined],
    [`/${ending}/x`, undefined],
    [`/x/${ending}`, undefined],
    [`/${ending}x`, undefined],
    ['//', undefined],
  ])('%s leads where %s does, or nowhere, and is counted once', async (path, id) => {
    const { call, counted } = await sent();
    const { status, headers } = await call(path);
    const target = id === undefined ? null : `https://${id.toLowerCase()}.example/`;
    expect([status, headers.get('location')]).toEqual([target === null ? 404 : 302, target]);
    expect(counted).toEqual(id === undefined ? [] : [id]);
  });

  test('its preview, its page when it has ended, and its page with a limit are those of the link', async () => {
    const { call, clock, add, counted } = await sent();
    for (const path of ['/spring-fair+', '/Spring-Fair/+', '/spring-fair+).'])
      expect(await answerOf(await call(path))).toMatchObject({ data: { linkID: ending } });
    await add('Once', true, 1);
    const page = await call('/once.', { headers: { accept: browser } });
    expect(await page.text()).toContain('This link works once');
    const pressed = { method: 'POST', headers: { origin: `http://${host}` } };
    for (const status of [303, 410]) expect((await call('/ONCE/', pressed)).status).toBe(status);
    clock.seconds += 60;
    for (const path of ['/spring-fair', '/spring-fair+', '/Spring-Fair/'])
      for (const accept of [browser, 'application/json'])
        expect((await call(path, { headers: { accept } })).status).toBe(410);
    expect(counted).toEqual([]);
  });

  test('a link that is found takes one look-up, and one that is not takes one more at most', async () => {
    const { store, call } = await sent();
    const [finds, findsEnding] = [vi.spyOn(store, 'findLink'), vi.spyOn(store, 'findEnding')];
    const lookUps = async (path: string) => {
      finds.mockClear();
      findsEnding.mockClear();
      await call(path);
      return [finds.mock.calls.length, findsEnding.mock.calls.length];
    };
    for (const path of [`/${ending}`, `/${readableId}.`, '/aB3dE6gH9k'])
      expect(await lookUps(path)).toEqual([1, 0]);
    expect(await lookUps('/unknown')).toEqual([1, 1]);
    expect(await lookUps('/bC3dE6gH9k')).toEqual([1, 0]);
    expect(await lookUps('/K7mx-2p9q-xxx2x')).toEqual([2, 0]);
    expect(await lookUps('/k7mx-2p9q-xxx2x')).toEqual([1, 0]);
    expect(await lookUps('/favicon.ico')).toEqual([0, 0]);
  });

  const target = 'https://spring.example/a?utm_source=page&x=%20&x#part';
  test.each([
    ['', target],
    ['?', target],
    ['?utm_source=flyer', 'https://spring.example/a?x=%20&x&utm_source=flyer#part'],
    ['?utm%5Fsource=a+b&utm_source=c', 'https://spring.example/a?x=%20&x&utm%5Fsource=a+b&utm_source=c#part'],
    ['?x', 'https://spring.example/a?utm_source=page&x#part'],
    ['??', 'https://spring.example/a?utm_source=page&x=%20&x&?#part'],
    // Too long for a redirect.
    [`?${'a'.repeat(longestLink)}`, target],
    [
      '?a=%0d%0aSet-Cookie:%20b=c',
      `https://spring.example/a?utm_source=page&x=%20&x&a=%0d%0aSet-Cookie:%20b=c#part`,
    ],
  ])(
    'parameters are added to the address if the operator wants it, and dropped else: %.40s',
    async (query, expected) => {
      for (const [forwardQuery, location] of [
        [true, expected],
        [false, target],
      ] as const) {
        const { shorten, call } = await testApp({ forwardQuery });
        const id = await shorten(target);
        for (const path of [`/${id}${query}`, `/${id}/${query}`])
          expect((await call(path)).headers.get('location')).toBe(location);
      }
    },
  );

  test('the button of a link with a limit forwards the parameters, too', async () => {
    const { add, call } = await sent({ forwardQuery: true });
    await add('Once', true, 1);
    const headers = { origin: `http://${host}` };
    const opened = await call('/once?a=b', { method: 'POST', headers });
    expect(opened.headers.get('location')).toBe('https://once.example/?a=b');
  });
});

test('robots may follow short links, and index no page or envelope of the service', async () => {
  const { call, shorten, clock } = await testApp();
  const robots = await call('/robots.txt');
  expect([robots.status, robots.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await robots.text()).toBe('User-agent: *\nDisallow: /v3/\nDisallow: /v3.1/\n');

  const id = await shorten('https://example.com/');
  expect((await call(`/${id}`)).headers.get('x-robots-tag')).toBeNull();
  const isIndexed = async (path: string) => {
    const responses = [await call(path), await call(path, { headers: { accept: browser } })];
    return responses.some(({ headers }) => headers.get('x-robots-tag') !== 'noindex');
  };
  for (const path of ['/', `/${id}+`, '/unknown', '/a/b']) expect(await isIndexed(path)).toBe(false);
  clock.seconds += 60;
  expect(await isIndexed(`/${id}`)).toBe(false);
});

describe('a link with a limit', () => {
  async function limited(limit: number) {
    const created = await testApp();
    const { add, token, call } = created;
    const bearer = await token();
    const added = await add({ link: 'https://secret.example/', validity: start + 60, limit }, bearer);
    const id = linkIdOrAddressIn(addData.parse((await answerOf(added)).data));
    const press = (origin: string | undefined) =>
      call(`/${id}`, { method: 'POST', headers: { accept: browser, ...(origin && { origin }) } });
    const page = async () => {
      const response = await call(`/${id}`, { headers: { accept: browser } });
      return { response, html: await response.text() };
    };
    return { ...created, id, press, page, bearer };
  }

  // That it is not opened more often, nor after its expiry: server/store/store.test.ts.
  test('is opened by the button of its page alone, as often as it may be', async () => {
    const { id, press, page, call, bearer } = await limited(2);
    const own = `http://${host}`;
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await call(`/${id}`, { method })).headers.get('location')).toBeNull();
    const { response, html } = await page();
    expect(response.status).toBe(200);
    expect(response.headers.get('referrer-policy')).toBe('same-origin');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(html).toMatch(/This link works 2 times<[^]*<form method="post"><button/);
    const preview = await call(`/${id}+`, { headers: { accept: browser } });
    expect(html + (await preview.text())).not.toContain('secret.example');

    for (const origin of [undefined, 'null', 'https://evil.example', 'https://127.0.0.1:8404'])
      expect((await press(origin)).status).toBe(403);
    const opened = await press(own);
    expect([opened.status, opened.headers.get('location')]).toEqual([303, 'https://secret.example/']);
    expect((await page()).html).toContain('Opening it uses it up');
    expect((await press(own)).status).toBe(303);

    const used = await press(own);
    expect(used.status).toBe(410);
    expect(await used.text()).toContain('This link has been opened as often as it could be');
    expect((await page()).response.status).toBe(410);
    const forPrograms = await call(`/${id}`);
    expect([forPrograms.status, (await answerOf(forPrograms)).code]).toEqual([410, 804]);
    const headers = { authorization: `Bearer ${bearer}` };
    const read = await answerOf(await call(`/v3/shortLink/${id}`, { headers }));
    expect(read).toMatchObject({ data: { limit: 2, opens: { count: 2, day: '2027-01-15' } } });
  });
});

describe('a browser', () => {
  describe.each([
    ['out of reach', new StoreUnavailableError('The database is not available.'), [503, '60', 807]],
    ['damaged', new Error('The disk is broken.'), [500, null, 500]],
  ] as const)('whose link is in a database that is %s', (_, error, [status, retryAfter, code]) => {
    test.each([
      ['en', 'GET', '/abcdefghij', /cannot be looked up now<\/h1>\s*<p>Try again in a minute\./],
      ['zh-CN', 'GET', '/abcdefghij+', /暂时无法查询此链接<\/h1>\s*<p>请一分钟后重试。/],
      ['en', 'POST', '/abcdefghij', /cannot be looked up now/],
      ['en', 'HEAD', '/abcdefghij', /^$/],
    ])('gets a page in %s for %s %s that says so', async (language, method, path, text) => {
      const { call, store, reported } = await testApp();
      vi.spyOn(store, 'findLink').mockRejectedValue(error);
      const headers = { accept: browser, 'accept-language': language };
      const response = await call(path, { method, headers });
      expect([response.status, response.headers.get('retry-after')]).toEqual([status, retryAfter]);
      expect(response.headers.get('content-language')).toBe(language);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.text()).toMatch(text);
      expect(reported).toEqual([error]);
    });

    test('says so to programs by the envelope and the HTTP status, which the API alone does not have', async () => {
      const { call, store, getToken } = await testApp();
      for (const name of ['findLink', 'findApplication'] as const)
        vi.spyOn(store, name).mockRejectedValue(error);
      const response = await call('/abcdefghij');
      expect([response.status, response.headers.get('retry-after')]).toEqual([status, retryAfter]);
      expect(await answerOf(response)).toMatchObject({ code });
      const ofApi = await getToken();
      expect([ofApi.status, ofApi.headers.get('retry-after')]).toEqual([200, null]);
      expect(await answerOf(ofApi)).toMatchObject({ code });
    });
  });

  test('the bird is that of the extension', async () => {
    const shapesOf = (svg: string) => svg.replaceAll(' />', '/>').match(/<(?!\/?svg)[^>]*>/g);
    expect(shapesOf(bird)).toEqual(shapesOf(await readFile('art/icon.svg', 'utf8')));
  });
});

test.each([
  ['text/html', true],
  ['text/html;q=0.5, application/json;q=0.4', true],
  ['*/*', false],
  [undefined, false],
  ['application/json, text/html', false],
  ['text/html;q=0', false],
])('Accept %s gets a page: %s', async (accept, isPage) => {
  const { call } = await testApp();
  const { headers } = await call('/abcdefghij', accept === undefined ? {} : { headers: { accept } });
  expect(headers.get('content-type')).toMatch(isPage ? /^text\/html/ : /^application\/json/);
});

test.each([
  ['zh-CN,zh;q=0.9', 'zh-CN'],
  ['ZH-hans-CN', 'zh-CN'],
  ['de,zh;q=0.5,en;q=0.4', 'zh-CN'],
  ['zh-CN;q=0.1,en;q=0.2', 'en'],
  ['zh-TW,zh-Hant;q=0.9', 'en'],
  [undefined, 'en'],
])('Accept-Language %s gets %s', (header, language) => {
  expect(languageFor(header)).toBe(language);
});
