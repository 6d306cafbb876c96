import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import JSZip from 'jszip';
import { expect, it, onTestFinished } from 'vitest';
import { writeSourcesPackage } from './sources-package.ts';

const tracked = {
  '.gitignore': '*.log\n.env*\n',
  '.npmrc': 'save-exact=true\n',
  'lib/a (1).test.ts': 'test\n',
  'public/_locales/zh/名字.json': '{}\n',
  'run.sh': '#!/bin/sh\n',
};

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waylark-sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A repository with the tracked files, and beside them one that is untracked and two that are ignored. */
function repository(): string {
  const root = temporaryFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(tracked)) write(path, text);
  chmodSync(join(root, 'run.sh'), 0o755);
  execFileSync('git', ['init', '-q'], { cwd: root });
  execFileSync('git', ['add', '.'], { cwd: root });
  for (const path of ['lib/untracked.ts', 'ignored.log', '.env.local']) write(path, 'secret\n');
  return root;
}

it('contains exactly the files that git tracks, as they are on the disk, and has the same bytes for the same files', async () => {
  const root = repository();
  writeFileSync(join(root, 'lib/a (1).test.ts'), 'changed\n');
  const file = join(temporaryFolder(), 'sources.zip');
  expect(await writeSourcesPackage(root, file)).toBe(true);
  const bytes = readFileSync(file);
  const { files } = await JSZip.loadAsync(bytes);
  const texts = Object.values(files).map(async (entry) => [entry.name, await entry.async('text')] as const);
  expect(Object.fromEntries(await Promise.all(texts))).toEqual({
    ...tracked,
    'lib/a (1).test.ts': 'changed\n',
  });
  expect(files['run.sh']?.unixPermissions).toBe(0o100_755);

  await writeSourcesPackage(root, file);
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

it('is not written in a folder that is not a repository, nor below one', async () => {
  const file = join(temporaryFolder(), 'sources.zip');
  expect(await writeSourcesPackage(temporaryFolder(), file)).toBe(false);
  expect(await writeSourcesPackage(join(repository(), 'lib'), file)).toBe(false);
  expect(existsSync(file)).toBe(false);
});
