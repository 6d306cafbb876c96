import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { readConnectionCode } from '../../lib/connection-code/contract.ts';
import { authenticate } from '../api/credentials.ts';
import { temporaryFolder } from '../../tests/support/service/test-app.ts';
import { createProgram, runCommand } from './commands.ts';
import { counted, linksAre, show } from './output.ts';
import {
  admin,
  newFolder,
  prepared,
  refusalOf,
  withStoreAt,
} from '../../tests/support/service/test-commands.ts';

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
  expect(await json('applications', 'show', added.secretId)).toMatchObject({ name });
  expect(listed).not.toContain(added.secretKey);
  expect(await json('applications', 'revoke', added.secretId)).toEqual({ revoked: added.secretId });
  expect(await refusalOf('applications', 'revoke', added.secretId, ...location)).toMatch(
    /^There is no application/,
  );
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
  expect(await json('packages', 'list', secretId)).toMatchObject([
    { secretId, total: 5, used: 0 },
    { secretId, total: 1_000_000, used: 0, expiresAt: 9_999_999_999 },
  ]);
  const [, row] = (await admin('packages', 'list', secretId, ...location)).split('\n');
  expect(row).toMatch(/ 5 +0 +at once +\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  expect(await refusalOf('packages', 'add', 'nobody', ...location)).toMatch(
    /^There is no application nobody/,
  );

  const link = 'https://canary.example/\u202etxt.exe\u001b[2J';
  await withStoreAt(location, async (store) =>
    store.addLink({ id: 'aB3dE6gH9k', link, expiresAt: 9_999_999_999, secretId }, Date.now() / 1000),
  );
  expect(await admin('links', 'list', ...location)).toMatch(
    /^id {10}expiresAt {2}link\naB3dE6gH9k {2}never {6}https:\/\/canary\.example\/�txt\.exe�\[2J$/,
  );
  expect(await json('links', 'list', '--after', 'aB3dE6gH9k')).toEqual([]);
  const pasted = ['https://q.example/aB3dE6gH9k/', '--public-origin', 'https://q.example'];
  expect(await json('links', 'revoke', ...pasted)).toEqual({ revoked: 'aB3dE6gH9k' });
  expect(await refusalOf('links', 'revoke', 'aB3dE6gH9k', ...location)).toMatch(/^There is no short link/);
  expect(await refusalOf('links', 'revoke', '\u001b[2J', ...location)).toBe('There is no short link �[2J.');
  expect(await refusalOf('links', 'revoke', ...location)).toMatch(
    /^links revoke needs a short link or its last part/,
  );
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
  const lines = await withStoreAt(location, async (store) =>
    store.listAudit({ before: undefined, pageSize: 2 }),
  );
  expect(lines).toMatchObject(Array(2).fill({ via: 'admin', action: 'operator-link-created' }));
});

test('links are listed and revoked by application and target; an application goes with its links if asked to', async () => {
  const { location, json, add } = await prepared();
  const [one, two] = [await add(), await add()];
  const links = [
    ['aaaaaaaaaa', 'https://evil.example/a', one],
    ['bbbbbbbbbb', 'https://user@EVIL.example:8443/', two],
    ['cccccccccc', 'https://good.example/?https://evil.example/', one],
    ['dddddddddd', 'https://good.example/', two],
    ['eeeeeeeeee', 'https://Bücher.example.:8443/', two],
    ['ffffffffff', 'https://evil.example./', two],
  ] as const;
  await withStoreAt(location, async (store) => {
    for (const [id, link, { secretId }] of links)
      await store.addLink({ id, link, expiresAt: 9_999_999_999, secretId }, Date.now() / 1000);
  });
  const ids = async (...flags: string[]) =>
    ((await json('links', 'list', ...flags)) as { id: string }[]).map(({ id }) => id[0]).join('');
  expect(await ids('--application', one.secretId)).toBe('ac');
  expect(await ids('--target', 'evil.example')).toBe('abf');
  expect(await ids('--target', 'evil.example', '--application', two.secretId)).toBe('bf');
  for (const target of ['bücher.example', 'XN--bcher-kva.example', 'bücher.example:8443'])
    expect(await ids('--target', target)).toBe('e');
  for (const target of ['https://evil.example', 'evil.example/a', 'me@evil.example', 'a b'])
    expect(await refusalOf('links', 'revoke', '--target', target, ...location)).toMatch(
      /give a host such as/,
    );
  expect(await ids('--target', 'good.example', '--limit', '1')).toBe('c');
  expect(await json('applications', 'show', one.secretId)).toMatchObject({
    units: 1_000_000,
    used: 2,
    links: 2,
    expiredLinks: 0,
  });

  expect(await refusalOf('links', 'revoke', 'aaaaaaaaaa', '--target', 'x', ...location)).toMatch(
    /or else --/,
  );
  const flags = ['--target', 'Evil.example.', '--reason', ' Phishing ', '--yes'];
  expect(await json('links', 'revoke', ...flags)).toEqual({ revoked: 3 });
  expect(await json('applications', 'revoke', one.secretId)).toEqual({ revoked: one.secretId });
  expect(await ids()).toBe('cde');
  expect(await ids('--application', one.secretId)).toBe('c');
  expect(await json('applications', 'revoke', two.secretId, '--links', '--yes')).toEqual({
    revoked: two.secretId,
    links: 2,
  });
  expect(await ids()).toBe('c');
  expect(await refusalOf('applications', 'show', two.secretId, ...location)).toMatch(
    /^There is no application/,
  );
});

/** A place with an application that has links to these hosts, and functions that show what is there. */
async function withLinks(hosts: readonly string[]) {
  const { location, json, add } = await prepared();
  const { secretId } = await add();
  await withStoreAt(location, async (store) => {
    for (const [index, host] of hosts.entries())
      await store.addLink(
        { id: `link-${index}`, link: `https://${host}/`, expiresAt: 9_999_999_999, secretId },
        Date.now() / 1000,
      );
  });
  /** What was there before is there still, and the audit log has no new line. */
  const state = async () => [await json('applications', 'list'), await json('links', 'list'), await lines()];
  const lines = async () =>
    withStoreAt(location, async (store) => store.listAudit({ before: undefined, pageSize: 99 }));
  return { location, json, secretId, state, lines };
}

const answering = (answer: string, ...args: string[]) => runCommand(args, {}, () => Promise.resolve(answer));

const bothHosts = [
  ['b.example', 2],
  ['a.example', 1],
];

test.each([
  [['links', 'revoke', '--target', 'b.example'], [['b.example', 2]], '2 links would be revoked.'],
  [['links', 'revoke', '--target', 'a.example'], [['a.example', 1]], '1 link would be revoked.'],
  [['links', 'revoke', 'link-0'], [['a.example', 1]], '1 link would be revoked.'],
  [['links', 'revoke', '--application', '<id>'], bothHosts, '3 links would be revoked.'],
  [
    ['applications', 'revoke', '<id>'],
    bothHosts,
    'Application <id> would be revoked, and its 3 links would stay.',
  ],
  [
    ['applications', 'revoke', '<id>', '--links', '--yes'],
    bothHosts,
    'Application <id> would be revoked, with its 3 links.',
  ],
])(
  '%j --dry-run says how many links and which hosts, and changes nothing',
  async (words, hosts, sentence) => {
    const { location, json, secretId, state } = await withLinks(['a.example', 'b.example', 'b.example']);
    const args = words.map((word) => word.replace('<id>', secretId));
    const before = await state();
    expect(await json(...args, '--dry-run')).toEqual(hosts.map(([host, links]) => ({ host, links })));
    const shown = await admin(...args, '--dry-run', ...location);
    expect(shown.split('\n').at(-1)).toBe(`${sentence.replace('<id>', secretId)} Nothing is changed.`);
    expect(await state()).toEqual(before);
  },
);

test.each([
  [['links', 'revoke', '--target', 'b.example'], 2],
  [['links', 'revoke', '--application', '<id>'], 3],
  [['applications', 'revoke', '<id>', '--links'], 3],
])('%j is refused without --yes or the number, as it means %i links', async (words, count) => {
  const { location, secretId, state, lines } = await withLinks(['a.example', 'b.example', 'b.example']);
  const args = [...words.map((word) => word.replace('<id>', secretId)), '--reason', 'Spam, 3', ...location];
  const before = await state();
  expect(await refusalOf(...args)).toBe(
    `${count} links would be revoked for good: add --yes to do it, or --dry-run to see the hosts that they lead to.`,
  );
  for (const answer of ['', 'yes', '1'])
    await expect(answering(answer, ...args)).rejects.toThrow('Nothing is revoked.');
  expect(await state()).toEqual(before);

  expect(await answering(` ${count}`, ...args)).toContain(`${count} links are revoked`);
  const written = (await lines()).filter(({ action }) => action.endsWith('revoked'));
  const [line] = written;
  expect(written.filter(({ action }) => action !== 'application-revoked')).toEqual([line]);
  const target = words[2] === '--target' ? 'b.example' : '';
  expect(line).toMatchObject({
    via: 'admin',
    action: 'links-revoked',
    linkId: '',
    secretId: target === '' ? secretId : '',
    linkCount: count,
    host: target,
    reason: 'Spam, 3',
  });
});

test('one link is revoked without being asked about; the line of the audit log is its own', async () => {
  const { location, secretId, lines } = await withLinks(['a.example', 'b.example']);
  const args = ['links', 'revoke', '--target', 'a.example', '--reason', 'Spam', ...location];
  expect(await admin(...args)).toBe('1 link is revoked, which holds everywhere within 2 seconds.');
  expect((await lines())[0]).toMatchObject({
    action: 'link-revoked',
    linkId: 'link-0',
    secretId,
    reason: 'Spam',
  });
  expect(await refusalOf(...args)).toBe('There are no links to a.example.');
  const left = ['applications', 'revoke', secretId, '--links', '--reason', 'Gone', ...location];
  expect(await admin(...left)).toContain('. 1 link is revoked.');
  expect((await lines()).slice(0, 2)).toMatchObject([
    { action: 'link-revoked', linkId: 'link-1', reason: 'Gone' },
    { action: 'application-revoked', secretId, reason: 'Gone' },
  ]);
});

test.each([
  ['applications', 'show', 'nope'],
  ['applications', 'revoke', 'nope'],
  ['applications', 'revoke', 'nope', '--links', '--yes'],
  ['applications', 'revoke', 'nope', '--dry-run'],
  ['packages', 'add', 'nope'],
  ['packages', 'list', 'nope'],
  ['links', 'list', '--application', 'nope'],
  ['links', 'revoke', '--application', 'nope'],
  ['links', 'revoke', '--application', 'nope', '--dry-run'],
  ['export', '/nowhere/file', '--application', 'nope'],
  ['import', '/nowhere/file', '--from', 'csv', '--application', 'nope'],
])('%s %s %s %s: there is no such application', async (...words) => {
  const { location } = await withLinks([]);
  expect(await refusalOf(...words, ...location)).toBe('There is no application nope.');
});

test('a list says that there is more, and how it goes on', async () => {
  const { location } = await withLinks(['a.example', 'b.example', 'c.example']);
  const list = (...flags: string[]) => admin('links', 'list', ...flags, ...location);
  expect((await list('--limit', '2')).split('\n').slice(-2)).toEqual([
    '',
    'There are more: add --after=link-1',
  ]);
  expect(await list('--limit', '2', '--after=link-1')).not.toContain('There are more');
  expect(await list('--limit', '3')).not.toContain('There are more');
  expect(await list('--after=-')).toContain('link-0');
});

test('a backup is restored elsewhere; nothing is overwritten', async () => {
  const { location, json, add } = await prepared();
  const { secretId } = await add();
  const file = join(temporaryFolder(), 'backup');
  await json('backup', file);
  expect(await refusalOf('restore', file, ...location)).toMatch(/already; choose another folder/);

  const elsewhere = await newFolder();
  const text = join(temporaryFolder(), 'text');
  writeFileSync(text, 'Dear diary');
  for (const noFile of [temporaryFolder(), join(text, 'below-a-file')])
    expect(await refusalOf('restore', noFile, ...elsewhere)).toMatch(/^There is no file/);
  expect(await refusalOf('restore', text, ...elsewhere)).toMatch(/is no backup/);
  const empty = join(temporaryFolder(), 'empty');
  writeFileSync(empty, '');
  expect(await refusalOf('restore', empty, ...elsewhere)).toMatch(/is empty, so it is no backup/);
  await admin('restore', file, ...elsewhere);
  expect(JSON.parse(await admin('applications', 'list', '--json', ...elsewhere))).toMatchObject([
    { secretId },
  ]);
});

test.each([
  'CREATE TRIGGER spy AFTER INSERT ON links BEGIN UPDATE packages SET used = 0; END',
  'CREATE VIEW spy AS SELECT * FROM links',
  'CREATE TABLE diary (text)',
  'CREATE INDEX own ON links (link)',
  'ALTER TABLE links ADD COLUMN note TEXT',
  'DROP INDEX links_by_expiry',
])('a backup that was changed by %s is not restored', async (change) => {
  const [data, elsewhere] = [temporaryFolder(), temporaryFolder()];
  const file = join(temporaryFolder(), 'backup');
  await admin('applications', 'add', '--data', data);
  await admin('backup', file, '--data', data);
  const database = new DatabaseSync(file);
  database.exec(change);
  database.close();
  expect(await refusalOf('restore', file, '--data', elsewhere)).toMatch(/ is no backup of Waylark\.$/);
  expect(readdirSync(elsewhere)).toEqual([]);
});

test.each([
  [['frobnicate'], 'There is no command "admin frobnicate"; admin --help lists them.'],
  [['links', 'frobnicate'], 'There is no command "admin links frobnicate"; admin links --help lists them.'],
  [['help', 'frobnicate'], 'There is no command "admin frobnicate"; admin --help lists them.'],
  [
    ['links', 'frobnicate', '--help'],
    'There is no command "admin links frobnicate"; admin links --help lists them.',
  ],
  [['constructor'], 'There is no command "admin constructor"; admin --help lists them.'],
  [['__proto__'], 'There is no command "admin __proto__"; admin --help lists them.'],
  [
    ['links', 'list', '--limit', '\u009b2J'],
    '"�2J" is not a number of links; give a whole number from 1 to 999999.',
  ],
  [['backup'], 'backup needs the name of a file.'],
  [
    ['links', 'revoke', 'A', 'B'],
    'Unexpected argument "B" for links revoke; admin links revoke --help shows its form.',
  ],
  [
    ['packages', 'add', 'ID', '500'],
    'Unexpected argument "500" for packages add; admin packages add --help shows its form.',
  ],
  [['check', 'it'], 'Unexpected argument "it" for check; admin check --help shows its form.'],
  [['migrate'], 'migrate is for a database; give its address with --database.'],
  [
    ['import', 'file', '--from', 'tinyurl'],
    '"tinyurl" is no service whose file can be read; give bitly or yourls or kutt or shlink or csv.',
  ],
  [['restore', '/nowhere/file'], 'There is no file /nowhere/file.'],
  [['applications', 'add', '--name', 'x'.repeat(101)], 'The name has 101 characters; give at most 100.'],
])('%j is refused with one sentence', async (args, sentence) => {
  expect(await refusalOf(...args)).toBe(sentence);
});

/** Every command, by the words that call it, as those know it that are part of this list. */
const commandsOf = ({ commands }: Command, words: string[] = []): [string[], Command][] =>
  commands.flatMap((each) => {
    const own = [...words, each.name()];
    return each.commands.length === 0 ? [[own, each]] : commandsOf(each, own);
  });

const everyCommand = commandsOf(createProgram({ environment: {} }));
const everyFlag = new Set(everyCommand.flatMap(([, { options }]) => options.map(({ long }) => long ?? '')));

test.each(everyCommand)(
  'admin %j takes its own flags only, and its help names them',
  async (words, command) => {
    const help = await admin(...words, '--help');
    const { length } = command.registeredArguments;
    expect(length).toBeLessThan(2);
    for (const flag of everyFlag) {
      const isOwn = command.options.some(({ long }) => long === flag);
      expect(help.includes(`  ${flag} `)).toBe(isOwn);
      if (isOwn) continue;
      for (const given of [flag, `${flag}=1`])
        expect(await refusalOf(...words, ...Array<string>(length).fill('x'), given)).toBe(
          `${words.join(' ')} takes no ${flag}; admin ${words.join(' ')} --help shows its flags.`,
        );
    }
  },
);

test('without a command, help lists what there is', async () => {
  for (const words of [[], ['help'], ['--help']])
    expect(await admin(...words)).toMatch(
      /^Usage: admin .*\n {2}links list\|revoke .*\n {2}import \[file\] /s,
    );
  for (const words of [['applications'], ['applications', '--help'], ['help', 'applications']])
    expect(await admin(...words)).toMatch(
      /^Usage: admin applications .*\n {2}add .*\n {2}list .*\n {2}revoke <SecretID> /s,
    );
  expect(await admin('help', 'links', 'revoke')).toBe(await admin('links', 'revoke', '--help'));
});

test.each([
  [['links', 'revoke', '--target'], '--target'],
  [['links', 'revoke', '--target', '--application', 'A'], '--target'],
  [['links', 'revoke', '--application', ''], '--application'],
  [['links', 'revoke', '--reason', '--help'], '--reason'],
])('%j is refused, as %s has no value', async (words, flag) => {
  expect(await refusalOf(...words)).toBe(`${flag} needs a value; admin links revoke --help shows its form.`);
});

test('a flag that is given twice is refused, as one of its values would have no effect', async () => {
  expect(await refusalOf('links', 'revoke', '--target', 'a.example', '--target=b.example', '--yes')).toBe(
    '--target is given twice; give it once.',
  );
});

test('a switch takes no value', async () => {
  expect(await refusalOf('check', '--json=yes')).toBe('--json takes no value.');
});

test.each([
  ['applications', 'list'],
  ['links', 'revoke', 'A'],
  ['packages', 'list'],
  ['check'],
  ['backup', '/nowhere/backup'],
])('%s %s does not create the data that it cannot find', async (...words) => {
  const data = join(temporaryFolder(), 'data');
  expect(await refusalOf(...words, '--data', data)).toMatch(
    /^There are no data in .*data; name the service's folder with --data, or its database with --database\.$/,
  );
  expect(existsSync(data)).toBe(false);
});

test('a name that SQLite would take for no file, or for a URL, is that of a file which its owner alone can read', async () => {
  const folder = temporaryFolder();
  const data = ['--data', 'file:data'];
  const inFolder = async (...words: string[]) => {
    const args = [join(import.meta.dirname, 'main.ts'), ...words, ...data];
    await once(spawn(process.execPath, args, { cwd: folder, env: {}, stdio: 'ignore' }), 'close');
  };
  const names = [':memory:', 'file:backup', 'file:other?mode=memory'];
  await inFolder('applications', 'add');
  await Promise.all(names.map((name) => inFolder('backup', name)));
  expect(readdirSync(folder).toSorted()).toEqual([...names, 'file:data'].toSorted());
  for (const name of names) {
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    expect(statSync(join(folder, name)).size).toBeGreaterThan(0);
  }
});

test('JSON has the same values, but no letter that changes how a terminal shows them', () => {
  const row = { id: 'x', link: 'https://a.example/\u202etxt\u{e0001}\u009b2J\u007f' };
  const shown = show({ kind: 'rows', rows: [row], empty: '' }, true);
  expect(shown).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(shown)).toEqual([row]);
});

test('one is singular', () => {
  expect([0, 1, 2].map((n) => counted(n, 'step'))).toEqual(['0 steps', '1 step', '2 steps']);
  expect([0, 1, 2].map(linksAre)).toEqual(['0 links are', '1 link is', '2 links are']);
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
  expect(unknown).toEqual({
    code: 1,
    out: '',
    error: 'check takes no --frob; admin check --help shows its flags.\n',
  });
  expect(database.error).toMatch(/^The database cannot be reached \(ECONNREFUSED\)[^\n]*\n$/);
  expect(database.error).not.toContain('s3cret');
  expect(help).toMatchObject({ code: 0, error: '' });
});
