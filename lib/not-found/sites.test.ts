import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { siteOf } from './player-sites.ts';
import { readSite } from './sites.ts';
import { unicodeHost } from '../url/readable.ts';
import { anyAddress } from '../url/test-helpers/any-address.ts';

describe('readSite', () => {
  it.each([
    ['example.com', 'example.com'],
    ['  Example.COM\t', 'example.com'],
    ['https://www.Example.com/x', 'www.example.com'],
    ['HTTP://example.com:8080/a/b?c=d#e', 'example.com'],
    ['//example.com/x', 'example.com'],
    ['example.com:8443', 'example.com'],
    ['example.com/', 'example.com'],
    ['example.com?q', 'example.com'],
    ['example.com.', 'example.com'],
    ['https://someone:secret@example.com/x', 'example.com'],
    ['localhost:3000', 'localhost'],
    ['intranet', 'intranet'],
    ['_dmarc.example.com', '_dmarc.example.com'],
    ['127.0.0.1:8404', '127.0.0.1'],
    ['http://[::1]:8404/', '[::1]'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['https://MÜNCHEN.example/straße', 'xn--mnchen-3ya.example'],
    ['例子.测试', 'xn--fsqu00a.xn--0zwm56d'],
    ['例子。测试', 'xn--fsqu00a.xn--0zwm56d'],
  ])('reads %j as %s', (typed, site) => {
    expect(readSite(typed)).toEqual({ ok: true, site });
  });

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['two words', 'not-a-site'],
    ['*.example.com', 'not-a-site'],
    ['*', 'not-a-site'],
    ['.', 'not-a-site'],
    ['a..b', 'not-a-site'],
    ['.example.com', 'not-a-site'],
    ['/path', 'not-a-site'],
    ['https:///path', 'not-a-site'],
    ['https://', 'not-a-site'],
    ['?q', 'not-a-site'],
    [':80', 'not-a-site'],
    ['12', 'not-a-site'],
    ['0x7f.1', 'not-a-site'],
    ['someone@example.com', 'not-a-site'],
    ['mailto:someone@example.com', 'not-a-site'],
    ['javascript:alert(1)', 'not-a-site'],
    ['about:blank', 'not-a-site'],
    ['<b>example.com</b>', 'not-a-site'],
    ['example.com,example.org', 'not-a-site'],
    [`${'a'.repeat(64)}.com`, 'not-a-site'],
    [`${'abcdefg.'.repeat(32)}com`, 'not-a-site'],
    ['ftp://example.com/', 'not-web'],
    ['chrome://settings/', 'not-web'],
    ['file:///tmp', 'not-web'],
  ])('rejects %j as %s', (typed, problem) => {
    expect(readSite(typed)).toEqual({ ok: false, problem });
  });

  it('reads any web address as the site of its page', () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        expect(readSite(address)).toEqual({ ok: true, site: siteOf(address) });
      }),
    );
  });

  it('reads its own result as the same site, and never throws', () => {
    const typed = fc.oneof(fc.string({ unit: 'grapheme' }), fc.domain(), fc.ipV4(), fc.ipV6());
    fc.assert(
      fc.property(typed, (text) => {
        const read = readSite(text);
        if (read.ok) expect(readSite(read.site)).toEqual(read);
      }),
    );
  });
});

describe('the name of a site', () => {
  it.each([
    ['example.com', 'example.com'],
    ['[::1]', '[::1]'],
    ['xn--mnchen-3ya.example', 'münchen.example'],
    ['www.xn--fsqu00a.xn--0zwm56d', 'www.例子.测试'],
    ['xn--i-7iq.example', 'i❤.example'],
    ['xn--ls8h.example', '💩.example'],
    ['xn--', 'xn--'],
    ['xn--a.example', 'xn--a.example'],
    ['xn--99999999999.example', 'xn--99999999999.example'],
  ])('shows %s as %s', (site, shown) => {
    expect(unicodeHost(site)).toBe(shown);
  });

  it('returns a name that is read as the same site, as Node.js converts it', () => {
    const label = fc.string({
      unit: fc.constantFrom(...Array.from('abcz09äßéжщяαω例子測試日本語の한국ไทยعر')),
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), (labels) => {
        const read = readSite(labels.join('.'));
        if (!read.ok) return;
        const shown = unicodeHost(read.site);
        expect(readSite(shown)).toEqual(read);
        if (shown !== read.site) expect(shown).toBe(domainToUnicode(read.site));
      }),
    );
  });

  it('never returns an empty name', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(unicodeHost(`xn--${text}`)).not.toBe('');
      }),
    );
  });
});
