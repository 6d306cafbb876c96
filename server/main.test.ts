import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { readConnectionCode } from '../lib/connection-code/contract.ts';
import { temporaryFolder } from '../tests/support/service/test-app.ts';

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

/** Starts the service, waits until it runs, stops it as Ctrl+C does, then by these signals; returns its output. */
async function startAndStop(
  args: readonly string[],
  environment?: NodeJS.ProcessEnv,
  signals: readonly NodeJS.Signals[] = [],
): Promise<string> {
  const child = run(args, environment);
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    if (!out.includes('Ctrl+C') || child.killed) return;
    child.kill('SIGINT');
    for (const [at, signal] of signals.entries()) setTimeout(() => child.kill(signal), 100 + at * 100);
  });
  await once(child, 'close');
  expect(child.exitCode).toBe(0);
  return out;
}

const key = /SecretKey +([0-9A-Za-z]{43})\n/;

test('the log for programs has one JSON object in a line, and says where an instance behind a proxy listens', async () => {
  const flags = ['--port=0', '--log=json', '--ops-port=0', '--public-origin=https://s.example'];
  const lines = (await startAndStop(['--data', temporaryFolder(), ...flags])).trim().split('\n');
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const running = /^Waylark's service is running: https:\/\/s\.example\/v3 \(listens on 127\.0\.0\.1:\d+\)$/;
  expect(logged.at(0)).toMatchObject({ level: 'info', service: 'waylark' });
  expect(logged.at(0)?.['msg']).toMatch(running);
  expect(logged.at(-1)).toMatchObject({ msg: "Waylark's service is stopping." });
});

test('a second signal does not end the service before its pending requests are answered', async () => {
  const flags = ['--data', temporaryFolder(), '--port', '0', '--drain', '1'];
  expect(await startAndStop(flags, {}, ['SIGTERM', 'SIGINT'])).toContain('Ctrl+C');
});

test('the first run shows its address and a key, later runs neither show nor change the key', async () => {
  const data = temporaryFolder();
  const first = await startAndStop(['--data', data, '--port', '0']);
  expect(first).toMatch(/^Waylark's service is running: http:\/\/127\.0\.0\.1:\d+\/v3\n/);
  expect(first).toMatch(/Service address +http:\/\/127\.0\.0\.1:\d+\/v3\n +SecretID +[0-9A-Za-z]{20}\n/);
  const parts = readConnectionCode(/^ +(waylark:1:\S+)$/m.exec(first)?.[1] ?? '');
  expect(parts?.secretKey).toBe(key.exec(first)?.[1]);
  expect(first).toContain(`Service address  ${parts?.address ?? ''}\n`);
  expect(first).toContain(`SecretID         ${parts?.secretId ?? ''}\n`);
  const second = await startAndStop([], { WAYLARK_DATA: data, WAYLARK_PORT: '0' });
  expect(second).not.toMatch(key);
  expect(second).toContain('--new-application');
  const third = await startAndStop(['--data', data, '--port=0', '--new-application']);
  expect(key.exec(third)?.[1]).not.toBe(key.exec(first)?.[1]);
});

// Every other flag and file: configuration.test.ts, service.test.ts.
test('a flag that cannot be used creates nothing', async () => {
  const data = join(temporaryFolder(), 'data');
  const child = run(['--port', 'eighty'], { WAYLARK_DATA: data });
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect([child.exitCode, out]).toEqual([1, '']);
  expect(error).toMatch(/^"eighty" is not a port[^\n]*\n$/);
  expect(existsSync(data)).toBe(false);
});
