import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { notesOf, reproducibleBill } from './packages.ts';
import { release } from './release.ts';

const changelog = '# Changelog\n\n## Unreleased\n\n- Links can be sung.\n\n## 1.9.3\n\n- The first.\n';
const packageFile = { name: 'lark', version: '1.9.3', private: true };
const lockFile = {
  name: 'lark',
  version: '1.9.3',
  lockfileVersion: 3,
  packages: { '': { name: 'lark', version: '1.9.3' }, 'node_modules/a': { version: '1.9.3' } },
};
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A repository of a project of version 1.9.3. */
function repository(files: Record<string, string> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'waylark-release-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const all = {
    'CHANGELOG.md': changelog,
    'package.json': json(packageFile),
    'package-lock.json': json(lockFile),
    ...files,
  };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(root, name), text);
  git('init', '--quiet');
  git('config', 'user.name', 'A');
  git('config', 'user.email', 'a@a.example');
  git('add', '.');
  git('commit', '--quiet', '--message', 'First');
  const state = (): string => git('log', '--format=%H %D') + git('status', '--porcelain');
  const check = vi.fn<() => Promise<boolean>>().mockResolvedValue(true);
  const run = (version: string, isDryRun = false) =>
    release({ root, version, date: '2026-11-22', isDryRun, check });
  return { root, git, state, check, run, read: (name: string) => readFileSync(join(root, name), 'utf8') };
}

it('writes version and changelog, commits and tags them', async () => {
  const { git, run, read } = repository();
  await run('1.10.0');
  expect(read('package.json')).toBe(json({ ...packageFile, version: '1.10.0' }));
  expect(JSON.parse(read('package-lock.json'))).toEqual({
    ...lockFile,
    version: '1.10.0',
    packages: { ...lockFile.packages, '': { name: 'lark', version: '1.10.0' } },
  });
  const released = read('CHANGELOG.md');
  expect(released).toBe(changelog.replace('Unreleased\n', 'Unreleased\n\n## 1.10.0 (2026-11-22)\n'));
  expect(notesOf(released, '1.10.0')).toBe('- Links can be sung.');
  expect(notesOf(released, '1.1')).toBe('');
  expect(git('log', '--format=%s %D')).toMatch(/^Version 1\.10\.0 .*tag: v1\.10\.0/);
  expect(git('cat-file', '-t', 'v1.10.0')).toBe('tag\n');
  expect(git('status', '--porcelain')).toBe('');
});

it('refuses every version that is not next', async () => {
  const { state, run, check } = repository();
  const before = state();
  const others = ['1.9.3', '1.9.5', '1.11.0', '3.0.0', '1.10', 'v1.10.0', '1.10.0-rc.1', '01.10.0', ''];
  for (const version of others) {
    await expect(run(version)).rejects.toThrow(
      /The version after 1\.9\.3 is 1\.9\.4 or 1\.10\.0 or 2\.0\.0, not/,
    );
  }
  expect(state()).toBe(before);
  expect(check).not.toHaveBeenCalled();
});

it.each(['package.json', 'untracked.ts'])('refuses a tree in which %s is not committed', async (name) => {
  const { root, state, run } = repository();
  writeFileSync(join(root, name), '{ "version": "1.9.3" }');
  const before = state();
  await expect(run('1.9.4')).rejects.toThrow(/not clean/);
  expect(state()).toBe(before);
});

it('refuses checks that fail, a tag that exists and a changelog without news', async () => {
  const failing = repository();
  failing.check.mockResolvedValue(false);
  const before = failing.state();
  await expect(failing.run('1.9.4')).rejects.toThrow(/checks fail/);
  expect(failing.state()).toBe(before);

  const tagged = repository();
  tagged.git('tag', 'v1.9.4');
  await expect(tagged.run('1.9.4')).rejects.toThrow(/v1\.9\.4 exists/);

  const silent = repository({ 'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n## 1.9.3\n\n- The first.\n' });
  await expect(silent.run('1.9.4')).rejects.toThrow(/nothing under "Unreleased"/);
});

it('checks and writes nothing in a dry run', async () => {
  const { state, run, check } = repository();
  const before = state();
  await run('2.0.0', true);
  expect(check).toHaveBeenCalledOnce();
  expect(state()).toBe(before);
});

/** One package in two folders and one in a third, as npm 10 and npm 11 write them (measured with 10.8.2 and 11.19.1). */
const billOf = (npm: '10' | '11'): string => {
  const path = (value: string) => (npm === '10' ? [{ name: 'cdx:npm:package:path', value }] : []);
  const development = { name: 'cdx:npm:package:development', value: 'true' };
  const a = (folder: string) => ({ 'bom-ref': 'a@1.0.0', properties: [...path(folder), development] });
  const b = { 'bom-ref': 'b@2.0.0', properties: path('node_modules/b') };
  const of = (ref: string) => ({ ref, dependsOn: [] });
  return JSON.stringify({
    bomFormat: 'CycloneDX',
    serialNumber: `urn:uuid:${npm}`,
    metadata: {
      timestamp: `2026-11-22T20:30:${npm}Z`,
      tools: [{ vendor: 'npm', name: 'cli', version: npm }],
      component: { 'bom-ref': 'lark@1.0.0', name: `folder-${npm}`, properties: path('') },
    },
    components:
      npm === '10' ? [b, a('node_modules/a'), a('node_modules/b/node_modules/a')] : [a('node_modules/a'), b],
    dependencies:
      npm === '10' ? [of('b@2.0.0'), of('a@1.0.0'), of('a@1.0.0')] : [of('a@1.0.0'), of('b@2.0.0')],
  });
};

it('writes the same bill of materials whatever the version of npm, the folder and the moment are, with each package once', () => {
  const bill = reproducibleBill(billOf('11'), 'lark');
  expect(reproducibleBill(billOf('10'), 'lark')).toBe(bill);
  expect(bill).not.toMatch(/serialNumber|timestamp|folder-|"version"/);
  expect(JSON.parse(bill)).toMatchObject({
    metadata: { component: { name: 'lark' } },
    components: [
      { 'bom-ref': 'a@1.0.0', properties: [{ name: 'cdx:npm:package:development', value: 'true' }] },
      { 'bom-ref': 'b@2.0.0', properties: [] },
    ],
  });
});
