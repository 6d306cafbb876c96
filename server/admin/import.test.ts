import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { escapeSeparators } from '../../lib/csv/contract.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { temporaryFolder } from '../../tests/support/service/test-app.ts';
import {
  admin,
  configurationAt,
  prepared,
  refusalOf,
  withStoreAt,
} from '../../tests/support/service/test-commands.ts';
import { defaultConfiguration } from '../config/configuration.ts';
import { isRandom } from '../store/identifiers.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { exportLinks } from './export.ts';
import { importFile } from './import.ts';

/** The number of an import is said before its first link. */
const said = vi.fn();
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(said));

/** Writes a file into a folder of its own; returns its name. */
function fileWith(text: string | Buffer): string {
  const file = join(temporaryFolder(), 'links.csv');
  writeFileSync(file, text);
  return file;
}

/** A file of Waylark itself with the columns `ending` and `link`. */
const fileOf = (...rows: string[]) => fileWith(['ending,link', ...rows].join('\n'));

const newReport = () => join(temporaryFolder(), 'report.csv');

/** Data with an application, and functions that import into it. */
async function withApplication() {
  const place = await prepared();
  const { secretId } = await place.add('--units', '0');
  const flags = ['--from', 'csv', '--application', secretId];
  return {
    ...place,
    secretId,
    flags,
    importCsv: (file: string, ...more: string[]) => place.json('import', file, ...flags, ...more),
    /** The number of the newest import or undoing. */
    lastNumber: () =>
      withStoreAt(place.location, async (store) => {
        const [line] = await store.listAudit({ before: undefined, pageSize: 1 });
        return String(line?.id);
      }),
  };
}

const imported = (links: number) => ({ outcome: 'imported', links, reason: '' });
const repeated = 'imported before, created here, or in the file twice';
const there = (links: number) => ({ outcome: 'there already', links, reason: repeated });
const clash = (links: number, reason: string) => ({ outcome: 'clash', links, reason });
const deleted = (links: number) => ({ outcome: 'deleted', links, ending: '', reason: '' });

test('an import that is broken off has stored whole batches, goes on when it is repeated, and is undone as one', async () => {
  const { location, json, secretId, lastNumber } = await withApplication();
  const row = (at: number) => `a-${at},https://example.com/${at},,2023-05-06 07:08:09,,${at}`;
  const rows = Array.from({ length: 1200 }, (_, at) => row(at));
  const file = fileWith(`keyword,url,title,timestamp,ip,clicks\n${rows.join('\n')}\n`);
  const flags = [file, '--from', 'yourls', '--application', secretId];
  const possible = { ...imported(1200), outcome: 'can be imported' };
  expect(await json('import', ...flags, '--dry-run')).toEqual([possible]);
  expect(await json('links', 'list')).toEqual([]);

  await withStoreAt(location, async (store) => {
    let batches = 0;
    const importLinks: typeof store.importLinks = (...batch) => {
      batches += 1;
      if (batches === 1) return store.importLinks(...batch);
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' });
    };
    const configuration = configurationAt(location);
    const input = { argument: file, from: 'yourls', application: secretId, configuration } as const;
    await expect(importFile({ ...store, importLinks }, input)).rejects.toThrow(
      /^The links cannot be stored \(database or disk is full\)\. Links that are stored already: 500\. Repeat the command to go on, or undo them: undo-import \d+$/,
    );
  });
  expect(await json('import', ...flags)).toEqual([imported(700), there(500)]);
  expect(await json('import', ...flags)).toEqual([there(1200)]);
  expect(await json('links', 'list', '--limit', '9999')).toHaveLength(1200);
  const stored = await withStoreAt(location, async (store) => store.findOwnedLink('a-1199'));
  expect(stored).toMatchObject({ createdAt: 1_683_356_889, opens: 1199, expiresAt: noExpiry });
  expect(await json('undo-import', await lastNumber(), '--yes')).toEqual([deleted(1200)]);
});

test('what does not come is counted with the reason, and listed in a file that is no danger to a spreadsheet', async () => {
  const { location, flags } = await withApplication();
  const rows = [
    'ending,link',
    'summer,https://two.example/',
    'twice,https://two.example/a',
    '"twice",https://two.example/b',
    'Twice,https://two.example/c',
    '=cmd|x,=HYPERLINK("https://evil.example")',
    'lines,"https://two.example/\n=1+1"',
    '-abc,https://two.example/;=1+1',
    'bucher,https://example.com/B\xfccher\n',
  ];
  const file = fileWith(Buffer.from(rows.join('\n'), 'latin1'));
  const report = newReport();
  const shown = await admin('import', file, ...flags, '--dry-run', '--report', report, ...location);
  expect(shown.split('\n')).toEqual([
    'outcome          links  reason',
    'can be imported  4',
    'clash            1      the ending is in the file twice',
    'refused          1      the ending is not 1 to 64 of A-Z, a-z, 0-9, - and _',
    'refused          1      the link is no address with http or https, or too long',
    'refused          1      the row is not UTF-8',
    '',
    'Make a backup first. Set WAYLARK_COUNT_OPENS=yes before the import, at the instances and here, so that undoing it keeps what people have opened.',
  ]);
  expect(statSync(report).mode & 0o077).toBe(0);
  expect(readFileSync(report, 'utf8').split('\r\n')).toEqual([
    '\ufeff"line","outcome","reason","ending","link"',
    '"4","clash","the ending is in the file twice","twice","https://two.example/b"',
    `"6","refused","the ending is not 1 to 64 of A-Z, a-z, 0-9, - and _","'=cmd|x","'=HYPERLINK(""https://evil.example"")"`,
    `"7","refused","the link is no address with http or https, or too long","lines","https://two.example/\n'=1+1"`,
    '"10","refused","the row is not UTF-8","bucher","https://example.com/B\ufffdcher"',
    '',
  ]);
  expect(await refusalOf('import', file, ...flags, '--report', report, ...location)).toMatch(
    /exists already/,
  );
});

test('an export has the links that work, and no spreadsheet runs a cell of it', async () => {
  const { location, json, secretId, importCsv } = await withApplication();
  const header = 'ending,link,createdAt,expiresAt,opens,lastOpened,limit';
  const rows = [
    '-one,https://example.com/?a=1;b,2023-05-06T07:08:09Z,never,5,2023-05-07,',
    'aB3dE6gH9k,https://例え.jp/道,2023-05-06T07:08:09Z,2200-01-01T00:00:00Z,1,,3',
  ];
  await importCsv(fileWith([header, ...rows].join('\n')));
  await withStoreAt(location, async (store) =>
    store.addLink({ id: 'gone', link: 'https://gone.example/', expiresAt: 9, secretId, isEnding: true }, 5),
  );

  const out = join(temporaryFolder(), 'out.csv');
  expect(await json('export', out)).toEqual({ file: out, links: 2 });
  expect(statSync(out).mode & 0o077).toBe(0);
  const lines = [header, `'${rows[0]}`, rows[1]].map((row = '') => `"${row.replaceAll(',', '","')}"`);
  expect(readFileSync(out, 'utf8')).toBe(`\ufeff${lines.join('\r\n')}\r\n`);
  expect(await refusalOf('export', out, ...location)).toMatch(/exists already; choose another name\.$/);
});

/** Links as the service stores them, with characters that separate cells, begin formulas, or are in quotation marks. */
const storedLinks = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[-_A-Za-z0-9]{9,12}$/),
    link: fc
      .string({ unit: fc.constantFrom('a', ',', ';', '"', "'", '=', '|', '@', ' ', '🙂', '例', '\ufeff') })
      .map((text) => `https://example.com/${text}.`),
    expiresAt: fc.constantFrom(noExpiry, 4_000_000_000),
    createdAt: fc.integer({ min: 0, max: 1_700_000_000 }),
    opens: fc.nat(2 ** 31 - 1),
    openedOn: fc.option(fc.integer({ min: 0, max: 19_000 })),
    maxOpens: fc.option(fc.integer({ min: 1, max: 1000 })),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 5 },
);

test('any link comes back from an export as it was', async () => {
  const store = await openSqliteStore(temporaryFolder());
  onTestFinished(() => store.close());
  const folder = temporaryFolder();
  const configuration = defaultConfiguration;
  let run = 0;
  await fc.assert(
    fc.asyncProperty(storedLinks, async (links) => {
      run += 1;
      const argument = join(folder, `${run}.csv`);
      const listLinks = () => links.map((each) => ({ ...each, removedAt: null, secretId: 'owner' }));
      await exportLinks({ ...store, listLinks }, { argument, configuration });
      const importLinks: typeof store.importLinks = (found) => {
        const ofExport = links.map((each) => ({ ...each, link: escapeSeparators(each.link) }));
        expect(found).toEqual(ofExport.map((each) => ({ ...each, isEnding: !isRandom(each.id) })));
        return found.map(({ id }) => id);
      };
      const input = { argument, from: 'csv', application: 'owner', configuration } as const;
      expect(await importFile({ ...store, importLinks }, input)).toMatchObject({
        rows: [imported(links.length)],
      });
    }),
    { numRuns: inject('manyRuns') / 10 },
  );
});

test('"there already" is only what works, with the address, the owner, the expiry and the limit of the file', async () => {
  const { location, secretId, add, json, importCsv } = await withApplication();
  const now = Math.floor(Date.now() / 1000);
  const header = 'ending,link,expiresAt,limit';
  const rowsOf = (expiry: string, limit: string, host: string) =>
    ['same', 'deleted', 'revoked', 'expired', 'used', 'expiry', 'limit', 'taken'].map((id) => {
      const own = { expiry: id === 'expiry' ? expiry : 'never', limit: id === 'limit' ? limit : '1' };
      return `${id},https://${id === 'taken' ? host : 'one'}.example/${id},${own.expiry},${own.limit}`;
    });
  await importCsv(fileWith([header, ...rowsOf('2100-01-01', '5', 'one')].join('\n')));
  const { secretId: other } = await add();
  await json('import', fileOf('others,https://one.example/'), '--from', 'csv', '--application', other);
  await withStoreAt(location, async (store) => {
    await store.deleteLink({ id: 'deleted', secretId }, now);
    await store.revokeLinks(['revoked'], now);
    await store.changeLink({ id: 'expired', secretId, expiresAt: now - 1 }, now);
    await store.openLink('used', now);
  });

  const rows = [...rowsOf('2200-01-01', '6', 'two'), 'others,https://one.example/,,'];
  const report = newReport();
  for (const more of [['--dry-run'], ['--report', report]])
    expect(await importCsv(fileWith([header, ...rows].join('\n')), ...more)).toEqual([
      there(1),
      clash(2, 'the link is there with another expiry or limit'),
      clash(1, 'the link is there, and belongs to another application'),
      clash(1, 'the ending is another link of this service'),
      clash(4, 'the ending was a link that has expired, was deleted or is used up'),
    ]);
  expect(readFileSync(report, 'utf8').match(/"clash"/g)).toHaveLength(8);
});

test('the dry run names the domains of the file, the columns that are not used, and what comes without a value', async () => {
  const { location, secretId, json } = await withApplication();
  const rows = [
    'domain;shortCode;longUrl;dateCreated;title',
    'other.example;spring;https://b.example/;2023-05-06;"Title; of"',
    ';spring;https://a.example/;06.05.2023;',
    ';summer;https://a.example/;06.05.2023;',
    'go.example;autumn;https://a.example/;2023-05-06;',
  ];
  const file = fileWith(rows.join('\r\n'));
  const flags = [file, '--from', 'shlink', '--application', secretId, ...location];
  const shown = await admin('import', ...flags, '--public-origin', 'https://go.example', '--dry-run');
  const parameters = [
    'Parameters that people add to a short link are dropped, unless WAYLARK_FORWARD_QUERY is on.',
    'A link with a validSince in the future works at once.',
  ];
  expect(shown.split('\n').slice(1, -1)).toEqual([
    'can be imported  3',
    'refused          1      the short link is of another domain than --domain or --public-origin names',
    '',
    'Domains of the short links in the file: other.example (1), go.example (1).',
    'Columns that are not used: title.',
    'Links that come without their "dateCreated", which cannot be read: 2.',
    ...parameters,
  ]);
  expect((await admin('import', ...flags, '--domain', 'other.example')).split('\n')).toEqual([
    'outcome   links  reason',
    'imported  1',
    'refused   1      the short link is of another domain than --domain or --public-origin names',
    'refused   2      the short link has no domain in the file; leave out --domain to import it',
    '',
    ...parameters,
    expect.stringMatching(/^This is import (\d+); it can be undone: undo-import \1$/),
  ]);
  expect(await json('links', 'list')).toMatchObject([{ id: 'spring', link: 'https://b.example/' }]);
});

test('a link that another import stores meanwhile, and a row that is there twice, are no clash', async () => {
  const { location, secretId } = await withApplication();
  const argument = fileOf('a,https://a.example/', 'b,https://a.example/', 'b,https://a.example/');
  const configuration = configurationAt(location);
  const output = await withStoreAt(location, async (store) => {
    // Another import stores `a` after this one has looked it up.
    const importLinks: typeof store.importLinks = async (links, owner) => {
      await store.importLinks(links.slice(0, 1), owner);
      return store.importLinks(links, owner);
    };
    const input = { argument, from: 'csv', application: secretId, configuration } as const;
    return importFile({ ...store, importLinks }, input);
  });
  expect(output).toMatchObject({ rows: [imported(1), there(2)] });
});

test('an import is undone as long as nobody has opened its links, and the corrected one comes in its place', async () => {
  const { location, json, importCsv, lastNumber } = await withApplication();
  const all = (link: string) => fileOf(...['a', 'b', 'c', 'd'].map((id) => `${id},${link}`));
  await importCsv(fileOf('d,https://old.example/'));
  expect(await importCsv(all('https://wrong.example/'))).toMatchObject([imported(3), { links: 1 }]);
  const number = await lastNumber();
  expect(said).toHaveBeenLastCalledWith(`This is import ${number}.`);
  await withStoreAt(location, async (store) => store.addOpens([{ id: 'b', count: 1, day: 20_000 }]));

  expect(await refusalOf('undo-import', number, ...location)).toMatch(
    /^Without WAYLARK_COUNT_OPENS since the import, nobody knows whether its links were opened: add --yes/,
  );
  const undo = () => json('undo-import', number, '--count-opens', 'yes');
  const kept = { outcome: 'kept', links: 1, ending: 'b', reason: 'opened or changed since' };
  expect(await undo()).toEqual([deleted(2), kept]);
  const begun = String.raw`^Undoing import ${number}, links\.csv of \d{4}-[^ ]+, begun at \d{4}-.* UTC\.$`;
  expect(said).toHaveBeenLastCalledWith(expect.stringMatching(begun));
  expect(await undo()).toEqual([deleted(0), kept]);
  expect(await importCsv(all('https://right.example/'))).toMatchObject([imported(2), { links: 2 }]);
  const hosts = ['right', 'wrong', 'right', 'old'].map((host) => ({ link: `https://${host}.example/` }));
  expect(await json('links', 'list')).toMatchObject(hosts);
  // The second one is the line of the undoing.
  for (const none of ['99', String(Number(number) + 1), 'x'])
    expect(await refusalOf('undo-import', none, '--yes', ...location)).toBe(
      `There is no import ${none}; give the number that import has printed.`,
    );
});

test('on a full disk, what writes a file says so in one sentence, and leaves nothing that looks whole', async () => {
  const { location, importCsv, flags } = await withApplication();
  const link = `https://one.example/${'x'.repeat(300)}`;
  await importCsv(fileOf(...Array.from({ length: 400 }, (_, at) => `a-${at},${link}`)));
  const refused = fileOf(...Array.from({ length: 600 }, (_, at) => `not/${at},${link}`));
  const folder = temporaryFolder();
  // No file may have more than 64 kB.
  const program = [process.execPath, join(import.meta.dirname, 'main.ts')];
  const limited = ['-c', 'ulimit -f 128 && exec "$@"', 'sh', ...program];

  for (const [name, args] of Object.entries({
    'out.csv': ['export'],
    backup: ['backup'],
    'report.csv': ['import', refused, ...flags, '--dry-run', '--report'],
  })) {
    const all = [...limited, ...args, join(folder, name), ...location];
    const { status, stderr } = spawnSync('sh', all, { encoding: 'utf8', env: {} });
    expect([status, readdirSync(folder)]).toEqual([1, []]);
    expect(stderr).toMatch(
      /^The (?:links|backup|report) cannot be written to \S+ \((?:EFBIG|disk I\/O error)\)\.\n$/,
    );
  }
});

test('import needs to know who wrote the file, and whose the links are to be', async () => {
  const { location } = await withApplication();
  expect(await refusalOf('import', 'x.csv', ...location)).toMatch(/^import needs --from/);
  expect(await refusalOf('import', 'x.csv', '--from', 'csv', ...location)).toMatch(
    /^import needs --application/,
  );
});

test.each([
  ['no such file', undefined, /cannot be read \(ENOENT\)\.$/],
  ['UTF-16', Buffer.from('\ufeffending,link\n', 'utf16le'), /has no column "ending".* CSV in UTF-8/],
  ['an open quotation mark', 'ending,link\nabc,"https://example.com\n', /is no CSV: after line 1,/],
])('a file with %s is refused with one sentence, and leaves no report', async (_, text, sentence) => {
  const { location, flags } = await withApplication();
  const file = text === undefined ? '/nowhere/links.csv' : fileWith(text);
  const report = newReport();
  expect(await refusalOf('import', file, ...flags, '--report', report, ...location)).toMatch(sentence);
  expect(existsSync(report)).toBe(false);
});

test('an import whose report cannot be written stores nothing', async () => {
  const { location, json, flags } = await withApplication();
  const file = fileOf('summer,https://one.example/');
  expect(await refusalOf('import', file, ...flags, '--report', '/nowhere/report.csv', ...location)).toBe(
    'The report cannot be written to /nowhere/report.csv (ENOENT).',
  );
  expect(await json('links', 'list')).toEqual([]);
});
