import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import { describe, expect, inject, test, vi } from 'vitest';
import { addData, linkIdOrAddressIn } from '../lib/api/contract.ts';
import { bird, languageFor } from './pages.ts';
import { locationOf } from './links.ts';
import { linkGrace, StoreUnavailableError } from './store/contract.ts';
import { answerOf, host, start, testApp } from '../tests/support/service/test-app.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe('Location', () => {
  const anyAddress = fc
    .tuple(
      fc.constantFrom('http://', 'https://', 'HTTPS://'),
      fc.webAuthority(),
      fc.string({ unit: 'binary' }),
    )
    .map(([scheme, authority, rest]) => `${scheme}${authority}/${rest}`);

  test('never contains a control character, a space or a letter that a header cannot carry', () => {
    fc.assert(
      fc.property(fc.oneof(anyAddress, fc.string({ unit: 'binary' })), (link) => {
        let location = 'https://refused.example/';
        try {
          location = locationOf(link);
        } catch {
          // A refused link has no Location.
        }
        return /^https?:\/\/[\x21-\x7e]+$/i.test(location);
      }),
      { numRuns: inject('manyRuns') },
    );
  });

  test.each(['\r\n', '\n', '\u2028', '\u560d\u560a', '%0d%0a', '\0'])(
    'carries no second header, whatever the database holds (%j)',
    async (lineBreak) => {
      const { store, credentials, call } = await testApp();
      const link = `https://example.com/${lineBreak}Set-Cookie: a=b`;
      const { secretId } = credentials;
      await store.addLink({ id: 'abcdefghij', link, expiresAt: start + 60, secretId }, start);
      const { status, headers } = await call('/abcdefghij');
      expect([status, headers.get('set-cookie')]).toEqual([302, null]);
      // What a browser reads: one address, in which nothing ends a line.
      expect(headers.get('location')).toMatch(
        /^https:\/\/example\.com\/[\x21-\x7e]*Set-Cookie:[\x21-\x7e]*$/,
      );
    },
  );

  test('is the unchanged link if it is ASCII', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (link) => {
        expect(locationOf(link)).toBe(link);
      }),
    );
    const unusual = 'https://example.com/a/../b/%7Ex?q="<>`{|}^\\&&=#f#g';
    expect(locationOf(unusual)).toBe(unusual);
  });

  test('is the address that a browser would open for the link', () => {
    fc.assert(
      fc.property(anyAddress, (link) => {
        fc.pre(URL.canParse(link));
        expect(new URL(locationOf(link)).href).toBe(new URL(link).href);
      }),
    );
    expect(locationOf('https://例え.jp/道 路?q=ü#§')).toBe(
      'https://xn--r8jz45g.jp/%E9%81%93%20%E8%B7%AF?q=%C3%BC#%C2%A7',
    );
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
    expect(await answerOf(await call(`/${id}`))).toEqual({
      code: 804,
      data: null,
      msg: 'link does not exist',
    });
  });

  test('has at least eight letters and digits', async () => {
    const { shorten } = await testApp();
    expect(await shorten('https://example.com/')).toMatch(/^[0-9A-Za-z]{8,}$/);
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

  test('that was never created, or is malformed, is 804 for programs', async () => {
    const { call } = await testApp();
    for (const path of ['/abcdefghij', '/favicon.ico', '/%00', '/%E0%A4%A', `/${'x'.repeat(65)}`]) {
      const response = await call(path);
      expect(response.status).toBe(200);
      expect(await answerOf(response)).toMatchObject({ code: 804, msg: 'link does not exist' });
    }
  });
});

describe('a link that is followed no more', () => {
  const contact = 'help@lark.example';

  /** The app with a link, and what a browser that prefers a language gets for it. */
  async function followed(settings: Parameters<typeof testApp>[0] = {}) {
    const created = await testApp({ contact, ...settings });
    const id = await created.shorten('https://example.com/');
    const open = (language = 'en', path = `/${id}`) =>
      created.call(path, { headers: { accept: browser, 'accept-language': language } });
    return { ...created, id, open };
  }

  test.each([
    ['en', /<h1>This link expired on 15&nbsp;Jan&nbsp;2027</],
    [
      'zh-CN',
      /<title>此链接已于2027年1月15日到期<[^]*<h1>此链接已于<span class="day">2027年1月15日<\/span>到期</,
    ],
  ])('tells browsers for a week when it expired (%s), then it is unknown', async (language, text) => {
    const { open, clock, call, id } = await followed();
    clock.seconds = start + 60;
    const gone = await open(language);
    expect(gone.status).toBe(410);
    expect(gone.headers.get('cache-control')).toBe('no-store');
    const html = await gone.text();
    expect(html).toMatch(text);
    expect(html).toContain(`<a href="mailto:${contact}">${contact}</a>`);
    expect(html).not.toContain('example.com/');
    expect(await answerOf(await call(`/${id}`))).toMatchObject({ code: 804 });
    clock.seconds += linkGrace;
    expect((await open(language)).status).toBe(404);
  });

  test('tells who removed it', async () => {
    const { open, clock, store, credentials, id } = await followed({ contact: 'https://lark.example/help' });
    await store.deleteLink({ id, secretId: credentials.secretId }, clock.seconds);
    const removed = await open();
    expect(removed.status).toBe(410);
    const html = await removed.text();
    expect(html).toMatch(/This link was removed<[^]*who created it removed it on 15&nbsp;Jan&nbsp;2027/);
    expect(html).toContain('<a href="https://lark.example/help">');
    expect(await (await open('zh-CN')).text()).toMatch(
      /此链接已被移除<[^]*创建者已于<span class="day">2027年1月15日<\/span>将其移除/,
    );

    await store.changeLink({ id, secretId: credentials.secretId, expiresAt: start + 60 }, clock.seconds);
    await store.revokeLinks([id], clock.seconds);
    expect(await (await open()).text()).toContain('The operator of this service removed it');
  });
});

describe('the preview of a link', () => {
  test('shows where it leads, as text, without opening it', async () => {
    const { shorten, call } = await testApp();
    const id = await shorten('https://user@evil.example/"><script>x</script>?a=\u202eb', start + 60);
    const html = await (await call(`/${id}+`, { headers: { accept: browser } })).text();
    expect(html).toContain(
      'https://user@<b>evil.example</b>/%22%3E%3Cscript%3Ex%3C/script%3E?a=%E2%80%AEb</p>',
    );
    expect(html).toMatch(
      /<dd>127\.0\.0\.1:8404\/\w+<[^]*<dd>15&nbsp;Jan&nbsp;2027, 08:01 UTC<[^]*href="\/\w{10}"/,
    );
    const json = await answerOf(await call(`/${id}%2B`, { headers: { accept: 'application/json' } }));
    expect(json).toMatchObject({ data: { linkID: id, validity: start + 60 } });
  });

  test('is 804 for an unknown link, and 410 for an expired one', async () => {
    const { shorten, call, clock } = await testApp();
    const id = await shorten('https://example.com/');
    expect(await answerOf(await call('/abcdefghij+'))).toMatchObject({ code: 804 });
    clock.seconds += 60;
    expect((await call(`/${id}+`, { headers: { accept: browser } })).status).toBe(410);
  });
});

test('a removed link redirects no more after the clock was set back', async () => {
  const { shorten, call, clock, store, credentials } = await testApp();
  const ids = [await shorten('https://example.com/'), await shorten('https://example.com/')] as const;
  await store.deleteLink({ id: ids[0], secretId: credentials.secretId }, start + 30);
  await store.revokeLinks([ids[1]], start + 30);
  clock.seconds = start + 10;
  for (const path of ids.flatMap((id) => [`/${id}`, `/${id}+`])) {
    expect(await answerOf(await call(path))).toMatchObject({ code: 804 });
    expect((await call(path, { headers: { accept: browser } })).status).toBe(410);
  }
});

test.each([
  ['https://one.example/?', 'https://<b>one.example</b>/?'],
  ['https://a:b@one.example:8443/#', 'https://a:b@<b>one.example:8443</b>/#'],
  ['https://one.example?#', 'https://<b>one.example</b>/?#'],
  ['https://one.example/@two.example/', 'https://<b>one.example</b>/@two.example/'],
])('the preview of %s has its host in bold', async (link, shown) => {
  const { shorten, call } = await testApp();
  const response = await call(`/${await shorten(link)}+`, { headers: { accept: browser } });
  expect(await response.text()).toContain(`>${shown}</p>`);
});

describe('a link with a limit', () => {
  async function limited(limit: number) {
    const created = await testApp();
    const { add, token, call } = created;
    const bearer = await token();
    const answer = await answerOf(
      await add({ link: 'https://secret.example/', validity: start + 60, limit }, bearer),
    );
    const id = linkIdOrAddressIn(addData.parse(answer.data));
    const press = (origin: string | undefined) =>
      call(`/${id}`, { method: 'POST', headers: { accept: browser, ...(origin && { origin }) } });
    const page = async () => {
      const response = await call(`/${id}`, { headers: { accept: browser } });
      return { response, html: await response.text() };
    };
    return { ...created, id, press, page, bearer };
  }
  const own = `http://${host}`;

  test('is opened by the button of its page alone, as often as it may be', async () => {
    const { id, press, page, call, bearer } = await limited(2);
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await call(`/${id}`, { method })).headers.get('location')).toBeNull();
    const { response, html } = await page();
    expect(response.status).toBe(200);
    expect(response.headers.get('referrer-policy')).toBe('same-origin');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(html).toMatch(/This link works 2 times<[^]*<form method="post"><button/);
    for (const shown of [html, await (await call(`/${id}+`, { headers: { accept: browser } })).text()])
      expect(shown).not.toContain('secret.example');

    for (const origin of [undefined, 'null', 'https://evil.example', 'https://127.0.0.1:8404'])
      expect(await answerOf(await press(origin))).toMatchObject({ code: 801 });
    const opened = await press(own);
    expect([opened.status, opened.headers.get('location')]).toEqual([303, 'https://secret.example/']);
    expect((await page()).html).toContain('Opening it uses it up');
    expect((await press(own)).status).toBe(303);

    const used = await press(own);
    expect(used.status).toBe(410);
    expect(await used.text()).toContain('This link has been opened as often as it could be');
    expect((await page()).response.status).toBe(410);
    expect(await answerOf(await call(`/${id}`))).toMatchObject({ code: 804 });
    const read = await answerOf(
      await call(`/v3/shortLink/${id}`, { headers: { authorization: `Bearer ${bearer}` } }),
    );
    expect(read).toMatchObject({ data: { limit: 2, opens: { count: 2, day: '2027-01-15' } } });
  });

  test('that has expired is opened no more', async () => {
    const { press, clock } = await limited(1);
    clock.seconds += 60;
    expect((await press(own)).status).toBe(410);
  });
});

describe('a browser', () => {
  test('gets HTTP 404 and a page for a missing link, so that the extension offers music', async () => {
    const { call } = await testApp();
    const response = await call('/abcdefghij', { headers: { accept: browser } });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('This short link has expired, or never existed');
  });

  test.each([
    ['/', 'en', /embedded service is running[^]*button in the toolbar[^]*Enter/],
    ['/', 'zh-CN', /Waylark的内置服务正在运行/],
    ['/abcdefghij', 'zh-CN', /此短链接已过期/],
  ])(
    'gets %s in %s, small, with the bird and a style, and loads and runs nothing',
    async (path, language, text) => {
      const { call } = await testApp();
      const headers = { accept: browser, 'accept-language': `${language},en;q=0.8` };
      const response = await call(path, { headers });
      expect(response.headers.get('content-language')).toBe(language);
      expect(response.headers.get('vary')).toBe('accept, accept-language');

      const html = await response.text();
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toMatch(text);
      expect(html).toMatch(/<svg viewBox="0 0 128 128" aria-hidden="true">[^]*<\/svg>\n<h1>/);
      expect(Buffer.byteLength(html)).toBeLessThan(6000);

      const style = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? '';
      const policy = response.headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
      expect(html).not.toMatch(/<script|style=|https?:/);
    },
  );

  describe.each([
    ['out of reach', new StoreUnavailableError('The database is not available.'), [503, '60', 807]],
    ['damaged', new Error('The disk is broken.'), [500, null, 500]],
  ] as const)('whose link is in a database that is %s', (_, error, [status, retryAfter, code]) => {
    async function broken() {
      const app = await testApp();
      vi.spyOn(app.store, 'findLink').mockRejectedValue(error);
      return app;
    }

    test.each([
      ['en', '/abcdefghij', {}, /cannot be looked up now<\/h1>\n<p>Try again in a minute\./],
      ['zh-CN', '/abcdefghij', {}, /暂时无法查询此链接<\/h1>\n<p>请一分钟后重试。/],
      ['en', '/abcdefghij+', {}, /cannot be looked up now/],
      ['en', '/abcdefghij', { method: 'POST' }, /cannot be looked up now/],
      ['en', '/abcdefghij', { method: 'HEAD' }, /^$/],
    ])('gets a page in %s for %s %j that says so', async (language, path, init, text) => {
      const { call, reported } = await broken();
      const headers = { accept: browser, 'accept-language': language };
      const response = await call(path, { ...init, headers });
      expect([response.status, response.headers.get('retry-after')]).toEqual([status, retryAfter]);
      expect(response.headers.get('content-language')).toBe(language);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.text()).toMatch(text);
      expect(reported).toEqual([error]);
    });

    test('says so to programs by the envelope and the HTTP status, which the API alone does not have', async () => {
      const { call, store, credentials, getToken } = await broken();
      for (const path of ['/abcdefghij', '/abcdefghij+']) {
        const response = await call(path);
        expect([response.status, response.headers.get('retry-after')]).toEqual([status, retryAfter]);
        expect(await answerOf(response)).toMatchObject({ code });
      }
      vi.spyOn(store, 'findApplication').mockRejectedValue(error);
      const ofApi = await getToken(credentials);
      expect([ofApi.status, ofApi.headers.get('retry-after')]).toEqual([200, null]);
      expect(await answerOf(ofApi)).toMatchObject({ code });
    });
  });

  test('the bird is that of the extension', async () => {
    const shapesOf = (svg: string) =>
      svg.match(/<(?!\/?svg)[^>]*>/g)?.map((shape) => shape.replace(' />', '/>'));
    expect(shapesOf(bird)).toEqual(shapesOf(await readFile('art/icon.svg', 'utf8')));
  });
});

test.each([
  ['text/html', true],
  ['text/html, */*', true],
  ['text/html;q=0.5, application/json;q=0.4', true],
  ['*/*', false],
  [undefined, false],
  ['application/json, text/html', false],
  ['application/json, text/html;q=0.9', false],
  ['text/html;q=0', false],
])('Accept %s gets a page: %s', async (accept, isPage) => {
  const { call } = await testApp();
  const { status } = await call('/abcdefghij', accept === undefined ? {} : { headers: { accept } });
  expect(status).toBe(isPage ? 404 : 200);
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
