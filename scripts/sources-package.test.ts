import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { unpackSources, writeSources } from './sources-package.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waylark-sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A repository with one commit, and beside its files one that is untracked and one that is ignored. */
function repository() {
  const root = temporaryFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  write('.gitignore', '.env*\n');
  write('lib/名字 (1).ts', 'committed\n');
  git('init', '--quiet');
  git('config', 'user.name', 'A');
  git('config', 'user.email', 'a@a.example');
  git('add', '.');
  git('commit', '--quiet', '--message', 'First');
  write('lib/untracked.ts', 'secret\n');
  write('.env.local', 'secret\n');
  return { root, write, git };
}

it('contains exactly the files that git tracks, as they are on the disk, and leaves the repository as it is', async () => {
  const { root, write, git } = repository();
  const folder = join(temporaryFolder(), 'sources');
  write('lib/名字 (1).ts', 'changed\n');
  const before = git('status', '--porcelain') + git('for-each-ref');
  expect(await unpackSources(root, folder)).toBe(true);
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual([
    '.gitignore',
    'lib',
    'lib/名字 (1).ts',
  ]);
  expect(readFileSync(join(folder, 'lib/名字 (1).ts'), 'utf8')).toBe('changed\n');
  expect(git('status', '--porcelain') + git('for-each-ref')).toBe(before);
});

it('is not written in a folder that is not a repository, nor below one', async () => {
  const file = join(temporaryFolder(), 'sources.zip');
  expect(await writeSources(temporaryFolder(), file)).toBe(false);
  expect(await writeSources(join(repository().root, 'lib'), file)).toBe(false);
  expect(existsSync(file)).toBe(false);
});
