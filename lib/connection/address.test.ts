import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  linkIdOf,
  originToRequest,
  readServiceAddress,
  readTemplate,
  shortLinkOf,
  withApiPath,
} from './address.ts';
import { connectionCode } from '../connection-code/contract.ts';
import { anyPath } from '../url/test-helpers/any-address.ts';

const code = connectionCode({ address: 'https://s.example/v3', secretId: 'me', secretKey: 'k' });

describe('a service address', () => {
  it.each([
    ['https://s.example/v3', 'https://s.example/v3'],
    ['  https://s.example/v3\n', 'https://s.example/v3'],
    ['HTTPS://S.Example/v3', 'https://s.example/v3'],
    ['https://s.example/v3/', 'https://s.example/v3'],
    ['https://s.example//v3//', 'https://s.example/v3'],
    ['https://s.example/API/v3', 'https://s.example/API/v3'],
    ['https://s.example:443/v3', 'https://s.example/v3'],
    ['https://s.example:8443/v3', 'https://s.example:8443/v3'],
    ['s.example', 'https://s.example/v3'],
    ['s.example/', 'https://s.example/'],
    ['https://s.example//', 'https://s.example/'],
    ['https://S.example/v3.1/', 'https://s.example/v3.1'],
    ['https:/s.example/v3', 'https://s.example/v3'],
    ['s.example:8443', 'https://s.example:8443/v3'],
    ['münchen.example', 'https://xn--mnchen-3ya.example/v3'],
    ['localhost', 'http://localhost/v3'],
    ['LocalHost:8404', 'http://localhost:8404/v3'],
    ['127.0.0.1:8404/v3', 'http://127.0.0.1:8404/v3'],
    ['http://127.0.0.1:8404', 'http://127.0.0.1:8404/v3'],
    ['https://localhost:8404/', 'https://localhost:8404/'],
    ['localhost.example', 'https://localhost.example/v3'],
    ['127.0.0.1.example', 'https://127.0.0.1.example/v3'],
  ])('%j is read as %s', (typed, address) => {
    const { origin } = new URL(address);
    expect(readServiceAddress(typed)).toEqual({ ok: true, address, origin });
  });

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['http://s.example/v3', 'public-http'],
    ['http:/s.example/v3', 'public-http'],
    ['http://localhost.example', 'public-http'],
    ['http://127.0.0.1.example', 'public-http'],
    ['http://192.168.0.2:8404', 'public-http'],
    ['http://0.0.0.0:8404', 'public-http'],
    ['https://id:key@s.example/v3', 'has-password'],
    ['https://id@s.example/v3', 'has-password'],
    ['https://s.example/v3?key=1', 'has-query'],
    ['https://s.example/v3#add', 'has-query'],
    ['ftp://s.example/v3', 'not-http'],
    ['chrome-extension://abcdef/popup.html', 'not-http'],
    ['javascript:alert(1)', 'not-an-address'],
    ['javascript://s.example/%0Aalert(1)', 'not-http'],
    ['file:///v3', 'not-an-address'],
    ['https://', 'not-an-address'],
    ['https://s example/v3', 'not-an-address'],
    ['s.example:99999', 'not-an-address'],
    ['///', 'not-an-address'],
    ['<b>', 'not-an-address'],
    [withApiPath('https://s.example', code), 'not-an-address'],
  ])('%j is refused: %s', (typed, problem) => {
    expect(readServiceAddress(typed)).toEqual({ ok: false, problem });
  });

  it('is not changed when it is read again', () => {
    const scheme = fc.constantFrom('', 'http://', 'https://', 'HTTPS://');
    const host = fc.oneof(fc.webAuthority({ withPort: true }), fc.constantFrom('localhost:1', '127.0.0.1'));
    const path = fc.oneof(anyPath, fc.string(), fc.constantFrom('', '/', '//', '/v3//', '/./x/../'));
    const typed = fc.oneof(
      fc.tuple(scheme, host, path).map((parts) => parts.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const read = readServiceAddress(text);
        if (!read.ok) return;
        expect(readServiceAddress(read.address)).toEqual(read);
        expect(read.address).toMatch(/^https?:\/\/[^/?#@\s]+\/([^?#\s]*[^/?#\s])?$/);
        expect(read.address.startsWith(`${read.origin}/`)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

it.each([
  ['https://s.example', '/v4', 'https://s.example/v4'],
  ['s.example/v3', 'v4', 's.example/v4'],
  [' http://127.0.0.1:8404/a/b/ ', 'c', 'http://127.0.0.1:8404/c'],
  ['s.example', '/', 's.example/'],
  ['s.example/v3', '', 's.example/v3'],
  ['', '/v4', '/v4'],
])('the path of %j can be replaced by %j', (address, path, changed) => {
  expect(withApiPath(address, path)).toBe(changed);
});

describe('a short link address', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['https://s.example/{linkID}', 'https://s.example/{linkID}'],
    [' s.example/{linkID} ', 'https://s.example/{linkID}'],
    ['localhost:8404/{linkID}', 'http://localhost:8404/{linkID}'],
    ['http://s.example/go/{linkID}?from=x', 'http://s.example/go/{linkID}?from=x'],
    ['HTTPS://S.Example/Go/{linkID}', 'https://s.example/Go/{linkID}'],
    ['https://s.example/?go={linkID}', 'https://s.example/?go={linkID}'],
  ])('%j is read as %j', (typed, template) => {
    expect(readTemplate(typed)).toEqual({ ok: true, template });
  });

  it.each([
    ['https://s.example/', 'no-placeholder'],
    ['https://s.example/{linkid}', 'no-placeholder'],
    ['https://s.example/{linkID}/{linkID}', 'no-placeholder'],
    ['https://{linkID}.s.example/', 'not-an-address'],
    ['https://s example/{linkID}', 'not-an-address'],
    ['https://:secret@s.example/{linkID}', 'not-an-address'],
    ['https://s.example/\u202e{linkID}', 'not-an-address'],
    ['https://s.example/a b/{linkID}', 'not-an-address'],
    [`https://s.example/${code}/{linkID}`, 'not-an-address'],
    ['ftp://s.example/{linkID}', 'not-http'],
    ['javascript:{linkID}', 'not-an-address'],
  ])('%j is refused: %s', (typed, problem) => {
    expect(readTemplate(typed)).toEqual({ ok: false, problem });
  });

  it('builds the short link, at the origin of the service unless another is set', () => {
    const address = 'https://s.example:8443/api/v3';
    expect(shortLinkOf({ address, template: null }, 'aB3_-')).toBe('https://s.example:8443/aB3_-');
    expect(shortLinkOf({ address, template: 'https://s.ee/go/{linkID}?x' }, 'aB3')).toBe(
      'https://s.ee/go/aB3?x',
    );
    expect(shortLinkOf({ address: 'https://s.example/', template: null }, 'aB3')).toBe(
      'https://s.example/aB3',
    );
  });

  it('is the whole address if the service answers one', () => {
    const template = 'https://s.ee/go/{linkID}';
    for (const address of ['https://s.example/v3.1', 'https://s.example/'])
      expect(shortLinkOf({ address, template }, 'https://L.example/aB3')).toBe('https://l.example/aB3');
  });
});

it.each([
  ['https://l.example/go/aB3?x', 'aB3'],
  ['https://l.example/go/?x', ''],
  ['https://other.example/go/aB3?x', ''],
])('the identifier in %s is %j', (shortLink, id) => {
  expect(
    linkIdOf({ address: 'https://s.example/v3', template: 'https://l.example/go/{linkID}?x' }, shortLink),
  ).toBe(id);
});

it.each<[string, string, string | null]>([
  ['https://s.example/v3', '', null],
  ['https://s.example/v3', 'https://s.example/go/{linkID}', null],
  ['https://s.example/v3', 'https://l.example/{linkID}', 'https://l.example'],
  ['https://s.example/v3', 'https://l.example:8443/{linkID}', 'https://l.example:8443'],
  // A pattern without a port also covers the service, so revoking it would revoke the access to the service.
  ['https://s.example:8443/v3', 'https://s.example/{linkID}', null],
  ['http://127.0.0.1:1/v3', 'http://127.0.0.1:2/{linkID}', 'http://127.0.0.1:2'],
  // The content security policy does not allow a fetch from it, so nothing is requested.
  ['https://s.example/v3', 'http://l.example/{linkID}', null],
])(
  'access to the host of short links of %s, with short links at %s, is requested for: %s',
  (address, template, origin) => {
    expect(originToRequest({ address, template })).toBe(origin);
  },
);
