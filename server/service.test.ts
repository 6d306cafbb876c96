import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { envelope, tokenData } from '../lib/api/contract.ts';
import { add, call, startProcess, tokenFrom } from '../tests/support/service/instances.ts';
import { type ServiceOptions, startService } from './service.ts';
import { StartError } from './config/errors.ts';
import { fileName, lockFolder } from './store/sqlite/database.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import { temporaryFolder } from '../tests/support/service/test-app.ts';

async function testService(data = temporaryFolder(), options: Partial<ServiceOptions> = {}) {
  const service = await startService({ data, ...options });
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await service.close();
    isClosed = true;
  };
  onTestFinished(close);
  return { ...service, close };
}

test('a link created over HTTP redirects, also after a restart on the same port, where the token creates another', async () => {
  const data = temporaryFolder();
  const first = await testService(data);
  const token = await tokenFrom(first, await first.createApplication());
  const id = await add(first, token, 'https://example.com/');
  const follow = () => fetch(`${first.origin}/${id}`, { redirect: 'manual' });
  expect((await follow()).headers.get('location')).toBe('https://example.com/');
  await first.close();
  await expect(follow()).rejects.toThrow();
  const second = await testService(data, { port: first.port });
  expect((await follow()).status).toBe(302);
  expect(await add(second, token, 'https://example.com/')).toMatch(/^\w{10}$/);
});

test('behind a proxy, wrong keys are counted for the client that X-Forwarded-For names', async () => {
  // On a busy machine, twenty calls may take longer than the second in which they are allowed.
  const now = () => 1_800_000_000_000;
  const { address } = await testService(undefined, { trustedProxies: ['127.0.0.1'], now });
  const codeFor = async (client: string) => {
    const headers = { SecretID: 'someone', SecretKey: 'wrong', 'x-forwarded-for': client };
    return (await call(`${address}/openAPI/token`, { headers })).answer?.code;
  };
  for (let times = 0; times < 20; times += 1) expect(await codeFor('203.0.113.7')).toBe(803);
  expect([await codeFor('203.0.113.7'), await codeFor('198.51.100.1')]).toEqual([429, 803]);
});

test('the SDK of v3 repeats lines after a timeout, and creates one link, but not with another token in one of them', async () => {
  const service = await testService();
  const { secretId, secretKey } = await service.createApplication();
  const send = async (path: string, Authorization: string[], body?: string) => {
    const headers = { Authorization, 'content-type': 'application/json' };
    const sent = request(service.address + path, { method: body ? 'POST' : 'GET', headers }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return envelope.parse(await json(response));
  };
  const basic = Array<string>(3).fill(`Basic ${secretId}:${secretKey}`);
  const { token } = tokenData.parse((await send('/openAPI/token', basic)).data);
  const addWith = (other: string) => {
    const body = '{"link":"https://example.com/","validity":9999999999}';
    return send('/shortLink/add', [`Bearer ${token}`, `Bearer ${other}`], body);
  };
  expect(await addWith(token)).toMatchObject({ code: 200, msg: 'success' });
  // As at the public service.
  expect(await addWith('another')).toEqual({ code: 801, data: null, msg: 'permission denied' });
  expect(await service.store.listLinks({ after: '', pageSize: 9 })).toHaveLength(1);
});

test('a port in use is an error of one sentence, and the data file is closed', async () => {
  const { port } = await testService();
  const data = temporaryFolder();
  await (await testService(data)).close();
  await expectRefusal({ data, port }, /^Port \d+ on 127\.0\.0\.1 is already in use[^.]*--port\.$/);
  expect(readdirSync(data)).toEqual([fileName, 'waylark.lock']);
  const options = { data, port: 0, opsPort: port };
  await expectRefusal(options, /^Port \d+ on 127\.0\.0\.1 is already in use[^.]*--ops-port\.$/);
});

test('closes within seconds while a client does not finish its request', async () => {
  const { port, origin, close } = await testService();
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nX-Never-Ends: ');
  await once(socket, 'connect');
  // A connection that came later was answered: so the service has accepted this one.
  expect((await fetch(`${origin}/`)).status).toBe(200);
  const start = performance.now();
  await close();
  expect(performance.now() - start).toBeLessThan(8000);
  socket.destroy();
});

/** Expects that the service does not start, and says why in one sentence, which main.ts prints. */
async function expectRefusal(options: ServiceOptions, sentence: RegExp): Promise<void> {
  const refusal = startService(options);
  for (const expected of [StartError, sentence, /^[^\n]*\.$/])
    await expect(refusal).rejects.toThrow(expected);
}

test('a folder that cannot be written', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const folder = temporaryFolder();
  mkdirSync(join(folder, fileName));
  for (const data of [join(file, 'below'), file, folder])
    await expectRefusal({ data }, /^The data folder cannot be written/);
});

test('a damaged file and a file of another program are not changed', async () => {
  const intact = readFileSync(join(await usedFolder(), fileName));
  const files = {
    truncated: intact.subarray(0, intact.length / 2),
    overwritten: Buffer.from(intact).fill(0xff, 4096 + 8, 4096 * 2),
    text: Buffer.from('Dear diary'.repeat(500)),
    foreign: foreignFile(),
  };
  for (const bytes of Object.values(files)) {
    const data = temporaryFolder();
    writeFileSync(join(data, fileName), bytes);
    await expectRefusal({ data }, /^The data file .* is damaged or not Waylark's/);
    expect(readFileSync(join(data, fileName)).equals(bytes)).toBe(true);
  }
});

test('a file that another program has locked', async () => {
  const data = await usedFolder();
  const database = new DatabaseSync(join(data, fileName));
  database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  await expectRefusal({ data }, /is in use by another program/);
  database.close();
});

test('a folder that another service uses, whose file is neither created nor updated, until that ends, also by a kill; commands go on beside it', async () => {
  const data = temporaryFolder();
  const sentence =
    /^Another Waylark service uses the data folder .*; stop that first, or choose .* --data\.$/;
  const { child: other } = await startProcess({ WAYLARK_DATA: data });
  await expectRefusal({ data }, sentence);
  const command = await openSqliteStore(data);
  expect(await command.countApplications()).toBe(1);
  await command.close();

  other.kill('SIGKILL');
  await once(other, 'close');
  await (await testService(data)).close();

  const untouched = temporaryFolder();
  const unlock = await lockFolder(untouched);
  await expectRefusal({ data: untouched }, sentence);
  expect(readdirSync(untouched)).not.toContain(fileName);
  unlock();
});

test('an address that this machine does not have', async () => {
  const options = { data: temporaryFolder(), host: '203.0.113.7' };
  await expectRefusal(options, /^This machine cannot listen on 203\.0\.113\.7/);
});

/** A folder with the data of a service that was started once, and has an application as after its first start. */
async function usedFolder(): Promise<string> {
  const data = temporaryFolder();
  const { createApplication, close } = await testService(data);
  await createApplication();
  await close();
  return data;
}

function foreignFile(): Buffer {
  const file = join(temporaryFolder(), 'foreign.db');
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE diary (text)');
  database.close();
  return readFileSync(file);
}
