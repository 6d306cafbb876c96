import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { completeLink, readLink } from './link.ts';
import { reasons } from '../failures/contract.ts';
import { longestLink } from './contract.ts';
import { urlWarningOf } from './warnings.ts';
import { anyAddress, anyCharacter } from './test-helpers/any-address.ts';

/** Anything that may stand in a field for an address: pieces of addresses in any order, and any text. */
const pieces = Array.from('/\\@?#% \t\0.\u202e\ud800').concat(
  '//',
  'https:',
  'HTTP:',
  'a:b@',
  ':80',
  '%zz',
  '\r\n',
);
const hosts = ['Example.com', '127.1', '[::1]', '例え.テスト', 'notes', 'javascript:', 'data:'];
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...pieces, ...hosts), fc.string({ unit: anyCharacter, maxLength: 3 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

describe('any text', () => {
  it('is refused with a reason, or is a web address without a password whose host no reader takes for another', () => {
    const counts = { ok: 0, refused: 0 };
    fc.assert(
      fc.property(anyText, (typed) => {
        const read = readLink(typed);
        counts[read.ok ? 'ok' : 'refused'] += 1;
        if (!read.ok) return reasons.includes(read.reason);
        const url = new URL(read.link);
        const again = readLink(read.link);
        return (
          /^https?:\/\//.test(read.link) &&
          url.password === '' &&
          !/\s/.test(read.link) &&
          again.ok &&
          again.link === read.link &&
          new URL(completeLink(typed)).href === url.href
        );
      }),
      { numRuns: inject('manyRuns') },
    );
    expect(Math.min(counts.ok, counts.refused)).toBeGreaterThan(inject('manyRuns') / 100);
  });

  it('with a password is offered without it', () => {
    fc.assert(
      fc.property(anyText, (end) => {
        const read = readLink(`https://me:secret@example.com/${end}`);
        if (read.ok || read.reason !== 'password') return !read.ok;
        const { withoutPassword = '' } = read;
        return readLink(withoutPassword).ok && new URL(withoutPassword).host === 'example.com';
      }),
      { numRuns: inject('manyRuns') },
    );
  });
});

describe('a link', () => {
  it('is never rewritten', () => {
    fc.assert(
      fc.property(anyAddress, (link) => {
        expect(readLink(link)).toEqual({ ok: true, link });
      }),
    );
  });

  it.each([
    'https://例え.テスト/パス?ク=エ#リ',
    'https://münchen.example/straße',
    'https://xn--mnchen-3ya.example/',
    'https://💌.la/👩‍👩‍👧',
    'https://example.com/a%20b%2Fc%zz?q=%E4%BD%A0#%',
    'https://example.com:443/../x/./y',
    'https://example.com?a=1&a=2&&b',
    'https://example.com/#/route?x={y}|z',
    'https://user@example.com/',
    'http://localhost/x',
    'http://intranet/wiki',
    'http://[::1]:8080/',
    'http://2130706433/',
    `https://example.com/?q=${'x'.repeat(20_000)}`,
  ])('is sent unchanged: %s', (link) => {
    expect(readLink(link)).toEqual({ ok: true, link });
  });

  it('is trimmed', () => {
    expect(readLink('  https://example.com/x\n')).toEqual({ ok: true, link: 'https://example.com/x' });
  });
});

describe('scheme and host', () => {
  it.each([
    ['HTTPS://EXAMPLE.com:443/../X/./y?Q=A#B', 'https://example.com:443/../X/./y?Q=A#B'],
    ['Http://Me@Sub.Example.COM', 'http://Me@sub.example.com'],
    ['Example.COM/Path', 'https://example.com/Path'],
    ['https://BÜCHER.example/Ü', 'https://bÜcher.example/Ü'],
    ['https://Example.com?A@B', 'https://example.com?A@B'],
    ['HTTP://INTRANET/Wiki', 'http://intranet/Wiki'],
    ['http://[2001:DB8::1]/A', 'http://[2001:db8::1]/A'],
    ['HTTPS://ΟΔΟΣ-1.GR/', 'https://ΟΔΟΣ-1.gr/'],
    ['https://İ.Example/', 'https://İ.example/'],
  ])('of %s are sent in lower case, the rest unchanged', (typed, link) => {
    expect(completeLink(typed)).toBe(link);
    expect(readLink(typed)).toEqual({ ok: true, link });
  });

  it('in lower case are the same address', () => {
    const anyCase = fc
      .tuple(anyAddress, fc.boolean())
      .map(([link, upper]) =>
        upper ? link.replace(/^[^/]*\/\/[^/?#]*/, (start) => start.toUpperCase()) : link,
      );
    fc.assert(
      fc.property(anyCase, (typed) => {
        expect(new URL(completeLink(typed)).href).toBe(new URL(typed).href);
      }),
    );
  });
});

it.each([
  `https://h/${'@'.repeat(100_000)}`,
  `https://h/${'a@'.repeat(50_000)}`,
  `https://${'@'.repeat(100_000)}`,
  `https://${'a.'.repeat(50_000)}`,
  `https://${'A'.repeat(32_000)}`,
])(
  'an address of any length is read in linear time (%#)',
  (link) => {
    expect(['too-long', 'not-an-address', undefined]).toContain(Reflect.get(readLink(link), 'reason'));
  },
  15_000,
);

describe('a missing scheme', () => {
  it('becomes https and changes nothing else', () => {
    const withoutScheme = anyAddress.map((link) => link.replace(/^https?:\/\//, ''));
    fc.assert(
      fc.property(withoutScheme, (typed) => {
        const isLocal = ['loopback', 'private-network'].includes(urlWarningOf(`http://${typed}`) ?? '');
        expect(readLink(typed)).toEqual({ ok: true, link: `${isLocal ? 'http' : 'https'}://${typed}` });
      }),
    );
  });

  // As browsers do: such hosts seldom have a certificate.
  it.each([
    'localhost',
    'localhost:3000/x',
    '127.0.0.1:8404',
    '[::1]:3000/',
    '192.168.178.1',
    '10.0.0.7:8080/x?y',
    '[fd12::1]/',
    'printer.local/status',
    'app.localhost:5173',
  ])('becomes http on this computer and in private networks: %s', (typed) => {
    expect(readLink(typed)).toEqual({ ok: true, link: `http://${typed}` });
    expect(readLink(`//${typed}`)).toEqual({ ok: true, link: `http://${typed}` });
  });

  it.each(['https://localhost:3000/', 'https://192.168.178.1/', '8.8.8.8', 'localhost.example'])(
    'is the only one that becomes http: %s',
    (typed) => expect(completeLink(typed)).toMatch(/^https:/),
  );

  it.each([
    ['example.com/x', 'https://example.com/x'],
    ['//example.com/x', 'https://example.com/x'],
    ['example.com:8080', 'https://example.com:8080'],
    ['例え.テスト', 'https://例え.テスト'],
    ['', ''],
    ['   ', ''],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['anna@example.com/team', 'https://anna@example.com/team'],
  ])('%j is shown as %j', (typed, completed) => {
    expect(completeLink(typed)).toBe(completed);
  });
});

describe('an address that cannot be shortened', () => {
  it.each([
    ['chrome://settings', 'browser-page'],
    ['about:blank', 'browser-page'],
    ['EDGE://settings', 'browser-page'],
    ['devtools://devtools/bundled/inspector.html', 'browser-page'],
    ['moz-extension://1b/popup.html', 'extension-page'],
    ['chrome-extension://1b/popup.html', 'extension-page'],
    ['view-source:https://example.com/', 'page-source'],
    ['file:///etc/passwd', 'local-file'],
    ['data:text/html,<h1>x</h1>', 'data-page'],
    ['blob:https://example.com/1b', 'data-page'],
    ['javascript:alert(1)', 'not-web'],
    ['ftp://example.com/', 'not-web'],
    ['mailto:a@example.com', 'email-address'],
    ['anna.meier@company.com', 'email-address'],
    [' anna@localhost ', 'email-address'],
    ['https:example.com', 'not-web'],
    ['https:/example.com', 'not-web'],
    ['https:\\\\example.com', 'not-web'],
    ['', 'link-missing'],
    [' \n', 'link-missing'],
    ['notes', 'not-an-address'],
    ['two words', 'not-an-address'],
    ['https://', 'not-an-address'],
    ['https://exa mple.com/', 'not-an-address'],
    ['https://example.com/a b', 'not-an-address'],
    ['https://example.com/\tx', 'not-an-address'],
    ['https://example.com/\r\nSet-Cookie: x', 'not-an-address'],
    ['https://example.com:99999/', 'not-an-address'],
  ])('is refused before anything is sent: %j, %s', (typed, reason) => {
    expect(readLink(typed)).toEqual({ ok: false, reason });
  });

  it(`has more than ${longestLink} characters`, () => {
    const longest = 'https://example.com/'.padEnd(longestLink, 'x');
    expect(readLink(longest)).toEqual({ ok: true, link: longest });
    expect(readLink(`${longest}x`)).toEqual({ ok: false, reason: 'too-long' });
    expect(readLink('x'.repeat(100_000))).toEqual({ ok: false, reason: 'too-long' });
  });
});

describe('a password in the address', () => {
  const userInfo = fc.string({
    unit: fc.constantFrom('a', 'Z', '9', '@', ':', '%40', '~', 'ü'),
    minLength: 1,
  });
  const password = fc.record({
    // Browsers read each of these as the beginning of a web address.
    start: fc.constantFrom('https://', 'http://', 'HTTPS://', 'https:///', 'https://\\'),
    user: userInfo,
    secret: userInfo.map((text) => `${text}$`),
    rest: fc.constantFrom(
      'example.com',
      'example.com/a@b',
      'example.com\\@c',
      'example.com?q=:@',
      '[::1]:8/#:@',
    ),
  });

  it('is removed from the address that is offered in its place', () => {
    fc.assert(
      fc.property(password, ({ start, user, secret, rest }) => {
        const without = start.toLowerCase() + rest;
        expect(readLink(`${start}${user}:${secret}@${rest}`)).toEqual({
          ok: false,
          reason: 'password',
          withoutPassword: without,
        });
        expect(URL.parse(without)?.password).toBe('');
      }),
    );
  });
});
