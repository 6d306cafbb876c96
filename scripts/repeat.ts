/**
 * `npm run test:repeat -- <file> [times] [flags of Vitest]`: runs the tests of a file again and again (20 times unless it says
 * otherwise) while two other processes are busy, and shows the output of each run that fails. Browser tests get new builds
 * first. The last line is "N passed, N failed", over runs.
 */
import { spawn } from 'node:child_process';
import { type Outcome, runPackage, runScript, say } from './programs.ts';

const [file, ...rest] = process.argv.slice(2);
const times = /^\d+$/.test(rest[0] ?? '') ? Number(rest.shift()) : 20;

if (file === undefined) {
  say('Name a test file: npm run test:repeat -- tests/windows/menu.test.ts 20');
  process.exit(1);
}
if (/^tests\/(journeys|browsers|windows|long)\//.test(file)) {
  await build('build');
  await build('build:firefox');
}

// Processes that keep the processor busy. They end with this one, which closes their standard input.
const loop =
  'process.stdin.on("end", () => process.exit()).resume(); (function work() { for (let i = 0; i < 1e7; i++); setImmediate(work); })()';
const busy = [0, 1].map(() => spawn(process.execPath, ['-e', loop], { stdio: ['pipe', 'ignore', 'ignore'] }));

let failed = 0;
for (let run = 1; run <= times; run += 1) {
  const began = performance.now();
  const { ok, output } = await runPackage('vitest/vitest.mjs', ['run', file, ...rest]);
  if (!ok) failed += 1;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`${ok ? '✓' : '✗'} run ${run} of ${times} (${seconds} s)`);
  if (!ok) say(output.trimEnd());
}

for (const each of busy) each.kill();
say(`${times - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function build(script: string): Promise<void> {
  const { ok, output }: Outcome = await runScript(script);
  if (ok) return;
  say(output.trimEnd());
  process.exit(1);
}
