import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { bird, languageFor } from './pages.ts';
import { locationOf } from './links.ts';
import { answerOf, start, testApp } from './test-app.ts';

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
      expect(Buffer.byteLength(html)).toBeLessThan(5000);

      const style = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? '';
      const policy = response.headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
      expect(html).not.toMatch(/<script|style=|https?:/);
    },
  );

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
