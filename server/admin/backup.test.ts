import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { postgresPrograms } from '../../tests/support/service/postgres-cluster.ts';
import { temporaryFolder } from '../../tests/support/service/test-app.ts';
import { admin, prepared, refusalOf } from '../../tests/support/service/test-commands.ts';
import { lockFolder, openDatabase } from '../store/sqlite/database.ts';
import { cannotRead, cannotWrite } from './own-file.ts';
import { libpqEnvironment } from './postgres-programs.ts';

test('a backup is restored elsewhere, and what is none leaves nothing behind', async () => {
  const { location, json, add } = await prepared();
  const { secretId } = await add();
  const folder = temporaryFolder();
  const file = join(folder, 'backup');
  await json('backup', file);
  expect(readdirSync(folder)).toEqual(['backup']);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(await refusalOf('backup', file, ...location)).toMatch(/exists already; choose another name\.$/);
  expect(await refusalOf('restore', file, ...location)).toMatch(/already; choose another folder/);
  for (const place of ['/nowhere/backup', join(file, 'backup')])
    expect(await refusalOf('backup', place, ...location)).toMatch(
      /^The backup cannot be written to \S+ \((?:ENOENT|ENOTDIR)\)\.$/,
    );

  const data = join(folder, 'new', 'data');
  const given = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  for (const [none, sentence] of [
    [folder, /^There is no file/],
    [join(file, 'below-a-file'), /^There is no file/],
    [given('text', 'Dear diary'), /text is no backup of Waylark\.$/],
    [given('empty', ''), /empty is no backup of Waylark\.$/],
    [given('half', readFileSync(file).subarray(0, 5000)), /half is no backup of Waylark\.$/],
    [given('dump', 'PGDMP and more'), /dump is the backup of a database; name one with --database\.$/],
  ] as const)
    expect(await refusalOf('restore', none, '--data', data)).toMatch(sentence);
  expect(await refusalOf('restore', file, '--database', 'postgres://u@h/d')).toMatch(
    /backup is the backup of a data file; name a folder with --data\.$/,
  );
  expect(existsSync(join(folder, 'new'))).toBe(false);

  // The log of a data file that was moved away would be taken for that of the new one.
  const lost = temporaryFolder();
  const another = await openDatabase(lost);
  another.exec("INSERT INTO endings (ending) VALUES ('another')");
  mkdirSync(data, { recursive: true });
  cpSync(join(lost, 'waylark.db-wal'), join(data, 'waylark.db-wal'));
  another.close();
  await admin('restore', file, '--data', data);
  expect(readdirSync(data)).toEqual(['waylark.db', 'waylark.lock']);
  expect(await admin('applications', 'list', '--data', data)).toContain(secretId);
});

test.each([
  'CREATE TRIGGER spy AFTER INSERT ON links BEGIN UPDATE packages SET used = 0; END',
  'CREATE TABLE diary (text)',
  'ALTER TABLE links ADD COLUMN note TEXT',
  'DROP INDEX links_by_expiry',
])('a backup that was changed by %s is not restored', async (change) => {
  const { location } = await prepared();
  const elsewhere = temporaryFolder();
  const file = join(temporaryFolder(), 'backup');
  await admin('applications', 'add', ...location);
  await admin('backup', file, ...location);
  const database = new DatabaseSync(file);
  database.exec(change);
  database.close();
  expect(await refusalOf('restore', file, '--data', elsewhere)).toMatch(/ is no backup of Waylark\.$/);
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('a name that SQLite would take for no file, or for a URL, is that of a file', async () => {
  const folder = temporaryFolder();
  const inFolder = async (...words: string[]) => {
    const args = [join(import.meta.dirname, 'main.ts'), ...words, '--data', 'file:data'];
    await once(spawn(process.execPath, args, { cwd: folder, env: {}, stdio: 'ignore' }), 'close');
  };
  const names = [':memory:', 'file:other?mode=memory'];
  await inFolder('applications', 'add');
  await Promise.all(names.map((name) => inFolder('backup', name)));
  expect(readdirSync(folder).toSorted()).toEqual([...names, 'file:data'].toSorted());
  for (const name of names) expect(statSync(join(folder, name)).size).toBeGreaterThan(0);
});

test('who may not read or write a file reads that it is for this user', () => {
  const cause = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  expect([cannotRead('links.csv', cause), cannotWrite('The backup', 'backup', cause)]).toMatchObject([
    { message: 'The file links.csv cannot be read (the user of this command has no permission).' },
    { message: 'The backup cannot be written to backup (the user of this command has no permission).' },
  ]);
});

const address = { PGHOST: 'h', PGPORT: '5432', PGUSER: 'u', PGPASSWORD: 'p', PGDATABASE: 'd' };
const verified = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: 'system' };
const ca = join(import.meta.dirname, 'main.ts');

test.skipIf(postgresPrograms === undefined)('pg_dump gives no password to a server without TLS', async () => {
  const received: string[] = [];
  // "R" with 3 asks for the password: https://www.postgresql.org/docs/current/protocol-message-formats.html.
  const cleartextPassword = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);
  const [sslRequest, gssRequest] = [80877103, 80877104];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (message: Buffer) => {
      received.push(message.toString('latin1'));
      const asksForTls = [sslRequest, gssRequest].includes(message.readInt32BE(4));
      socket.write(asksForTls ? 'N' : cleartextPassword);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const database = `postgres://u:s3cret@localhost:${port}/x?ssl=true`;
  const failure = await refusalOf('backup', join(temporaryFolder(), 'file'), '--database', database);
  expect(failure).toMatch(/^pg_dump failed: connection to server .*SSL/);
  expect(received.join()).not.toContain('s3cret');
});

test.each([
  ['', { PGSSLMODE: 'prefer' }],
  ['sslmode=disable', { PGSSLMODE: 'disable' }],
  ['sslmode=no-verify', { PGSSLMODE: 'require' }],
  ['sslmode=prefer', verified],
  ['ssl=true', verified],
  ['sslmode=verify-ca', verified],
  ['sslmode=no-verify&sslmode=require', verified],
  ['sslnegotiation=direct', { ...verified, PGSSLNEGOTIATION: 'direct' }],
  [`sslrootcert=${ca}`, { PGSSLMODE: 'verify-full', PGSSLROOTCERT: ca }],
  [`sslcert=${ca}&sslkey=${ca}&sslmode=require`, { ...verified, PGSSLCERT: ca, PGSSLKEY: ca }],
  [`uselibpqcompat=true&sslmode=require&sslrootcert=${ca}`, { PGSSLMODE: 'verify-ca', PGSSLROOTCERT: ca }],
  ['uselibpqcompat=true&sslmode=prefer', { PGSSLMODE: 'require' }],
  ['options=-c%20x%3D1&channel_binding=require', { PGOPTIONS: '-c x=1', PGCHANNELBINDING: 'require' }],
  ['host=/run/postgresql', { PGHOST: '/run/postgresql' }],
  ['service=other&gssencmode=require', { PGSERVICE: undefined, PGGSSENCMODE: 'disable' }],
])('with postgres://u:p@h/d?%s, the programs of PostgreSQL get %j', (parameters, expected) => {
  expect(libpqEnvironment(`postgres://u:p@h/d?${parameters}`)).toMatchObject({ ...address, ...expected });
});

test('the programs of PostgreSQL get the parts of an address without its encoding', () => {
  const parts = { PGHOST: '::1', PGPORT: '6432', PGUSER: 'ü', PGPASSWORD: 'p@', PGDATABASE: 'a b' };
  expect(libpqEnvironment('postgres://%C3%BC:p%40@[::1]:6432/a%20b')).toMatchObject(parts);
});

test('an address that names a file which is not there is refused in one sentence', () => {
  expect(() => libpqEnvironment('postgres://u:s3cret@h/d?sslrootcert=/nowhere/ca.pem')).toThrow(
    /^The database address cannot be used \(ENOENT: no such file or directory, open '\/nowhere\/ca\.pem'\)\.$/,
  );
});

test('a backup is not restored into the folder of a service that has started', async () => {
  const { location } = await prepared();
  const [data, folder] = [temporaryFolder(), temporaryFolder()];
  await admin('applications', 'add', ...location);
  await admin('backup', join(folder, 'backup'), ...location);
  const unlock = await lockFolder(data);
  expect(await refusalOf('restore', join(folder, 'backup'), '--data', data)).toMatch(
    /^Another Waylark service uses the data folder/,
  );
  unlock();
  expect(readdirSync(data)).toEqual(['waylark.lock']);
});
