import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { readConnectionCode } from '../lib/connection-code/contract.ts';
import { fileName } from './store/sqlite/database.ts';
import { temporaryFolder } from './test-app.ts';

function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    if (child.exitCode === null) child.kill('SIGKILL');
  });
  return child;
}

/** Runs until the process exits; returns its exit code and output. */
async function finish(args: readonly string[], environment?: NodeJS.ProcessEnv) {
  const child = run(args, environment);
  const closed = once(child, 'close');
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return { code: child.exitCode, out, error };
}

/** Starts the service, waits until it runs, stops it as Ctrl+C does; returns its output. */
async function startAndStop(args: readonly string[], environment?: NodeJS.ProcessEnv): Promise<string> {
  const child = run(args, environment);
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    if (out.includes('Ctrl+C') && !child.killed) child.kill('SIGINT');
  });
  await once(child, 'close');
  expect(child.exitCode).toBe(0);
  return out;
}

async function expectRefusal(result: ReturnType<typeof finish>, sentence: RegExp) {
  const { code, out, error } = await result;
  expect(error).toMatch(sentence);
  expect(error.trim().split('\n')).toHaveLength(1);
  expect({ code, out }).toEqual({ code: 1, out: '' });
}

const key = /SecretKey +([0-9A-Za-z]{43})\n/;

test('the connection code of the first run holds what is above it', async () => {
  const out = await startAndStop(['--data', temporaryFolder(), '--port', '0']);
  const parts = readConnectionCode(/^ +(waylark:1:\S+)$/m.exec(out)?.[1] ?? '');
  expect(parts?.secretKey).toBe(key.exec(out)?.[1]);
  expect(out).toContain(`Service address  ${parts?.address ?? ''}\n`);
  expect(out).toContain(`SecretID         ${parts?.secretId ?? ''}\n`);
});

test('the log for programs has one JSON object in a line', async () => {
  const out = await startAndStop([
    '--data',
    temporaryFolder(),
    '--port',
    '0',
    '--log',
    'json',
    '--operation-port',
    '0',
  ]);
  const lines = out.split('\n').filter((line) => line.startsWith('{'));
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged.at(0)).toMatchObject({
    level: 30,
    service: 'waylark',
    msg: expect.stringMatching(/is running/) as string,
  });
  expect(logged.at(-1)).toMatchObject({ msg: "Waylark's service is stopping." });
});

test('the first run shows its address and a key, later runs neither show nor change the key', async () => {
  const data = temporaryFolder();
  const first = await startAndStop(['--data', data, '--port', '0']);
  expect(first).toMatch(/Service address +http:\/\/127\.0\.0\.1:\d+\/v3\n +SecretID +[0-9A-Za-z]{20}\n/);
  expect(first).toMatch(key);
  const second = await startAndStop([], { WAYLARK_DATA: data, WAYLARK_PORT: '0' });
  expect(second).not.toMatch(key);
  expect(second).toContain('--new-application');
  const third = await startAndStop(['--data', data, '--port=0', '--new-application']);
  expect(key.exec(third)?.[1]).not.toBe(key.exec(first)?.[1]);
});

test('an application can be removed once', async () => {
  const data = temporaryFolder();
  const out = await startAndStop(['--data', data, '--port', '0']);
  const id = /SecretID +(\S+)/.exec(out)?.[1] ?? '';
  expect(await finish(['--data', data, '--remove-application', id])).toMatchObject({ code: 0, error: '' });
  await expectRefusal(finish(['--data', data, '--remove-application', id]), /^There is no application/);
});

test('a port in use', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void blocker.close());
  await once(blocker, 'listening');
  const address = blocker.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  await expectRefusal(
    finish(['--data', temporaryFolder(), '--port', port]),
    new RegExp(`^Port ${port} .* in use`),
  );
});

test('a folder that cannot be written', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expectRefusal(
    finish(['--data', join(file, 'below'), '--port', '0']),
    /^The data folder cannot be written/,
  );
  await expectRefusal(finish(['--data', file, '--port', '0']), /^The data folder cannot be written/);
  const folder = temporaryFolder();
  mkdirSync(join(folder, fileName));
  await expectRefusal(finish(['--data', folder, '--port', '0']), /^The data folder cannot be written/);
});

test('a damaged file and a file of another program are not changed', async () => {
  const intact = await intactFile();
  const truncated = intact.subarray(0, intact.length / 2);
  const overwritten = Buffer.from(intact).fill(0xff, 4096 + 8, 4096 * 2);
  const files = {
    truncated,
    overwritten,
    text: Buffer.from('Dear diary'.repeat(500)),
    foreign: foreignFile(),
  };
  for (const bytes of Object.values(files)) {
    const folder = temporaryFolder();
    writeFileSync(join(folder, fileName), bytes);
    await expectRefusal(
      finish(['--data', folder, '--port', '0']),
      /^The data file .* is damaged or not Waylark's/,
    );
    expect(readFileSync(join(folder, fileName)).equals(bytes)).toBe(true);
  }
});

test('a file that another program has locked', async () => {
  const folder = temporaryFolder();
  await startAndStop(['--data', folder, '--port', '0']);
  const database = new DatabaseSync(join(folder, fileName));
  database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  await expectRefusal(finish(['--data', folder, '--port', '0']), /is in use by another program/);
  database.close();
});

test('a file of another version', async () => {
  const folder = temporaryFolder();
  await startAndStop(['--data', folder, '--port', '0']);
  const database = new DatabaseSync(join(folder, fileName));
  database.exec('PRAGMA user_version = 99');
  database.close();
  await expectRefusal(finish(['--data', folder, '--port', '0']), /written by another version/);
});

test.each([
  [['--port', 'eighty'], {}, /^"eighty" is not a port/],
  [['--port', '65536'], {}, /^"65536" is not a port/],
  [['--port', '-1'], {}, /^--port needs a value/],
  [['--port=1.5'], {}, /^"1\.5" is not a port/],
  [[], { WAYLARK_PORT: '8e3' }, /^"8e3" is not a port/],
  [['--data'], {}, /^--data needs a value/],
  [['--data', '--port', '0'], {}, /^--data needs a value/],
  [['--grey', '--port', '0'], {}, /^--grey needs a value/],
  [
    ['--grey', '/nowhere/days.json'],
    {},
    /^The grayscale days in \/nowhere\/days\.json cannot be read \(ENOENT\)\.$/m,
  ],
  [['--grayscale'], {}, /^--grayscale needs a value/],
  [
    ['--grayscale', '/'],
    { WAYLARK_GREY: '/other' },
    /^The grayscale days in \/ cannot be read \(EISDIR\)\.$/m,
  ],
  [[], { WAYLARK_GRAYSCALE: '/' }, /^The grayscale days in \/ cannot be read \(EISDIR\)\.$/m],
  [[], { WAYLARK_GREY: '/' }, /^The grayscale days in \/ cannot be read \(EISDIR\)\.$/m],
  [['--help=yes'], {}, /^--help takes no value/],
  [['--prot', '1'], {}, /^Unknown flag --prot/],
  [['-x'], {}, /^Unknown flag -x/],
  [['8404'], {}, /^Unknown word "8404"/],
  [['--constructor'], {}, /^Unknown flag --constructor/],
  [['--host', '203.0.113.7', '--port', '0'], {}, /^This machine cannot listen on 203\.0\.113\.7/],
])('bad flags %j %j', async (args, environment, sentence) => {
  await expectRefusal(finish(args, { WAYLARK_DATA: temporaryFolder(), ...environment }), sentence);
});

test('--help lists every flag, default and variable', async () => {
  const { code, out } = await finish(['--help']);
  expect(code).toBe(0);
  for (const word of [
    '--port',
    '8404',
    'WAYLARK_PORT',
    '--data',
    '.data',
    'WAYLARK_DATA',
    '--grayscale',
    'WAYLARK_GRAYSCALE',
    '--grey',
    'WAYLARK_GREY',
    '--host',
    'WAYLARK_HOST',
  ]) {
    expect(out).toContain(word);
  }
});

async function intactFile(): Promise<Buffer> {
  const folder = temporaryFolder();
  await startAndStop(['--data', folder, '--port', '0']);
  return readFileSync(join(folder, fileName));
}

function foreignFile(): Buffer {
  const file = join(temporaryFolder(), 'foreign.db');
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE diary (text)');
  database.close();
  return readFileSync(file);
}
