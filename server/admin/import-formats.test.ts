import { expect, test } from 'vitest';
import { noExpiry } from '../../lib/validity/contract.ts';
import { formats, type FormatName, rowReader, timeOf } from './import-formats.ts';

const now = 1_800_000_000;
const options = { hosts: new Set(['s.example']), now };

const read = (name: FormatName, header: string, row: string) =>
  rowReader(name, header.split(','), options)(row.split(','));

const link = 'https://example.com/a';
const created = 1_683_356_889;
const plain = {
  link,
  createdAt: now,
  expiresAt: noExpiry,
  opens: 0,
  openedOn: null,
  maxOpens: null,
  isEnding: true,
};

test.each([
  [
    'bitly',
    'Link,Custom Link,Title,Destination URL,Created At,Total Engagements',
    `bit.ly/3xYz12,https://go.example/spring,Title,${link},2023-05-06T07:08:09+0000,17`,
    // Both endings of a link go on working; the count is of both together.
    [
      { ...plain, id: 'spring', createdAt: created, opens: 17 },
      { ...plain, id: '3xYz12', createdAt: created },
    ],
  ],
  ['bitly', 'bitlink,long_url', `https://bit.ly/3xYz12,${link}`, [{ ...plain, id: '3xYz12' }]],
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
  ['yourls', 'keyword,url', `a,${link}`, [{ ...plain, id: 'a' }]],
  ['yourls', 'keyword,url', `v1,${link}`, [{ ...plain, id: 'v1' }]],
  // An identifier that the service generated is stored as one: as an ending that a person chose, it would be refused.
  ['csv', 'ending,link', `aB3dE6gH9k,${link}`, [{ ...plain, id: 'aB3dE6gH9k', isEnding: false }]],
] as const)('a row of %s: %s', (...[name, header, row, expected]) => {
  expect(read(name, header, row).map(({ parsed }) => parsed)).toEqual(expected);
});

test.each([
  [['x'.repeat(65), link], 'ending'],
  [['a/b', link], 'ending'],
  [['', link], 'ending'],
  [['Admin', link], 'reserved'],
  [['v31', link], 'reserved'],
  [['abc', ''], 'address'],
  [['abc', 'javascript:alert(1)'], 'address'],
  [['abc', '=HYPERLINK(1)'], 'address'],
  [['abc', `https://example.com/${'x'.repeat(40_000)}`], 'address'],
  [['abc', 'https://s.example/spring'], 'own'],
  [['abc', 'https://example.com/B\ufffdcher'], 'encoding'],
  [['abc', link, '2026-13-45'], 'value'],
  [['abc', link, '', 'many'], 'value'],
  [['abc', link, '', '99999999999'], 'value'],
  [['abc', link, '', '', '1001'], 'value'],
  [['abc', link, '2020-01-01'], 'expired'],
])('what cannot be stored is refused, with the reason: %j', (row, result) => {
  const [first] = rowReader('csv', ['ending', 'link', 'expiresAt', 'opens', 'limit'], options)(row);
  expect(first?.parsed).toBe(result);
});

test.each(['t', 'true', '1', '$2a$12$hash'])(
  'what not everybody may open does not become open to all: %s',
  (mark) => {
    for (const row of [`abc,${link},${mark},`, `abc,${link},,${mark}`])
      expect(read('kutt', 'address,target,banned,password', row)[0]?.parsed).toBe('closed');
  },
);

test('a file without a column that it needs is refused with one sentence', () => {
  expect(() => read('kutt', 'address,target,banned', '')).toThrow(
    /^The file has no column "password", which --from kutt/,
  );
  expect(() => read('yourls', 'a;b', '')).toThrow(/^The file has no column "keyword" or "source"/);
  for (const name of Object.keys(formats) as FormatName[])
    expect(() => read(name, '', '')).toThrow(/has no column/);
});

test.each([
  ['2023-05-06T07:08:09Z', created],
  ['2023-05-06 07:08:09', created],
  ['2023-05-06 07:08:09 UTC', created],
  ['2023-05-06T07:08:09.999+0000', created],
  ['2023-05-06 07:08:09.999999+00', created],
  ['2023-05-06T12:38:09+05:30', created],
  ['2023-05-06', created - 25_689],
  ['0000-00-00 00:00:00', undefined],
  ['05/06/2023', undefined],
  ['1969-12-31', undefined],
  ['2023-05-06T07:08:09Z; rm', undefined],
])('the time %s is %s', (text, seconds) => {
  expect(timeOf(text)).toBe(seconds);
});
