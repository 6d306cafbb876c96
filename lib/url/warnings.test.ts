import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretIn, urlWarningOf, withoutSecret } from './warnings.ts';

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N';

describe('the warning about an address', () => {
  it.each([
    'http://localhost/',
    'http://LOCALHOST:3000/x',
    'http://localhost./',
    'https://app.localhost/',
    'http://127.0.0.1:8404/a',
    'http://127.9.8.7/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0.0.0.0:8000/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
  ])('is that it leads to this computer: %s', (link) => expect(urlWarningOf(link)).toBe('loopback'));

  it.each([
    'http://10.0.0.1/',
    'http://192.168.178.1/',
    'http://0xc0a80101/',
    'http://172.16.0.1/',
    'http://172.31.255.254/',
    'http://169.254.169.254/latest/meta-data',
    'http://[fd12:3456::1]/',
    'http://[fc00::1]/',
    'http://[fe80::1]/',
    'http://[febf::1]/',
    'http://[::ffff:192.168.1.1]/',
    'http://printer.local/',
    'https://wiki.corp.internal/page',
    'http://router.lan/',
    'http://nas.home.arpa/',
    'http://intranet/start?page=2',
    'https://WIKI./',
  ])('is that it leads to a private network: %s', (link) =>
    expect(urlWarningOf(link)).toBe('private-network'),
  );

  it.each([
    `https://a.example/?x=${jwt}`,
    `https://a.example/#access_token=${jwt}&token_type=bearer`,
    'https://a.example/cb#access_token=ya29.a0AfB_byC&expires_in=3599',
    'https://a.example/reset?token=9f86d081884c7d659a2feaa0c55ad015',
    'https://a.example/#/reset?reset_token=9f86d081884c7d659a2feaa0c55ad015',
    'https://a.example/?reset-key=x7Gk29sLq0PzT4mV8bNc',
    'https://a.example/?sid=8f14e45fceea167a5a36dedd4bea2543',
    'https://a.example/?session=5b1c2f3e-77a0-4c1d-9d1e-2f3a4b5c6d7e',
    'https://a.example/login;jsessionid=1A530637289A03B07199A44E8D531427',
    'https://a.example/?PHPSESSID=abcdefghijkl',
    'https://b.s3.amazonaws.com/f.pdf?X-Amz-Date=20260101T000000Z&X-Amz-Signature=fe5f80f77d5fa3be',
    'https://b.blob.example/f?sv=2024&sig=a8Bv3kQ9x2Lm5Zt7Yw1PqR4s%3D',
    'https://a.example/callback?code=4%2F0AbUR2VMeHxU3k9q7ZrT1&state=af0ifjsldkj',
    'https://a.example/callback?code=a1b2c3d4e5f6a7b8c9d0&state=x',
    'https://maps.example/?key=AIzaSyD4m9R7x2Kq8Lw3Tz6',
  ])('is that it contains a credential: %s', (link) => expect(urlWarningOf(link)).toBe('secret'));

  it.each([
    'https://anna.meier@company.com',
    'https://bank.example@other.example/login',
    'https://user:@example.com/',
  ])('is that it contains a user name: %s', (link) => expect(urlWarningOf(link)).toBe('user-name'));

  it.each([
    'https://example.com/',
    'https://example.com/@anna',
    'https://example.com/?page=2&q=key',
    'https://example.com/?q=token&key=value',
    'https://example.com/?key=introduction-to-set-theory-2026',
    'https://example.com/?key=springsale2026offer',
    'https://example.com/?session=3&sid=12&reset=1&code=US&state=CA',
    'https://example.com/?token=&key',
    'https://example.com/#session',
    'https://example.com/token/9f86d081884c7d659a2feaa0c55ad015',
    'https://example.com/?id=9f86d081884c7d659a2feaa0c55ad015',
    'https://example.com/watch?v=dQw4w9WgXcQ&list=PL0a1b2c3d4e5f6a7b8',
    'https://local.example/',
    'https://localhost.example/',
    'https://internal.example.com/',
    'https://127.example.com/',
    'https://10.example.com/',
    'http://8.8.8.8/',
    'http://172.32.0.1/',
    'http://192.169.1.1/',
    'http://11.0.0.1/',
    'http://[2001:db8::1]/',
    'http://[fec0::1]/',
    'http://[fc::1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://fd12.example/',
    'https://例え.テスト/?key=値',
    'https://user:9f86d081884c7d659a2feaa0c55ad015@example.com/',
    'javascript:alert(1)',
    'file:///etc/hosts',
    'not an address',
    '',
  ])('is missing: %s', (link) => expect(urlWarningOf(link)).toBeNull());
});

it.each([
  ['https://a.example/?reset-token=9f86d081884c7d659a2feaa0c55ad015', 'reset-token'],
  [`https://a.example/?${'x'.repeat(40)}=${jwt}`, 'x'.repeat(40)],
  [`https://a.example/?${'x'.repeat(41)}=${jwt}`, `${'x'.repeat(40)}…`],
])('names the parameter with the credential in %s, in 40 characters', (link, name) =>
  expect(secretIn(link)).toBe(name),
);

const token = 'token=9f86d081884c7d659a2feaa0c55ad015';

it.each([
  [`https://a.example/?${token}`, 'https://a.example/'],
  [`https://a.example/?${token}&page=2#top`, 'https://a.example/?page=2#top'],
  [`https://a.example/?page=2&${token}&x=1`, 'https://a.example/?page=2&x=1'],
  [`https://a.example/?${token}#top`, 'https://a.example/#top'],
  [`https://a.example/#access_token=${jwt}&state=x`, 'https://a.example/#state=x'],
  [`https://a.example/x;jsessionid=1A530637?a=b`, 'https://a.example/x?a=b'],
  [`https://a.example/?${token}&${token}`, `https://a.example/?${token}`],
  ['https://a.example/?page=2', 'https://a.example/?page=2'],
])('removes the parameter with the credential from %s', (link, clean) =>
  expect(withoutSecret(link)).toBe(clean),
);

describe('the warnings about any address', () => {
  it('cover every address of the private ranges', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const start = fc.constantFrom('10.1', '192.168', '169.254', '172.16', '172.20', '172.31');
    fc.assert(
      fc.property(start, byte, byte, (net, a, b) => {
        expect(urlWarningOf(`http://${net}.${a}.${b}/`)).toBe('private-network');
        expect(urlWarningOf(`http://[::ffff:${net}.${a}.${b}]/`)).toBe('private-network');
      }),
    );
  });

  it('do not take words in a query for credentials', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/);
    const pair = fc.tuple(word, fc.array(word, { minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 5 }), (pairs) => {
        // A name such as accesstoken, whose values are always credentials, is improbable among random words.
        const query = pairs.map(([name, words]) => `${name}=${words.join('-')}`).join('&');
        expect(urlWarningOf(`https://a.example/?${query}`)).toBeNull();
      }),
    );
  });
});
