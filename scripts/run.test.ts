import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findNode } from './installed-programs.mjs';

const run = join(import.meta.dirname, 'run.mjs');

/** Starts a program with run.mjs, as a script of package.json does. */
function start(source: string, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'waylark-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'program.ts');
  writeFileSync(program, source);
  const child = spawn(process.execPath, [run, '--packages', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { child, output: () => output, ended: once(child, 'close') };
}

it('runs a program in TypeScript with its arguments, and passes its exit code on', async () => {
  const { output, ended } = start(
    'const [path, ...args]: string[] = [process.execPath, ...process.argv.slice(2)]; console.log(JSON.stringify({ path, args })); process.exitCode = 3;',
    '--tests',
    'a b',
  );
  expect(await ended).toEqual([3, null]);
  expect(JSON.parse(output())).toEqual({ path: findNode(), args: ['--tests', 'a b'] });
});

it('passes a signal on, and waits for the program to clean up', async () => {
  const { child, output, ended } = start(
    "process.on('SIGTERM', () => setTimeout(() => { console.log('clean'); process.exit(7); }, 200)); setTimeout(() => process.exit(9), 60_000); console.log('ready');",
  );
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await ended).toEqual([7, null]);
  expect(output()).toContain('clean');
});
