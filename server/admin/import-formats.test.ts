import { expect, test } from 'vitest';
import { noExpiry } from '../../lib/validity/contract.ts';
import { describe, domainOf, type FormatName, rowReader, timeOf } from './import-formats.ts';

const now = 1_800_000_000;
const options = { hosts: new Set(['s.example']), domains: new Set(['', 'go.example']), now };

const read = (name: FormatName, header: string, row: string) =>
  rowReader(name, header.split(','), options).readRow(row.split(','));

const link = 'https://example.com/a';
const created = 1_683_356_889;
const uncounted = { opens: 0, openedOn: null, maxOpens: null };
const plain = { link, createdAt: now, expiresAt: noExpiry, isEnding: true, ...uncounted };

test.each([
  [
    'bitly',
    'Link,Custom Link,Title,Destination URL,Created At,Total Engagements',
    `https://go.example/3xYz12,https://go.example/spring,Title,${link},2023-05-06T07:08:09+0000,17`,
    // Both endings of a link go on working; the count is of both together.
    [
      { ...plain, id: 'spring', createdAt: created, opens: 17 },
      { ...plain, id: '3xYz12', createdAt: created },
    ],
  ],
  ['bitly', 'bitlink,long_url', `go.example/3xYz12,${link}`, [{ ...plain, id: '3xYz12' }]],
  [
    'bitly',
    'link,custom link,long_url,clicks',
    `https://bit.ly/spring,https://go.example/spring https://go.example/may,${link},17`,
    [{ ...plain, id: 'spring', opens: 17 }, { ...plain, id: 'may' }, 'domain'],
  ],
  [
    'yourls',
    'keyword,url,title,timestamp,ip,clicks',
    `abc,${link},NULL,2023-05-06 07:08:09,192.0.2.1,5`,
    [{ ...plain, id: 'abc', createdAt: created, opens: 5 }],
  ],
  ['yourls', 'source,target,hits', `/abc/,${link},5`, [{ ...plain, id: 'abc', opens: 5 }]],
  [
    'kutt',
    'address,banned,created_at,expire_in,password,target,visit_count',
    `aB3d-_,f,2023-05-06 07:08:09.123+00,2030-01-01T00:00:00.000Z,,${link},5`,
    [{ ...plain, id: 'aB3d-_', createdAt: created, expiresAt: 1_893_456_000, opens: 5 }],
  ],
  [
    'shlink',
    'createdAt,domain,shortCode,shortUrl,longUrl,title,tags,visits',
    `2023-05-06T09:08:09+02:00,go.example,abcde,https://go.example/abcde,${link},,a|b,5`,
    [{ ...plain, id: 'abcde', createdAt: created, opens: 5 }],
  ],
  ['shlink', 'domain,shortCode,longUrl', `other.example,abcde,${link}`, ['domain']],
  ['shlink', 'domain,shortUrl,shortCode,longUrl', `,https://other.example/abcde,abcde,${link}`, ['domain']],
  ['kutt', 'address,target,banned,password,domain_id', `abc,${link},,,`, [{ ...plain, id: 'abc' }]],
  ['kutt', 'address,target,banned,password,domain_id', `abc,${link},,,2`, ['domain']],
  // What not everybody may open does not become open to all.
  ['kutt', 'address,target,banned,password', `abc,${link},t,`, ['closed']],
  ['kutt', 'address,target,banned,password', `abc,${link},,$2a$12$hash`, ['closed']],
  [
    'shlink',
    'shortCode,longUrl,validUntil,maxVisits',
    `abcde,${link},2030-01-01T00:00:00+00:00,3`,
    [{ ...plain, id: 'abcde', expiresAt: 1_893_456_000, maxOpens: 3 }],
  ],
  [
    'csv',
    'ending,link,createdAt,expiresAt,opens,lastOpened,limit',
    `'-abc,${link},2023-05-06T07:08:09Z,never,5,2023-05-07,9`,
    [{ ...plain, id: '-abc', createdAt: created, opens: 5, openedOn: 19_484, maxOpens: 9 }],
  ],
  ['yourls', 'keyword,url', `v1,${link}`, [{ ...plain, id: 'v1' }]],
  // What is no ending is never split or cut.
  ['yourls', 'keyword,url', `a b,${link}`, ['ending']],
  ['yourls', 'keyword,url', `a/b,${link}`, ['ending']],
  ['yourls', 'keyword,url', `a|b,${link}`, ['ending']],
  ['bitly', 'link,long_url', `https://go.example/promo 17,${link}`, ['ending']],
  ['bitly', 'link,long_url', `https://go.example/a?b,${link}`, ['ending']],
  // What a spreadsheet makes of 100000 and 2026-05.
  ['csv', 'ending,link', `1.00E+05,${link}`, ['ending']],
  ['csv', 'ending,link', `Mai 26,${link}`, ['ending']],
  ['csv', 'ending,link,expiresAt', `https://go.example/abc,${link},Never`, [{ ...plain, id: 'abc' }]],
  // An identifier that the service generated is stored as one: as an ending that a person chose, it would be refused.
  ['csv', 'ending,link', `aB3dE6gH9k,${link}`, [{ ...plain, id: 'aB3dE6gH9k', isEnding: false }]],
] as const)('a row of %s: %s', (...[name, header, row, expected]) => {
  expect(read(name, header, row).map(({ parsed }) => parsed)).toEqual(expected);
});

test.each([
  [['x'.repeat(65), link], 'ending'],
  [['', link], 'ending'],
  [['Admin', link], 'reserved'],
  [['abc', ''], 'address'],
  [['abc', 'javascript:alert(1)'], 'address'],
  [['abc', `https://example.com/${'x'.repeat(40_000)}`], 'address'],
  [['abc', 'https://s.example/spring'], 'own'],
  [['abc', 'https://example.com/B\ufffdcher'], 'encoding'],
  [['abc', link, '2026-13-45'], 'expiry'],
  [['abc', link, '', '0'], 'limit'],
  [['abc', link, '', 'many'], 'limit'],
  [['abc', link, '', '1001'], 'limit-size'],
  [['abc', link, '2020-01-01'], 'expired'],
])('what cannot be stored is refused, with the reason: %j', (row, result) => {
  expect(read('csv', 'ending,link,expiresAt,limit', row.join(','))[0]?.parsed).toBe(result);
});

test('the reason of a refusal names the column', () => {
  expect(describe('limit-size', 'shlink').reason).toBe('the column "maxVisits" has a limit above 1000');
  expect(describe('expiry', 'kutt').reason).toMatch(/^the column "expire_in" has no date such as 2030-12-31/);
});

test.each([
  ['0000-00-00 00:00:00', '5', { opens: 5 }, ['createdAt']],
  ['1683356889000', '', {}, ['createdAt']],
  ['', '1.234', {}, ['opens']],
  ['', '99999999999', {}, ['opens']],
  ['May 6 2023', 'many', {}, ['createdAt', 'opens']],
])('a link comes without what cannot be read, the date %j or the count %j', (...row) => {
  const [time, opens, readable, unreadable] = row;
  const [first] = read('csv', 'ending,link,createdAt,opens', `abc,${link},${time},${opens}`);
  expect(first).toMatchObject({ parsed: { ...plain, id: 'abc', ...readable }, unreadable });
});

test("Bitly's form of its API has its chosen endings in a list, and names an ending twice", () => {
  const header = ['created_at', 'id', 'link', 'custom_bitlinks', 'long_url'];
  const { readRow, unusedColumns } = rowReader('bitly', header, options);
  expect(unusedColumns).toEqual(['id']);
  const endingsOf = (custom: string) =>
    readRow(['', 'go.example/3xYz12', 'https://go.example/3xYz12', custom, link]).map(({ ending }) => ending);
  const list = '["https://go.example/spring", "https://go.example/3xYz12","https://go.example/may"]';
  expect(endingsOf(list)).toEqual(['spring', '3xYz12', 'may']);
  for (const none of ['[]', '']) expect(endingsOf(none)).toEqual(['3xYz12']);
  // A list that is not whole is no ending.
  const [first] = readRow(['', '', '', '["https://go.example/spring"', link]);
  expect(first?.parsed).not.toHaveProperty('id');
});

test.each([
  ['https://Go.Example/spring', 'go.example'],
  ['go.example.', 'go.example'],
  ['http://go.example:8080/', 'go.example:8080'],
  ['https://go.example:443', 'go.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['2', '2'],
  ['', ''],
])('the domain of %s is %s', (text, domain) => {
  expect(domainOf(text)).toBe(domain);
});

test('a file without a column that it needs is refused with one sentence', () => {
  expect(() => read('kutt', 'address,target,banned', '')).toThrow(
    /^The file has no column "password", which --from kutt/,
  );
  expect(() => read('yourls', '', '')).toThrow(/^The file has no column "keyword" or "source"/);
});

test.each([
  ['2023-05-06T07:08:09Z', created],
  ['2023-05-06 07:08:09 UTC', created],
  ['2023-05-06T07:08:09.999+0000', created],
  ['2023-05-06 07:08:09.999999+00', created],
  ['2023-05-06T12:38:09+05:30', created],
  ['2023-05-06', created - 25_689],
  ['0000-00-00 00:00:00', undefined],
  ['1969-12-31', undefined],
  ['2023-05-06T07:08:09Z; rm', undefined],
])('the time %s is %s', (text, seconds) => {
  expect(timeOf(text)).toBe(seconds);
});
