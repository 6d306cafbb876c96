import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Outcome, type RunOptions, root as projectRoot, run, runPackage } from './programs.ts';

const exec = promisify(execFile);

/**
 * Writes an archive (`.zip` or `.tar`) of the files that git tracks in `root`, as they are on the disk, which is what was
 * built. WXT's own sources package would contain untracked and ignored files, and no tests.
 *
 * @returns false, and nothing is written, if `root` is not the top of a git repository, as in an unpacked package of sources
 */
export async function writeSources(root: string, archive: string): Promise<boolean> {
  // A zip has local times.
  const git = (...args: string[]) => exec('git', args, { cwd: root, env: { ...process.env, TZ: 'UTC' } });

  const prefix = await git('rev-parse', '--show-prefix').catch(() => undefined);
  if (prefix?.stdout !== '\n') return false;

  // What is not committed is in a commit that no branch and no list has; in a clean tree, there is none.
  const { stdout: uncommitted } = await git('stash', 'create');
  // A zip is not compressed: its bytes would depend on the zlib of this git.
  const level = archive.endsWith('.zip') ? ['-0'] : [];
  await git('archive', ...level, `--output=${archive}`, uncommitted.trim() || 'HEAD');
  return true;
}

/** Unpacks the sources of `root` into a new folder; false, and there is none, if `writeSources` writes nothing. */
export async function unpackSources(root: string, folder: string): Promise<boolean> {
  const archive = `${folder}.tar`;
  await mkdir(dirname(folder), { recursive: true });
  if (!(await writeSources(root, archive))) return false;

  await mkdir(folder);
  // Without a path: some programs take what is before a colon for another machine.
  await exec('tar', ['-xf', join('..', basename(archive))], { cwd: folder });
  await rm(archive);
  return true;
}

/**
 * Builds the extension for Chromium again, from its sources package, in another folder, time zone and language, and compares
 * every file with the build that is there. tests/long/reproducible.test.ts does so for all packages.
 */
export async function rebuildFromSources(options: RunOptions = {}): Promise<Outcome> {
  const build = join('.output', 'chrome-mv3');
  const folder = await mkdtemp(join(tmpdir(), 'waylark-rebuild-'));
  try {
    const sources = join(folder, 'a', 'föld er');
    if (!(await unpackSources(projectRoot, sources))) {
      return { ok: true, output: 'git does not track this folder: there is no package of sources' };
    }
    await symlink(join(projectRoot, 'node_modules'), join(sources, 'node_modules'), 'junction');
    const env = { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', NODE_ENV: 'development' };
    const built = await runPackage('wxt/bin/wxt.mjs', ['build'], { ...options, env, cwd: sources });
    if (!built.ok) return built;
    return await run('git', [
      'diff',
      '--no-index',
      '--name-status',
      join(projectRoot, build),
      join(sources, build),
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
