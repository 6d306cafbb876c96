import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../service.ts';
import { temporaryFolder } from '../../tests/support/service/test-app.ts';
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
  reason: 'imported before, or created here',
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
    store.listAudit({ before: undefined, limit: 99 }),
  );
  const batch = { via: 'admin', secretId, linkId: '' };
  expect(lines.filter(({ action }) => action === 'links-imported')).toMatchObject([
    { ...batch, detail: '200' },
    { ...batch, detail: '500' },
    { ...batch, detail: '500' },
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
    'clash            2      the ending is another link of this service, or was one',
    'clash            1      the ending is in the file twice',
    'refused          1      the ending is not 1 to 64 of A-Z, a-z, 0-9, - and _',
    'refused          1      the ending is a name that the service uses itself',
    'refused          1      the link is no address with http or https, or too long',
    'refused          1      the link leads to a short link of this service',
    'refused          1      the row is not UTF-8',
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
    ...['clash', 'clash', 'refused', 'refused', 'refused', 'refused', 'refused'],
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

test('an import that is killed has stored whole batches, and goes on when it is repeated', async () => {
  const { location, json, add } = await prepared();
  const { secretId } = await add();
  const flags = ['--from', 'yourls', '--application', secretId];
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
  // An ending that was remembered without its link would be a clash.
  expect(await json('import', fileWith(yourls(1200)), ...flags)).toEqual([imported(700), there(500)]);
});

test.each([
  [['x.csv'], /^import needs --from/],
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
  ['semicolons', 'ending;link\n', /has no column "ending".* commas/],
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
