import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readConnectionCode } from '../../lib/connection-code/contract.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { authenticate } from '../api/credentials.ts';
import { temporaryFolder } from '../../tests/support/service/test-app.ts';
import { admin, prepared, refusalOf, withStoreAt } from '../../tests/support/service/test-commands.ts';
import { show } from './output.ts';

const now = Date.now() / 1000;
const works = { expiresAt: noExpiry };
const auditOf = (location: string[]) =>
  withStoreAt(location, async (store) => store.listAudit({ before: undefined, pageSize: 9 }));

test('an application is added with a key and a connection code that are shown once, and revoked', async () => {
  const { location, json, add } = await prepared();
  const added = await add('--name', 'Anna, marketing\u001b[2J');
  expect(added.address).toBe('https://s.example/v3');
  const { connectionCode, name, ...parts } = added;
  expect(name).toBe('Anna, marketing\u001b[2J');
  expect(readConnectionCode(connectionCode)).toEqual(parts);
  const found = await withStoreAt(location, (store) => authenticate(store, added));
  expect(found).toMatchObject({ secretId: added.secretId, perSecond: 20, perMinute: 600 });

  const listed = await admin('applications', 'list', ...location);
  expect(listed).toContain(added.secretId);
  expect(listed).toContain('Anna, marketing�[2J');
  expect(await json('applications', 'list')).toMatchObject([{ name, units: 1_000_000, used: 0 }]);
  expect(listed).not.toContain(added.secretKey);
  expect(await json('applications', 'revoke', added.secretId)).toEqual({ revoked: added.secretId });
  expect(await admin('applications', 'list', ...location)).toMatch(/^There are no applications/);
});

test('people are listed with what became of them; who is removed may sign in again', async () => {
  const { location, json, add } = await prepared();
  const { secretId } = await add('--name', 'anna@company.example');
  const anna = { issuer: 'https://sign-in.example', subject: 'a-1' };
  await withStoreAt(location, async (store) => store.addPerson({ ...anna, secretId }, 60));
  const listed = { ...anna, secretId, name: 'anna@company.example', since: 60, isRenewed: false };
  expect(await json('people', 'list')).toEqual([{ ...listed, state: 'disconnected' }]);
  await json('applications', 'revoke', secretId);
  expect(await json('people', 'list')).toEqual([{ ...listed, name: '', state: 'removed' }]);
  expect(await json('people', 'remove', secretId)).toEqual({ removed: secretId });
  expect(await admin('people', 'list', ...location)).toBe('Nobody has signed in.');
  expect(await refusalOf('people', 'remove', secretId, ...location)).toMatch(/^Nobody has the application/);
});

test('packages and links are listed, and a link is revoked', async () => {
  const { location, json, add } = await prepared();
  const { secretId } = await add();
  await json('packages', 'add', secretId, '--units', '5', '--days', '30');
  expect(await json('packages', 'list')).toMatchObject([
    { secretId, total: 5, used: 0 },
    { secretId, total: 1_000_000, used: 0, expiresAt: 9_999_999_999 },
  ]);
  const [, row] = (await admin('packages', 'list', ...location)).split('\n');
  expect(row).toMatch(/ 5 +0 +at once +\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);

  const link = 'https://canary.example/\u202etxt.exe\u001b[2J';
  const added = { id: 'aB3dE6gH9k', link, ...works, secretId };
  await withStoreAt(location, async (store) => store.addLink(added, now));
  expect(await admin('links', 'list', ...location)).toMatch(
    /^id {10}expiresAt {2}link\naB3dE6gH9k {2}never {6}https:\/\/canary\.example\/�txt\.exe�\[2J$/,
  );
  const pasted = ['https://q.example/aB3dE6gH9k/', '--public-origin', 'https://q.example'];
  expect(await json('links', 'revoke', ...pasted)).toEqual({ revoked: 'aB3dE6gH9k' });
  expect(await refusalOf('links', 'revoke', 'aB3dE6gH9k', ...location)).toMatch(/^There is no short link/);
  expect(await refusalOf('links', 'revoke', '\u001b[2J', ...location)).toBe('There is no short link �[2J.');
  expect(await refusalOf('links', 'revoke', ...location)).toMatch(/^links revoke needs a short link or/);
  expect(await json('check')).toMatchObject({ applications: 1 });
});

test("a link to the operator's page names the ops port, or the origin behind a proxy, and is in the audit log", async () => {
  const { location, json } = await prepared();
  await json('applications', 'add');
  expect(await refusalOf('operator-link', ...location)).toMatch(/give it with --ops-port\.$/);
  const flags = ['operator-link', '--ops-port', '9404', ...location];
  const token = String.raw`/operator/open\?token=\w{43}\nexpiresAt  \d{4}-`;
  expect(await admin(...flags)).toMatch(new RegExp(`^link       http://127.0.0.1:9404${token}`));
  expect(await admin(...flags, '--operator-origin', 'https://o.example')).toMatch(
    new RegExp(`^link       https://o.example${token}`),
  );
  const created = { via: 'admin', action: 'operator-link-created' };
  expect(await auditOf(location)).toMatchObject([created, created, { action: 'application-added' }]);
});

test('links are found by application and target', async () => {
  const { location, json, add } = await prepared();
  const [one, two] = [await add(), await add()];
  const links = [
    ['aaaaaaaaaa', 'https://evil.example/a', one],
    ['bbbbbbbbbb', 'https://evil.example:8443/', two],
    ['cccccccccc', 'https://good.example/?https://evil.example/', one],
    ['dddddddddd', 'https://good.example/', two],
    ['eeeeeeeeee', 'https://Bücher.example.:8443/', two],
  ] as const;
  await withStoreAt(location, async (store) => {
    for (const [id, link, { secretId }] of links) await store.addLink({ id, link, ...works, secretId }, now);
  });
  const ids = async (...flags: string[]) =>
    ((await json('links', 'list', ...flags)) as { id: string }[]).map(({ id }) => id[0]).join('');
  expect(await ids('--application', one.secretId)).toBe('ac');
  expect(await ids('--target', 'evil.example')).toBe('ab');
  expect(await ids('--target', 'evil.example', '--application', two.secretId)).toBe('b');
  for (const target of ['Bücher.example.', 'XN--bcher-kva.example', 'bücher.example:8443'])
    expect(await ids('--target', target)).toBe('e');
  for (const target of ['https://evil.example', 'evil.example/a', 'me@evil.example', 'a b'])
    expect(await refusalOf('links', 'revoke', '--target', target, ...location)).toMatch(/give a host such/);
  expect(await ids('--target', 'good.example', '--limit', '1')).toBe('c');
  const list = (limit: string) => admin('links', 'list', '--limit', limit, ...location);
  expect(await list('4')).toMatch(/\n\nThere are more than these 4; --limit shows them\.$/);
  expect(await list('5')).not.toContain('There are more');
  const both = ['links', 'revoke', 'aaaaaaaaaa', '--target', 'x'];
  expect(await refusalOf(...both, ...location)).toMatch(/or else --/);
});

test('several links, also of an application that was revoked, are revoked with --yes only, and a dry run names their hosts; the audit log has one line', async () => {
  const { location, json, add } = await prepared();
  const { secretId } = await add();
  await withStoreAt(location, async (store) => {
    for (const [index, host] of ['a', 'b', 'b'].entries())
      await store.addLink({ id: `link-${index}`, link: `https://${host}.example/`, ...works, secretId }, now);
  });
  const before = await auditOf(location);
  const application = ['links', 'revoke', '--application', secretId, '--reason', 'Spam, 3'];
  expect(await json(...application, '--dry-run', '--yes')).toEqual([
    { host: 'b.example', links: 2 },
    { host: 'a.example', links: 1 },
  ]);
  expect(await admin(...application, '--dry-run', ...location)).toMatch(
    /\n3 links would be revoked\. Nothing is changed\.$/,
  );
  const args = [...application, '--target', 'b.example', ...location];
  expect(await refusalOf(...args)).toBe(
    '2 links would be revoked for good: add --yes to do it, or --dry-run to see the hosts that they lead to.',
  );
  expect([await json('links', 'list'), await auditOf(location)]).toMatchObject([{ length: 3 }, before]);

  expect(JSON.parse(await admin(...args, '--yes', '--json'))).toEqual({ revoked: 2 });
  expect(await refusalOf(...args)).toBe(`There are no links to b.example of application ${secretId}.`);
  await json('applications', 'revoke', secretId, '--reason', 'Gone');
  expect(await json('links', 'list', '--application', secretId)).toMatchObject([{ id: 'link-0' }]);
  expect(await admin(...application, ...location)).toBe(
    '1 link is revoked, which holds everywhere within 2 seconds.',
  );
  const line = { via: 'admin', secretId, reason: 'Spam, 3' };
  expect(await auditOf(location)).toMatchObject([
    { ...line, action: 'link-revoked', linkId: 'link-0' },
    { via: 'admin', action: 'application-revoked', secretId, reason: 'Gone' },
    { ...line, action: 'links-revoked', linkId: '', linkCount: 2, host: 'b.example' },
    ...before,
  ]);
});

test('an application that is not there is named', async () => {
  const { location } = await prepared();
  await admin('applications', 'add', ...location);
  for (const line of [
    'applications revoke nope',
    'packages add nope',
    'links list --application nope',
    'links revoke --application nope',
    'export /nowhere/file --application nope',
    'import /nowhere/file --from csv --application nope',
  ])
    expect(await refusalOf(...line.split(' '), ...location), line).toBe('There is no application nope.');
});

test.each([
  ['frobnicate', 'There is no command "admin frobnicate"; admin --help lists them.'],
  ['links frobnicate', 'There is no command "admin links frobnicate"; admin links --help lists them.'],
  ['links frobnicate --help', 'There is no command "admin links frobnicate"; admin links --help lists them.'],
  ['constructor', 'There is no command "admin constructor"; admin --help lists them.'],
  ['links list --limit \u009b2J', '"�2J" is not a number of links; give a whole number from 1 to 999999.'],
  ['backup', 'backup needs the name of a file.'],
  [
    'packages add ID 500',
    'Unexpected argument "500" for packages add; admin packages add --help shows its form.',
  ],
  ['migrate', 'migrate is for a database; give its address with --database.'],
  [
    'import file --from tinyurl',
    '"tinyurl" is no service whose file can be read; give bitly or yourls or kutt or shlink or csv.',
  ],
  [`applications add --name ${'x'.repeat(101)}`, 'The name has 101 characters; give at most 100.'],
  ['links revoke --target', '--target needs a value; admin links revoke --help shows its form.'],
  ['links revoke --target --json', '--target needs a value; admin links revoke --help shows its form.'],
  ['links revoke --application ', '--application needs a value; admin links revoke --help shows its form.'],
  // One of the values would have no effect.
  ['links revoke --target a.example --target=b.example', '--target is given twice; give it once.'],
  ['check --json=yes', '--json takes no value.'],
  // A flag of other commands.
  [
    'applications revoke A --dry-run',
    'applications revoke takes no --dry-run; admin applications revoke --help shows its flags.',
  ],
])('"%s" is refused with one sentence', async (line, sentence) => {
  expect(await refusalOf(...line.split(' '))).toBe(sentence);
});

test('without a command, help lists what there is', async () => {
  for (const words of [[], ['help'], ['--help']])
    expect(await admin(...words)).toMatch(/^Usage: admin .*\n {2}links list\|revoke .*\n {2}import <file> /s);
  for (const words of [['applications'], ['applications', '--help'], ['help', 'applications']])
    expect(await admin(...words)).toMatch(
      /^Usage: admin applications .*\n {2}add .*\n {2}list .*\n {2}revoke <SecretID> /s,
    );
  const help = await admin('links', 'revoke', '--help');
  expect(help).toMatch(/\n {2}--target <host> .*\n {2}--yes /s);
  expect(await admin('help', 'links', 'revoke')).toBe(help);
});

test.each([
  ['applications', 'list'],
  ['backup', '/nowhere/backup'],
])('%s %s does not create the data that it cannot find', async (...words) => {
  const data = join(temporaryFolder(), 'data');
  expect(await refusalOf(...words, '--data', data)).toMatch(
    /^There are no data in .*data; name the service's folder with --data, or its database with --database\.$/,
  );
  expect(existsSync(data)).toBe(false);
});

test('JSON has the same values, but no letter that changes how a terminal shows them', () => {
  const row = { id: 'x', link: 'https://a.example/\u202etxt\u{e0001}\u009b2J\u007f' };
  const shown = show({ kind: 'rows', rows: [row], empty: '' }, true);
  expect(shown).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(shown)).toEqual([row]);
});

test('a list may have many rows', () => {
  const rows = Array.from({ length: 300_000 }, (_, index) => ({ id: index }));
  const shown = show({ kind: 'rows', rows, empty: '' }, false);
  expect(shown.split('\n').slice(-2)).toEqual(['299998', '299999']);
});

test('the program prints one sentence and ends with 1', async () => {
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { env: {} });
    const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, out, error };
  };
  const [unknown, database, help] = await Promise.all([
    run('check', '--frob'),
    run('check', '--database', 'postgres://u:s3cret@127.0.0.1:1/x'),
    run('--help'),
  ]);
  const error = 'check takes no --frob; admin check --help shows its flags.\n';
  expect(unknown).toEqual({ code: 1, out: '', error });
  expect(database.error).toMatch(/^The database cannot be reached \(ECONNREFUSED\)[^\n]*\n$/);
  expect(database.error).not.toContain('s3cret');
  expect(help).toMatchObject({ code: 0, error: '' });
});
