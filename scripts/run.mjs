/**
 * Runs a program of ours for a script of package.json: `node scripts/run.mjs <flag of setup.mjs> <file> [arguments]`.
 * scripts/setup.mjs first gets ready what it needs. Then it runs with the Node among the packages: the shell that npm
 * started goes on with the one that it found before these were installed. Plain JavaScript for Node 20.
 */
import { spawn, spawnSync } from 'node:child_process';
import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath, URL } from 'node:url';
import { findNode } from './installed-programs.mjs';

const [flag, program, ...args] = process.argv.slice(2);
const setup = fileURLToPath(new URL('setup.mjs', import.meta.url));
if (spawnSync(process.execPath, [setup, flag], { stdio: 'inherit' }).status !== 0) process.exit(1);

const child = spawn(findNode(), [program, ...args], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));

// A signal to npm ends npm and its shell, and does not reach this process.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  child.kill();
}, 500);
watch.unref();
