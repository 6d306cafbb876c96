import { noExpiry } from '../validity/contract.ts';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { Attempt } from './types.ts';
import { readEntry, readHistoryFile, toCsv, toJson } from './files.ts';
import { anyAddress } from '../url/test-helpers/any-address.ts';

/** Milliseconds, later than all that is created here. */
const now = 1_900_000_000_000;

const entry: Attempt = {
  id: '6b1f3f0e-3f0c-4d0e-9a53-57a1a2c0f101',
  link: 'https://example.com/x?y=1#z',
  title: 'Title',
  account: 'account',
  createdAt: 1_800_000_000_000,
  validity: { kind: 'duration', seconds: 3600 },
  state: 'created',
  shown: true,
  shortLink: 'https://s.example/aB3',
  expiresAt: 1_800_003_600,
};

const timeout = { reason: 'timeout', hadEffect: 'maybe' } as const;

/** Attempts as they are created here, once they are settled and seen. */
const over: fc.Arbitrary<Attempt> = fc
  .record({
    id: fc.uuid(),
    link: anyAddress,
    title: fc.string({ unit: 'grapheme', maxLength: 200 }),
    account: fc.uuid(),
    createdAt: fc.integer({ min: 1, max: now }),
    validity: fc.constantFrom<Attempt['validity']>(
      { kind: 'never' },
      { kind: 'duration', seconds: 3600 },
      { kind: 'until', expiresAt: 1_900_000_000 },
    ),
  })
  .map((start) => ({ ...start, shown: true }))
  .chain((start) =>
    fc.constantFrom<Attempt>(
      { ...start, state: 'created', shortLink: 'https://s.example/aB3', expiresAt: noExpiry },
      { ...start, state: 'failed', failure: { reason: 'no-package-available', hadEffect: 'no' } },
      {
        ...start,
        state: 'unknown',
        failure: { ...timeout, service: 'https://api.example/v3', requestId: 'r' },
      },
    ),
  );

const taken = (content: string): (Attempt | null)[] => {
  const read = readHistoryFile(content);
  if (!read.ok) throw new Error(read.reason);
  return read.links.map((each) => readEntry(each, now));
};

/** The entry without its account, as an import stores it. */
const imported = (created: Attempt): Attempt => {
  const { account: _, ...rest } = created;
  return rest;
};

describe('a JSON file', () => {
  it('returns what was exported, without the account', () => {
    fc.assert(
      fc.property(fc.array(over), (all) => {
        expect(taken(toJson(all))).toEqual(all.map(imported));
      }),
    );
    expect(taken(`\ufeff${toJson([entry])}`)).toEqual([imported(entry)]);
  });

  it('says of each entry whether it was imported, and of none which account created it', () => {
    const { links } = JSON.parse(toJson([entry, imported(entry)])) as { links: object[] };
    expect(links).toEqual([imported(entry), { ...imported(entry), imported: true }]);
  });

  it.each([
    ['', 'not-json'],
    ['{"waylark":"history","version":1,"links":[', 'not-json'],
    ['PK\u0003\u0004', 'not-json'],
    ['null', 'foreign'],
    ['[]', 'foreign'],
    ['{}', 'foreign'],
    ['{"version":1,"links":[]}', 'foreign'],
    ['{"waylark":"settings","version":1,"links":[]}', 'foreign'],
    ['{"waylark":"history","version":"1","links":[]}', 'foreign'],
    ['{"waylark":"history","version":1,"links":{"length":3}}', 'foreign'],
    ['{"waylark":"history","version":1}', 'foreign'],
    ['{"__proto__":{"waylark":"history","version":1,"links":[]}}', 'foreign'],
    ['{"waylark":"history","version":2,"links":{}}', 'newer'],
  ])('%j is refused as %s', (content, reason) => {
    expect(readHistoryFile(content)).toEqual({ ok: false, reason });
  });

  const long = 'a'.repeat(40_000);
  it.each<[string, object]>([
    ['a javascript: link', { link: 'javascript:alert(1)' }],
    ['a javascript: short link', { shortLink: 'javascript:alert(1)' }],
    ['a data: short link', { shortLink: 'data:text/html,x' }],
    ['a short link with a space', { shortLink: 'https://s.example/a b' }],
    ['a short link that turns its end around', { shortLink: 'https://s.example/\u202egnp' }],
    ['a short link with letters that look like others', { shortLink: 'https://s.\u0435xample/a' }],
    ['a short link without a host', { shortLink: 'https://' }],
    ['a short link with a name in it', { shortLink: 'https://s.example@evil.example/x' }],
    ['a password', { link: 'https://user:secret@example.com/' }],
    ['no scheme', { link: 'example.com' }],
    ['too long a link', { link: `https://example.com/${long}` }],
    ['too long a title', { title: long }],
    ['a title that is none', { title: { toString: 'x' } }],
    ['no id', { id: undefined }],
    ['an id that is none', { id: '../x' }],
    ['a time that no calendar has', { createdAt: 1e300 }],
    ['an end that no calendar has', { expiresAt: 1e15 }],
    ['an end in letters', { expiresAt: '1800003600' }],
    ['no short link, though it was created', { shortLink: undefined }],
    ['a state that is none', { state: 'gone' }],
    ['a failure that is none', { state: 'failed', failure: { reason: 'x', hadEffect: 'no' } }],
    ['a failure with a long word', { failure: { reason: 'timeout', hadEffect: 'no', service: long } }],
    ['no validity', { validity: null }],
  ])('an entry with %s is left out, the others are not', (_, change) => {
    const content = JSON.stringify({
      waylark: 'history',
      version: 1,
      links: [{ ...entry, ...change }, entry, null, 7, [entry]],
    });
    expect(taken(content)).toEqual([null, imported(entry), null, null, null]);
  });

  it('drops unknown fields and prototypes', () => {
    const odd = JSON.stringify(entry).replace('{', '{"__proto__":{"evil":1},"constructor":1,"more":2,');
    const [read] = taken(`{"waylark":"history","version":1,"links":[${odd}]}`);
    expect(read).toEqual(imported(entry));
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect('evil' in {}).toBe(false);
  });

  it('stores a short link only of a created entry, and no creation time in the future', () => {
    const failed = { ...entry, state: 'failed', failure: { reason: 'timeout', hadEffect: 'no' } };
    const later = { ...entry, createdAt: now + 1 };
    const [first, second] = taken(JSON.stringify({ waylark: 'history', version: 1, links: [failed, later] }));
    expect([first?.shortLink, first?.expiresAt, second?.createdAt]).toEqual([undefined, undefined, now]);
  });

  it('marks an entry that was being sent as unknown, and as already shown', () => {
    const sending = { ...entry, state: 'sending', shown: false, shortLink: undefined, expiresAt: undefined };
    const [read] = taken(JSON.stringify({ waylark: 'history', version: 1, links: [sending] }));
    expect(read).toMatchObject({ state: 'unknown', shown: true, failure: { hadEffect: 'maybe' } });
  });
});

/** The cells of CSV as RFC 4180 has them. */
const cells = (csv: string): string[][] => {
  const rows: string[][] = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (const [, quoted, plain = '', separator] of csv.replace(/^\ufeff/, '').matchAll(pattern)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (separator === '\r\n') rows.push([]);
  }
  expect(rows.pop()).toEqual([]);
  return rows;
};

describe('a CSV file', () => {
  it('contains every title unchanged, except where a spreadsheet would run it', () => {
    const signs = ['=', '"', '@', '+', '-', '\t', '\r', '\n', ',', ';', '|', "'", 'a', 'é', '中'];
    const titles = fc.array(fc.string({ unit: fc.constantFrom(...signs) }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(titles, (all) => {
        const [head, ...rows] = cells(toCsv(all.map((title) => ({ ...entry, title }))));
        expect(head).toEqual([
          'title',
          'link',
          'shortLink',
          'createdAt',
          'expiresAt',
          'state',
          'imported',
          'opens',
          'lastOpened',
          'limit',
          'note',
        ]);
        const written = rows.map(([title = '']) => title);
        for (const title of written) expect(title).not.toMatch(/(^|[;|\t\r\n])\s*[=+\-@]/);
        const without = (titles: string[]) => titles.map((title) => title.replaceAll("'", ''));
        expect(without(written)).toEqual(without(all));
        for (const [at, title] of all.entries()) if (!/[=+\-@]/.test(title)) expect(written[at]).toBe(title);
      }),
      { numRuns: inject('manyRuns') },
    );
  });

  it.each([
    ['https://evil.example/;=1+1;x', 'https://evil.example/%3B=1+1;x'],
    ['https://evil.example/a|@SUM(1)|-1;+1', 'https://evil.example/a%7C@SUM(1)%7C-1%3B+1'],
    ['https://evil.example/?a=1;b=-2&c="', 'https://evil.example/?a=1;b=-2&c="'],
    ['https://evil.example/;＝1', 'https://evil.example/%3B＝1'],
  ])('holds no formula in the address %s, which still leads there', (link, expected) => {
    const [, row] = cells(toCsv([{ ...entry, link, shortLink: link }]));
    expect(row?.slice(1, 3)).toEqual([expected, expected]);
    expect(readEntry(JSON.parse(JSON.stringify({ ...entry, link })), now)).toMatchObject({ link });
  });

  it.each([
    ['For Mira', 'For Mira'],
    ['For\u202e\n  Mira', 'For Mira'],
    ['\n', undefined],
    ['👨‍👩‍👧'.repeat(500), '👨‍👩‍👧'.repeat(500)],
  ])('has a note on one line: %j', (note, expected) => {
    expect(readEntry({ ...entry, note }, now)?.note).toBe(expected);
  });

  it.each([['a'.repeat(501)], [`a${'\u0301'.repeat(4000)}`]])(
    'is refused with a note that is too long',
    (note) => {
      expect(readEntry({ ...entry, note }, now)).toBeNull();
    },
  );

  it('has its id in small letters, in which the history searches', () => {
    const id = '6B1F3F0E-3F0C-4D0E-9A53-57A1A2C0F101';
    expect(readEntry({ ...entry, id }, now)).toMatchObject({ id: id.toLowerCase() });
  });

  it('writes times as ISO 8601, what was imported and how often links were opened, and begins with the byte-order mark that spreadsheets need', () => {
    const csv = toCsv([
      entry,
      { ...imported(entry), expiresAt: noExpiry },
      { ...entry, state: 'unknown', expiresAt: undefined },
      { ...entry, opens: { count: 3, day: '2027-01-16' }, limit: 5, note: '=1+1' },
    ]);
    expect(csv.charCodeAt(0)).toBe(0xfeff);
    expect(cells(csv).map((row) => row.slice(3))).toEqual([
      ['createdAt', 'expiresAt', 'state', 'imported', 'opens', 'lastOpened', 'limit', 'note'],
      ['2027-01-15T08:00:00.000Z', '2027-01-15T09:00:00.000Z', 'created', 'false', '', '', '', ''],
      ['2027-01-15T08:00:00.000Z', 'never', 'created', 'true', '', '', '', ''],
      ['2027-01-15T08:00:00.000Z', '', 'unknown', 'false', '', '', '', ''],
      [
        '2027-01-15T08:00:00.000Z',
        '2027-01-15T09:00:00.000Z',
        'created',
        'false',
        '3',
        '2027-01-16',
        '5',
        "'=1+1",
      ],
    ]);
  });
});
