import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const parent = mkdtempSync(join(tmpdir(), 'waylark-parent-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const module = JSON.stringify(import.meta.resolve('./temporary-folder.ts'));
const env = { ...process.env, TMPDIR: parent, TEMP: parent, TMP: parent };
/** A run of tests: it says where a profile was left, as by a worker that was ended. */
const program = `
  import { mkdtempSync, writeFileSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { join } from 'node:path';
  const { setup } = await import(${module});
  setup();
  const profile = mkdtempSync(join(tmpdir(), 'profile-'));
  writeFileSync(join(profile, 'lock'), '');
  console.log(profile);`;
/** A process that has ended may be a zombie until its parent takes notice; then nothing is in its command line. */
const isRunning = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
};
const args = (more = '') => ['--input-type=module', '--eval', program + more];

it('ends a browser that outlives its worker, and would write its profile again', async () => {
  const browser = `
    import { spawn } from 'node:child_process';
    const writing = 'const { mkdirSync } = require("node:fs"); setInterval(() => mkdirSync(process.argv[1], { recursive: true }), 1)';
    const { pid } = spawn(process.execPath, ['--eval', writing, profile], { detached: true, stdio: 'ignore' });
    console.log(pid);
    setTimeout(() => process.exit(), 100);`;
  const output = execFileSync(process.execPath, args(browser), { env, encoding: 'utf8' });
  const [profile, pid] = output.trim().split('\n');
  expect(profile?.startsWith(parent)).toBe(true);
  await expect.poll(() => isRunning(Number(pid))).toBe(false);
  expect(readdirSync(parent)).toEqual([]);
});

it('of a run that was killed is removed by the next one, but not that of another that still runs', async () => {
  const start = async () => {
    const run = spawn(process.execPath, args('setInterval(() => undefined, 1000);'), { env });
    const [profile] = (await once(run.stdout, 'data')) as [Buffer];
    const end = async () => {
      const exited = once(run, 'exit');
      run.kill('SIGKILL');
      await exited;
    };
    return { profile: String(profile).trim(), end };
  };
  const [killed, running] = await Promise.all([start(), start()]);
  await killed.end();
  const other = join(parent, 'waylark-data-abc');
  mkdirSync(other);
  try {
    expect(existsSync(killed.profile)).toBe(true);
    execFileSync(process.execPath, args(), { env });
    expect([killed.profile, running.profile].map(existsSync)).toEqual([false, true]);
    expect(existsSync(other)).toBe(true);
  } finally {
    rmSync(other, { recursive: true });
    await running.end();
  }
});
