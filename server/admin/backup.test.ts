import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { lacks } from '../../tests/support/browsers/needs.ts';
import { type Certificate, createCertificate } from '../../tests/support/service/certificate.ts';
import { postgresPrograms } from '../../tests/support/service/postgres-cluster.ts';
import { readConfiguration } from '../config/configuration.ts';
import { temporaryFolder } from '../../tests/support/service/test-app.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { backUp, restore } from './backup.ts';
import { cannotRead, cannotWrite } from './own-file.ts';
import { libpqEnvironment } from './postgres-programs.ts';

/** Kinds of messages, https://www.postgresql.org/docs/current/protocol-message-formats.html. */
const [sslRequest, gssRequest] = [80877103, 80877104];
const cleartextPassword = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);

/** A server that pretends to be PostgreSQL and asks each client for its password; with a certificate, also by TLS. */
async function startFalseServer(certificate?: Certificate) {
  const passwords: string[] = [];
  const talk = (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (message: Buffer) => {
      const kind = message.length >= 8 ? message.readInt32BE(4) : 0;
      if (kind === gssRequest || (kind === sslRequest && !certificate)) {
        socket.write('N');
      } else if (kind === sslRequest) {
        socket.removeAllListeners('data');
        socket.write('S');
        talk(new TLSSocket(socket, { isServer: true, key: certificate?.key, cert: certificate?.cert }));
      } else if (message[0] === 'p'.charCodeAt(0)) {
        passwords.push(message.subarray(5, -1).toString());
        socket.destroy();
      } else {
        socket.write(cleartextPassword);
      }
    });
  };
  const server = createServer(talk).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, passwords };
}

/** Backs up from a database address; returns why it failed. */
async function failureOf(database: string): Promise<string> {
  const configuration = readConfiguration({ database }, {});
  const failure: unknown = await backUp(configuration, join(temporaryFolder(), 'file')).catch(
    (error: unknown) => error,
  );
  return failure instanceof Error ? failure.message : '';
}

test('a backup has its name when it is whole, and a restore leaves nothing behind that is none', async () => {
  const data = temporaryFolder();
  (await openDatabase(data)).close();
  const folder = temporaryFolder();
  const file = join(folder, 'backup');
  const source = { database: '', data };
  await backUp(source, file, () => {
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^backup\.\w+\.part$/)]);
    return '';
  });
  expect(readdirSync(folder)).toEqual(['backup']);
  expect(statSync(file).mode & 0o077).toBe(0);
  await expect(backUp(source, file)).rejects.toThrow(/exists already; choose another name\.$/);
  for (const [place, reason] of [
    ['/nowhere/backup', 'ENOENT'],
    [join(file, 'backup'), 'ENOTDIR'],
  ] as const)
    await expect(backUp(source, place)).rejects.toThrow(
      `The backup cannot be written to ${place} (${reason}).`,
    );

  const target = { database: '', data: join(folder, 'new') };
  writeFileSync(join(folder, 'dump'), 'PGDMP and more');
  writeFileSync(join(folder, 'half'), readFileSync(file).subarray(0, 5000));
  await expect(restore(target, join(folder, 'dump'))).rejects.toThrow(
    /dump is the backup of a database; name one with --database\.$/,
  );
  await expect(restore({ ...source, database: 'postgres://u@h/d' }, file)).rejects.toThrow(
    /backup is the backup of a data file; name a folder with --data\.$/,
  );
  await expect(restore(target, join(folder, 'half'))).rejects.toThrow(/half is no backup of Waylark\.$/);
  expect(existsSync(target.data)).toBe(false);
  await restore(target, file);
  expect(readdirSync(target.data)).toEqual(['waylark.db']);
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

test.each([
  ['u:p@h/d', { ...address, PGSSLMODE: 'prefer' }],
  ['u:p@h/d?sslmode=disable', { ...address, PGSSLMODE: 'disable' }],
  ['u:p@h/d?sslmode=no-verify', { ...address, PGSSLMODE: 'require' }],
  ['u:p@h/d?ssl=no-verify', { ...address, PGSSLMODE: 'require' }],
  ['u:p@h/d?ssl=true', { ...address, ...verified }],
  ['u:p@h/d?ssl=1', { ...address, ...verified }],
  ['u:p@h/d?ssl=0', { ...address, PGSSLMODE: 'prefer' }],
  ['u:p@h/d?sslmode=allow', { ...address, ...verified }],
  ['u:p@h/d?sslmode=prefer', { ...address, ...verified }],
  ['u:p@h/d?sslmode=require', { ...address, ...verified }],
  ['u:p@h/d?sslmode=verify-ca', { ...address, ...verified }],
  ['u:p@h/d?sslmode=verify-full', { ...address, ...verified }],
  ['u:p@h/d?sslmode=no-verify&sslmode=require', { ...address, ...verified }],
  ['u:p@h/d?sslnegotiation=direct', { ...address, ...verified, PGSSLNEGOTIATION: 'direct' }],
  [`u:p@h/d?sslrootcert=${ca}`, { ...address, PGSSLMODE: 'verify-full', PGSSLROOTCERT: ca }],
  [
    `u:p@h/d?sslcert=${ca}&sslkey=${ca}&sslmode=require`,
    { ...address, ...verified, PGSSLCERT: ca, PGSSLKEY: ca },
  ],
  [
    `u:p@h/d?uselibpqcompat=true&sslmode=require&sslrootcert=${ca}`,
    { ...address, PGSSLMODE: 'verify-ca', PGSSLROOTCERT: ca },
  ],
  ['u:p@h/d?uselibpqcompat=true&sslmode=prefer', { ...address, PGSSLMODE: 'require' }],
  [
    'u:p@h/d?application_name=a&connect_timeout=3&options=-c%20x%3D1&channel_binding=require',
    {
      ...address,
      PGAPPNAME: 'a',
      PGCONNECT_TIMEOUT: '3',
      PGOPTIONS: '-c x=1',
      PGCHANNELBINDING: 'require',
    },
  ],
  [
    '%C3%BC:p%40@[::1]:6432/a%20b',
    { PGHOST: '::1', PGPORT: '6432', PGUSER: 'ü', PGPASSWORD: 'p@', PGDATABASE: 'a b' },
  ],
  ['u:p@h/d?host=/run/postgresql', { ...address, PGHOST: '/run/postgresql' }],
  ['u:p@h/d?service=other&gssencmode=require', { ...address, PGSERVICE: undefined, PGGSSENCMODE: 'disable' }],
])('with postgres://%s, the programs of PostgreSQL get %j', (rest, expected) => {
  expect(libpqEnvironment(`postgres://${rest}`)).toMatchObject(expected);
});

test('an address that names a file which is not there is refused in one sentence', () => {
  expect(() => libpqEnvironment('postgres://u:s3cret@h/d?sslrootcert=/nowhere/ca.pem')).toThrow(
    /^The database address cannot be used \(ENOENT: no such file or directory, open '\/nowhere\/ca\.pem'\)\.$/,
  );
});

test.skipIf(postgresPrograms === undefined || lacks('openssl')).for([
  ['sslmode=prefer', true, []],
  ['sslmode=require', true, []],
  ['ssl=true', true, []],
  ['sslmode=require&sslrootcert=OTHER', true, []],
  ['ssl=true', false, []],
  ['sslmode=prefer', false, []],
  ['sslmode=no-verify', true, ['s3cret']],
  ['sslmode=verify-full&sslrootcert=OWN', true, ['s3cret']],
  ['sslmode=disable', false, ['s3cret']],
] as const)(
  'with %s, pg_dump sends to a server with a certificate of its own (%s) the passwords %j',
  async ([query, hasCertificate, passwords]) => {
    const [own, other] = [createCertificate(temporaryFolder()), createCertificate(temporaryFolder())];
    const server = await startFalseServer(hasCertificate ? own : undefined);
    const parameters = query.replace('OTHER', other.certFile).replace('OWN', own.certFile);
    const failure = await failureOf(`postgres://u:s3cret@localhost:${server.port}/x?${parameters}`);
    if (passwords.length === 0) expect(failure).toMatch(/^pg_dump failed: connection to server .*\.$/);
    expect(server.passwords).toEqual(passwords);
  },
);
