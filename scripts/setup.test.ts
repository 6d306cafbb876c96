import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';

const root = join(import.meta.dirname, '..');
const lock = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ dev: z.optional(z.boolean()), optional: z.optional(z.boolean()) }),
  ),
});

it('installs nothing for a service whose packages for development are left out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waylark-setup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'node_modules'));
  for (const each of ['scripts', 'package-lock.json'])
    cpSync(join(root, each), join(folder, each), { recursive: true });
  const { packages } = lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const installed = Object.entries(packages).filter(([, { dev, optional }]) => !dev && !optional);
  const list = JSON.stringify({ packages: Object.fromEntries(installed) });
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), list);
  const npm = join(folder, 'npm.cjs');
  writeFileSync(npm, 'process.exit(1)');

  const statusOf = (flag: string) =>
    spawnSync(process.execPath, [join(folder, 'scripts', 'setup.mjs'), flag], {
      env: { ...process.env, npm_execpath: npm, npm_node_execpath: process.execPath },
    }).status;
  expect([statusOf('--service'), statusOf('--packages')]).toEqual([0, 1]);
});
