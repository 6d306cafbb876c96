import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, inject, onTestFinished, test } from 'vitest';
import { escapeSeparators } from '../../lib/csv/contract.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { isRandom } from '../store/identifiers.ts';
import { startService } from '../service.ts';
import { temporaryFolder } from '../../tests/support/service/test-app.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { exportFile } from './export.ts';
import { importFile } from './import.ts';
import {
  admin,
  configurationAt,
  prepared,
  refusalOf,
  withStoreAt,
} from '../../tests/support/service/test-commands.ts';

/** Writes a file into a folder of its own; returns its name. */
function fileWith(text: string | Buffer): string {
  const file = join(temporaryFolder(), 'links.csv');
  writeFileSync(file, text);
  return file;
}

/** As YOURLS has `count` links. */
const yourls = (count: number) => {
  const rows = Array.from(
    { length: count },
    (_, at) => `a-${at},https://example.com/${at},,2023-05-06 07:08:09,,${at}`,
  );
  return `keyword,url,title,timestamp,ip,clicks\n${rows.join('\n')}\n`;
};

const imported = (links: number) => ({ outcome: 'imported', links, reason: '' });
const there = (links: number) => ({
  outcome: 'there already',
  links,
  reason: 'imported before, created here, or in the file twice',
});

test('1,200 links come with their endings, once, and their endings redirect', async () => {
  const { location, json, add } = await prepared();
  const { secretId } = await add('--units', '0');
  const flags = [fileWith(yourls(1200)), '--from', 'yourls', '--application', secretId];
  expect(await json('import', ...flags, '--dry-run')).toEqual([
    { ...imported(1200), outcome: 'can be imported' },
  ]);
  expect(await json('links', 'list')).toEqual([]);
  expect(await json('import', ...flags)).toEqual([imported(1200)]);
  expect(await json('import', ...flags)).toEqual([there(1200)]);
  expect(await json('applications', 'show', secretId)).toMatchObject({ links: 1200, used: 0 });
  expect(await json('links', 'list', '--target', 'example.com', '--limit', '99')).toHaveLength(99);
  const lines = await withStoreAt(location, async (store) =>
    store.listAudit({ before: undefined, pageSize: 99 }),
  );
  expect(lines.filter(({ action }) => action === 'links-imported')).toMatchObject([
    { via: 'admin', secretId, linkId: '', linkCount: 1200 },
  ]);

  const { data } = configurationAt(location);
  const service = await startService({ data });
  onTestFinished(() => service.close());
  const response = await fetch(`${service.origin}/a-1199`, { redirect: 'manual' });
  expect(response.headers.get('location')).toBe('https://example.com/1199');
  const key = { id: 'a-1199', secretId };
  const found = await service.store.readLink(key, Date.now() / 1000);
  expect(found).toMatchObject({ createdAt: 1_683_356_889, opens: 1199, expiresAt: 9_999_999_999 });
});

test('what does not come is counted with the reason, and listed in a file that is no danger to a spreadsheet', async () => {
  const { location, json, add } = await prepared();
  const [one, two] = [await add(), await add()];
  const taken = fileWith('ending,link\nspring,https://one.example/\nsummer,https://one.example/\n');
  await json('import', taken, '--from', 'csv', '--application', one.secretId);
  await json('links', 'revoke', 'summer');

  const latin = Buffer.from('bucher,https://example.com/B\xfccher\n', 'latin1');
  const rows = [
    'spring,https://one.example/',
    'summer,https://two.example/',
    'twice,https://two.example/a',
    '"twice",https://two.example/b',
    'Twice,https://two.example/c',
    '=cmd|x,=HYPERLINK("https://evil.example")',
    '-abc,https://two.example/;=1+1',
    'metrics,https://two.example/',
    'loop,https://s.example/spring',
    'lines,"https://two.example/\n=1+1"',
  ];
  const file = fileWith(Buffer.concat([Buffer.from(`ending,link\n${rows.join('\n')}\n`), latin]));
  const report = join(temporaryFolder(), 'report.csv');
  const flags = [
    file,
    '--from',
    'csv',
    '--application',
    two.secretId,
    '--public-origin',
    'https://s.example',
  ];
  const shown = await admin('import', ...flags, '--dry-run', '--report', report, ...location);
  expect(shown.split('\n')).toEqual([
    'outcome          links  reason',
    'can be imported  3',
    'clash            1      the link is there, and belongs to another application',
    'clash            1      the ending was a link that has expired, was deleted or is used up',
    'clash            1      the ending is in the file twice',
    'refused          1      the ending is not 1 to 64 of A-Z, a-z, 0-9, - and _',
    'refused          1      the ending is a name that the service uses itself',
    'refused          1      the link is no address with http or https, or too long',
    'refused          1      the link leads to a short link of this service',
    'refused          1      the row is not UTF-8',
    '',
    'Make a backup first. Set WAYLARK_COUNT_OPENS=yes before the import, at the instances and here, so that undoing it keeps what people have opened.',
  ]);
  expect(statSync(report).mode & 0o077).toBe(0);
  const reported = readFileSync(report, 'utf8').split('\r\n');
  expect(reported).toHaveLength(10);
  expect(reported).toContain(
    `"7","refused","the ending is not 1 to 64 of A-Z, a-z, 0-9, - and _","'=cmd|x","'=HYPERLINK(""https://evil.example"")"`,
  );
  expect(reported.join()).toContain(`"lines","https://two.example/\n'=1+1"`);
  expect(await refusalOf('import', ...flags, '--report', report, ...location)).toMatch(/exists already/);

  const result = (await json('import', ...flags)) as { outcome: string }[];
  expect(result.map(({ outcome }) => outcome)).toEqual([
    'imported',
    ...['clash', 'clash', 'clash', 'refused', 'refused', 'refused', 'refused', 'refused'],
  ]);
  const own = (await json('links', 'list', '--application', two.secretId)) as { id: string }[];
  expect(own.map(({ id }) => id)).toEqual(['-abc', 'Twice', 'twice']);
});

test('what export writes is imported elsewhere as it was, and no spreadsheet runs a cell of it', async () => {
  const { location, json, add } = await prepared();
  const { secretId } = await add();
  const header = 'ending,link,createdAt,expiresAt,opens,lastOpened,limit';
  const rows = [
    '-1,https://example.com/?a=1;b,2023-05-06T07:08:09Z,never,5,2023-05-07,',
    'aB3dE6gH9k,https://例え.jp/道,2023-05-06T07:08:09Z,2200-01-01T00:00:00Z,1,,3',
  ];
  const file = fileWith(`${header}\n${rows.join('\n').replace('-1,', '-one,')}\n`);
  await json('import', file, '--from', 'csv', '--application', secretId);
  await withStoreAt(location, async (store) =>
    store.addLink({ id: 'gone', link: 'https://gone.example/', expiresAt: 9, secretId, isEnding: true }, 5),
  );

  const out = join(temporaryFolder(), 'out.csv');
  expect(await json('export', out)).toEqual({ file: out, links: 2 });
  expect(statSync(out).mode & 0o077).toBe(0);
  const text = readFileSync(out, 'utf8');
  const lines = [header, rows[0]?.replace('-1,', "'-one,"), rows[1]].map(
    (row = '') => `"${row.replaceAll(',', '","')}"`,
  );
  expect(text).toBe(`\ufeff${lines.join('\r\n')}\r\n`);
  expect(await refusalOf('export', out, ...location)).toMatch(/exists already; choose another name\.$/);

  const elsewhere = await prepared();
  const { secretId: other } = await elsewhere.add();
  await elsewhere.json('import', out, '--from', 'csv', '--application', other);
  const again = join(temporaryFolder(), 'again.csv');
  await elsewhere.json('export', again, '--application', other);
  expect(readFileSync(again, 'utf8')).toBe(text);
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
  { selector: ({ id }) => id, maxLength: 5 },
);

test.each([',', ';', '\t'])(
  'any link comes back from an export as it was, with %j between the cells',
  async (separator) => {
    const store = await openSqliteStore(temporaryFolder());
    onTestFinished(() => store.close());
    const folder = temporaryFolder();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(storedLinks, async (links) => {
        run += 1;
        const file = join(folder, `${run}.csv`);
        const stored = links.map((each) => ({ ...each, removedAt: null, secretId: 'owner' }));
        await exportFile({ ...store, listLinks: () => stored }, file, '');
        // As a spreadsheet of another country saves it.
        const text = readFileSync(file, 'utf8').replaceAll(/("(?:[^"]|"")*"),/g, `$1${separator}`);
        writeFileSync(file, text);
        const importLinks: typeof store.importLinks = (imported) => {
          const expected = links.map((each) => ({
            ...each,
            link: escapeSeparators(each.link),
            isEnding: !isRandom(each.id),
          }));
          expect(imported).toEqual(expected);
          return imported.map(({ id }) => id);
        };
        const domains = new Set(['']);
        const options = { file, from: 'csv', application: 'owner', isDryRun: false, report: '' } as const;
        const output = await importFile(
          { ...store, importLinks },
          { ...options, hosts: new Set(), domains, isCounting: true },
        );
        expect(output).toMatchObject({ rows: links.length === 0 ? [] : [imported(links.length)] });
      }),
      { numRuns: inject('manyRuns') / 10 },
    );
  },
);

test('an import that is killed has stored whole batches, goes on when it is repeated, and is undone as one', async () => {
  const { location, json, add } = await prepared();
  const { secretId } = await add();
  const report = join(temporaryFolder(), 'report.csv');
  const flags = ['--from', 'yourls', '--application', secretId, '--report', report];
  // A file whose end does not come: the import waits for it after its first batch.
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const main = join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [main, 'import', pipe, ...flags, ...location], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const written = createWriteStream(pipe);
  written.write(yourls(700));
  const stored = async () => (await json('applications', 'show', secretId)) as { links: number };
  await expect.poll(stored).toMatchObject({ links: 500 });
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
  written.destroy();

  expect(await stored()).toMatchObject({ links: 500 });
  expect(existsSync(report)).toBe(false);
  rmSync(pipe);
  writeFileSync(pipe, yourls(1200));
  // A dry run in between, with the same report, does not forget the import.
  await json('import', pipe, ...flags, '--dry-run');
  rmSync(report);
  // An ending that was remembered without its link would be a clash.
  expect(await json('import', pipe, ...flags)).toEqual([imported(700), there(500)]);
  expect(readdirSync(dirname(report))).toEqual(['report.csv']);
  expect(await json('import', '--undo', report, '--yes')).toEqual([deleted(1200)]);
});

const deleted = (links: number) => ({ outcome: 'deleted', links, ending: '', reason: '' });

test('"there already" is only what works, with the expiry and the limit of the file', async () => {
  const { location, json, add } = await prepared();
  const { secretId } = await add();
  const now = Math.floor(Date.now() / 1000);
  const header = 'ending,link,expiresAt,limit';
  const rowsOf = (expiry: string, limit: string) =>
    ['same', 'deleted', 'revoked', 'expired', 'used', 'expiry', 'limit'].map((id) => {
      const own = { expiry: id === 'expiry' ? expiry : 'never', limit: id === 'limit' ? limit : '1' };
      return `${id},https://one.example/${id},${own.expiry},${own.limit}`;
    });
  const flags = ['--from', 'csv', '--application', secretId];
  const importRows = (rows: readonly string[], ...more: string[]) =>
    json('import', fileWith([header, ...rows].join('\n')), ...flags, ...more);
  await importRows(rowsOf('2100-01-01', '5'));
  await withStoreAt(location, async (store) => {
    await store.deleteLink({ id: 'deleted', secretId }, now);
    await store.revokeLinks(['revoked'], now);
    await store.changeLink({ id: 'expired', secretId, expiresAt: now - 1 }, now);
    await store.openLink('used', now);
  });

  const report = join(temporaryFolder(), 'report.csv');
  for (const more of [['--dry-run'], ['--report', report]])
    expect(await importRows(rowsOf('2200-01-01', '6'), ...more)).toEqual([
      there(1),
      { outcome: 'clash', links: 2, reason: 'the link is there with another expiry or limit' },
      {
        outcome: 'clash',
        links: 4,
        reason: 'the ending was a link that has expired, was deleted or is used up',
      },
    ]);
  expect(readFileSync(report, 'utf8').match(/"clash"/g)).toHaveLength(6);
});

test('the dry run names the domains of the file, the columns that are not used, and what comes without a value', async () => {
  const { location, add, json } = await prepared();
  const { secretId } = await add();
  const file = fileWith(
    [
      'domain;shortCode;longUrl;dateCreated;title',
      'other.example;spring;https://b.example/;2023-05-06;"Title; of"',
      ';spring;https://a.example/;06.05.2023;',
      ';summer;https://a.example/;06.05.2023;',
      'go.example;autumn;https://a.example/;2023-05-06;',
    ].join('\r\n'),
  );
  const flags = [file, '--from', 'shlink', '--application', secretId];
  const publicOrigin = ['--public-origin', 'https://go.example'];
  const parameters = [
    'Parameters that people add to a short link are dropped, unless WAYLARK_FORWARD_QUERY is on.',
    'A link with a validSince in the future works at once.',
  ];
  expect((await admin('import', ...flags, ...publicOrigin, '--dry-run', ...location)).split('\n')).toEqual([
    'outcome          links  reason',
    'can be imported  3',
    'refused          1      the short link is of another domain than --domain or --public-origin names',
    '',
    'Domains of the short links in the file: other.example (1), go.example (1).',
    'Columns that are not used: title.',
    'Links that come without their "dateCreated", which cannot be read: 2.',
    ...parameters,
    'Make a backup first. Set WAYLARK_COUNT_OPENS=yes before the import, at the instances and here, so that undoing it keeps what people have opened.',
  ]);
  expect((await admin('import', ...flags, '--domain', 'other.example', ...location)).split('\n')).toEqual([
    'outcome   links  reason',
    'imported  1',
    'refused   1      the short link is of another domain than --domain or --public-origin names',
    'refused   2      the short link has no domain in the file; leave out --domain to import it',
    '',
    ...parameters,
    expect.stringMatching(
      /^This is import (\d+)\. Opens are not counted, so undoing it deletes what people have opened, too: import --undo \1 --yes$/,
    ),
  ]);
  expect(await json('links', 'list')).toMatchObject([{ id: 'spring', link: 'https://b.example/' }]);
});

test('a link that another import stores meanwhile, and a row that is there twice, are no clash', async () => {
  const { location, add } = await prepared();
  const { secretId } = await add();
  const file = fileWith('ending,link\na,https://a.example/\nb,https://a.example/\nb,https://a.example/\n');
  const options = {
    file,
    from: 'csv',
    application: secretId,
    isDryRun: false,
    report: '',
    hosts: new Set<string>(),
    domains: new Set(['']),
    isCounting: true,
  } as const;
  const rows = await withStoreAt(location, async (store) => {
    // Another import stores `a` after this one has looked it up.
    const importBoth: typeof store.importLinks = async (links, owner) => {
      await store.importLinks(links.slice(0, 1), owner);
      return store.importLinks(links, owner);
    };
    return importFile({ ...store, importLinks: importBoth }, options);
  });
  expect(rows).toMatchObject({ rows: [imported(1), there(2)] });
});

test.each(['1', '99', 'x'])(
  'an interrupted import is gone on with in its own data only, where its report begins with the number %s',
  async (number) => {
    const { location, json, add } = await prepared();
    const { secretId } = await add();
    const file = fileWith('ending,link\na,https://a.example/\n');
    const report = join(temporaryFolder(), 'report.csv');
    writeFileSync(
      `${report}.part`,
      `line,outcome,reason,ending,link\n,import,${number},${secretId},${file}\n`,
    );
    const lines = async () =>
      withStoreAt(location, async (store) => store.listAudit({ before: undefined, pageSize: 9 }));
    const before = await lines();
    const flags = ['--from', 'csv', '--application', secretId, '--report', report];
    expect(await json('import', file, ...flags)).toEqual([imported(1)]);
    expect(await lines()).toMatchObject([{ action: 'links-imported', secretId, linkCount: 1 }, ...before]);
    expect(await json('import', '--undo', report, '--yes')).toEqual([deleted(1)]);
  },
);

test('an import is undone as long as nobody has opened its links, and the corrected one comes in its place', async () => {
  const { location, json, add } = await prepared();
  const { secretId } = await add();
  const report = join(temporaryFolder(), 'report.csv');
  const flags = ['--from', 'csv', '--application', secretId];
  const rows = (link: string) =>
    ['ending,link', ...['a', 'b', 'c', 'd'].map((id) => `${id},${link}`)].join('\n');
  await json('import', fileWith('ending,link\nd,https://old.example/\n'), ...flags);
  expect(
    await json('import', fileWith(rows('https://wrong.example/')), ...flags, '--report', report),
  ).toMatchObject([imported(3), { outcome: 'clash' }]);
  await withStoreAt(location, (store) =>
    Promise.resolve(store.addOpens([{ id: 'b', count: 1, day: 20_000 }])),
  );

  expect(await refusalOf('import', '--undo', report, ...location)).toMatch(
    /^Without WAYLARK_COUNT_OPENS since the import, nobody knows whether its links were opened: add --yes/,
  );
  const counting = ['--count-opens', 'yes'];
  const kept = { outcome: 'kept', links: 1, ending: 'b', reason: 'opened or changed since' };
  expect(await json('import', '--undo', report, ...counting)).toEqual([deleted(2), kept]);
  expect(await json('import', '--undo', report, ...counting)).toEqual([deleted(0), kept]);
  expect(await json('import', fileWith(rows('https://right.example/')), ...flags)).toMatchObject([
    imported(2),
    { outcome: 'clash', links: 2 },
  ]);
  const links = (await json('links', 'list')) as { link: string }[];
  expect(links.map(({ link }) => new URL(link).host.split('.')[0])).toEqual([
    'right',
    'wrong',
    'right',
    'old',
  ]);

  // A copy of the data has the same application, and numbers its imports by itself.
  const ofCopy = fileWith(readFileSync(report, 'utf8').replace(/(begun )\d{4}/, '$12000'));
  expect(await refusalOf('import', '--undo', ofCopy, ...counting, ...location)).toMatch(
    /^There is no import \d+, begun 2000-.* here\.$/,
  );
  const elsewhere = await prepared();
  await elsewhere.add();
  for (const [undo, sentence] of [
    [report, /^There is no import \d+, begun .* here\.$/],
    ['99', /^There is no import 99 here\.$/],
    [fileWith('ending,link\n'), /is no report of an import that has stored links\.$/],
    ['/nowhere/report.csv', /cannot be read \(ENOENT\)\.$/],
  ] as const)
    expect(await refusalOf('import', '--undo', undo, '--yes', ...elsewhere.location)).toMatch(sentence);
});

/** What a command says on a disk where no file may have more than 64 kB. */
const onFullDisk = (...args: string[]) => {
  const limited = [
    '-c',
    'ulimit -f 128 && exec "$@"',
    'sh',
    process.execPath,
    join(import.meta.dirname, 'main.ts'),
  ];
  const { status, stderr } = spawnSync('sh', [...limited, ...args], { encoding: 'utf8', env: {} });
  return { status, sentence: stderr.trim() };
};

test('on a full disk, what writes a file says so in one sentence, and leaves nothing that looks whole', async () => {
  const { location, json, add } = await prepared();
  const { secretId } = await add();
  const link = `https://one.example/${'x'.repeat(300)}`;
  const flags = ['--from', 'csv', '--application', secretId];
  const good = Array.from({ length: 400 }, (_, at) => `a-${at},${link}`);
  await json('import', fileWith(['ending,link', ...good].join('\n')), ...flags);
  const folder = temporaryFolder();
  const bad = Array.from({ length: 600 }, (_, at) => `not/${at},${link}`);
  const refused = fileWith(['ending,link', 'new,https://one.example/', ...bad].join('\n'));

  for (const [name, args] of Object.entries({
    'out.csv': ['export'],
    backup: ['backup'],
    'report.csv': ['import', refused, ...flags, '--dry-run', '--report'],
  })) {
    const { status, sentence } = onFullDisk(...args, join(folder, name), ...location);
    expect([status, sentence]).toEqual([
      1,
      expect.stringMatching(
        /^The (?:links|backup|report) cannot be written to \S+ \((?:EFBIG|disk I\/O error)\)\.$/,
      ),
    ]);
    expect(readdirSync(folder)).toEqual([]);
  }
});

test.each([
  [[], /^import needs the name of a CSV file\.$/],
  [['x.csv'], /^import needs --from/],
  [['x.csv', '--undo', '1'], /^import --undo takes --yes and nothing else/],
  [['--undo', '1', '--dry-run'], /^import --undo takes --yes and nothing else/],
  [['x.csv', '--from', 'csv', '--yes'], /^import takes --yes only with --undo\.$/],
  [['x.csv', '--from', 'csv'], /^import needs --application/],
  [['x.csv', '--from', 'csv', '--application', 'nobody'], /^There is no application nobody\.$/],
])('import %j is refused with one sentence', async (args, sentence) => {
  const data = ['--data', temporaryFolder()];
  await admin('applications', 'add', ...data);
  expect(await refusalOf('import', ...args, ...data)).toMatch(sentence);
});

test.each([
  ['no such file', undefined, /cannot be read \(ENOENT\)\.$/],
  ['UTF-16', Buffer.from('\ufeffending,link\n', 'utf16le'), /has no column "ending".* CSV in UTF-8/],
  ['spaces', 'ending link\n', /has no column "ending".* commas/],
  ['an open quotation mark', 'ending,link\nabc,"https://example.com\n', /is no CSV\. In line 2,/],
])('a file with %s is refused with one sentence, and leaves no report', async (_, text, sentence) => {
  const data = ['--data', temporaryFolder()];
  const { secretId } = JSON.parse(await admin('applications', 'add', '--json', ...data)) as {
    secretId: string;
  };
  const file = text === undefined ? '/nowhere/links.csv' : fileWith(text);
  const report = join(temporaryFolder(), 'report.csv');
  const flags = ['--from', 'csv', '--application', secretId, '--report', report];
  expect(await refusalOf('import', file, ...flags, ...data)).toMatch(sentence);
  expect(existsSync(report)).toBe(false);
});
