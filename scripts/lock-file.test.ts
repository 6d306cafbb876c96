/** What package-lock.json promises about everything that npm installs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';

const root = join(import.meta.dirname, '..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

const entry = z.object({
  version: z.optional(z.string()),
  integrity: z.optional(z.string()),
  resolved: z.optional(z.string()),
  hasInstallScript: z.optional(z.boolean()),
  dev: z.optional(z.boolean()),
  optional: z.optional(z.boolean()),
  os: z.optional(z.unknown()),
  cpu: z.optional(z.unknown()),
});
const { packages } = z.object({ packages: z.record(z.string(), entry) }).parse(read('package-lock.json'));
const versions = z.optional(z.record(z.string(), z.string()));
const manifest = z.object({
  devDependencies: versions,
  dependencies: versions,
  optionalDependencies: versions,
});
const manifests = ['package.json', 'server/package.json'].map((file) => manifest.parse(read(file)));
const isOwn = (path: string) => ['', 'server', 'node_modules/waylark-server'].includes(path);
const installed = Object.entries(packages).filter(([path]) => !isOwn(path));
const pathsOf = (found: typeof installed) => found.map(([path]) => path);

it('has a SHA-512 hash of every package, and takes it from the registry, whose addresses are left out (.npmrc)', () => {
  expect(installed.length).toBeGreaterThan(400);
  expect(pathsOf(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')))).toEqual([]);
  expect(pathsOf(installed.filter(([, { resolved }]) => resolved !== undefined))).toEqual([]);
});

/** Systems that docs/support.md promises, and the families of packages that have a program for each. */
const systems = ['linux x64', 'linux arm64', 'darwin x64', 'darwin arm64', 'win32 x64'];
const families = [
  /^node_modules\/node-/,
  /^node_modules\/@oxlint\/binding-/,
  /^node_modules\/@oxlint-tsgolint\//,
  /^node_modules\/@oxc-parser\/binding-/,
  /^node_modules\/@oxc-resolver\/binding-/,
  /^node_modules\/@rolldown\/binding-/,
  /^node_modules\/@typescript\/typescript-/,
  /^node_modules\/lightningcss-/,
];

// npm can write a lock file that has the packages of the machine it runs on only.
it.each(families)('has the packages of each system for %s', (family) => {
  const members = installed.filter(([path, { os }]) => family.test(path) && os !== undefined);
  const found = members.map(([, { os, cpu }]) => `${String(os)} ${String(cpu)}`);
  expect(systems.filter((system) => !found.includes(system))).toEqual([]);
});

it('names no package that runs a script when it is installed', () => {
  expect(pathsOf(installed.filter(([, { hasInstallScript }]) => hasInstallScript))).toEqual([]);
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

it('fixes the version of every dependency', () => {
  const named = manifests.flatMap((each) =>
    Object.values(each).flatMap((found) => Object.entries(found ?? {})),
  );
  expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

it('installs at most 30 packages for the service', () => {
  const ofService = installed.filter(([, { dev, optional }]) => !dev && !optional);
  expect(ofService.length).toBeGreaterThan(10);
  expect(pathsOf(ofService.slice(30))).toEqual([]);
});
