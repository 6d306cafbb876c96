import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import JSZip from 'jszip';
import { type Outcome, type RunOptions, root as projectRoot, runPackage } from './programs.ts';

const exec = promisify(execFile);

/** The date of every file, so that the same files make the same bytes. A zip can express no date before 1980. */
const date = new Date('2000-01-01T00:00:00Z');

interface TrackedFile {
  path: string;
  /** As git stores it: 0o100644, or 0o100755 for a program. */
  mode: number;
}

/**
 * Writes a zip with the files that git tracks in `root`, with their present content on the disk, which is what was built. WXT's
 * own sources package would contain untracked and ignored files, and no tests.
 *
 * @returns false, and nothing is written, if `root` is not the top of a git repository, as in an unpacked package of sources
 * @throws if a file that git tracks cannot be read
 */
export async function writeSourcesPackage(root: string, zipFile: string): Promise<boolean> {
  const files = await trackedFiles(root);
  if (files === undefined) return false;

  const zip = new JSZip();
  for (const { path, mode } of files) {
    const content = await readFile(join(root, path));
    zip.file(path, content, { date, unixPermissions: mode, createFolders: false });
  }

  const options = { type: 'nodebuffer', platform: 'UNIX', compression: 'DEFLATE' } as const;
  await writeFile(zipFile, await zip.generateAsync({ ...options, compressionOptions: { level: 9 } }));
  return true;
}

async function trackedFiles(root: string): Promise<TrackedFile[] | undefined> {
  const git = async (...args: string[]) =>
    (await exec('git', args, { cwd: root, maxBuffer: 2 ** 26 })).stdout;

  const top = await git('rev-parse', '--show-toplevel').catch(() => undefined);
  if (top === undefined || (await realpath(top.trimEnd())) !== (await realpath(root))) return undefined;

  // Each is "<mode> <hash> <stage>\t<path>".
  const entries = (await git('ls-files', '--stage', '-z')).split('\0').filter((entry) => entry !== '');
  return entries.map((entry) => ({
    path: entry.slice(entry.indexOf('\t') + 1),
    mode: Number.parseInt(entry.slice(0, 6), 8),
  }));
}

/**
 * Builds the extension for Chromium again, from the unpacked package of sources, in another folder, time zone and
 * language, and compares every file with the build that is there. tests/long/reproducible.test.ts does so for all packages.
 */
export async function rebuildFromSources(options: RunOptions = {}): Promise<Outcome> {
  const build = join('.output', 'chrome-mv3');
  const folder = await mkdtemp(join(tmpdir(), 'waylark-rebuild-'));
  try {
    if (!(await writeSourcesPackage(projectRoot, join(folder, 'sources.zip')))) {
      return { ok: true, output: 'git does not track this folder: there is no package of sources' };
    }
    const sources = join(folder, 'a', 'föld er');
    await unpack(join(folder, 'sources.zip'), sources);
    await symlink(join(projectRoot, 'node_modules'), join(sources, 'node_modules'), 'junction');
    const env = { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', NODE_ENV: 'development' };
    const built = await runPackage('wxt/bin/wxt.mjs', ['build'], { ...options, env, cwd: sources });
    if (!built.ok) return built;
    const differing = await differences(join(projectRoot, build), join(sources, build));
    return { ok: differing.length === 0, output: differing.map((file) => `${file} differs`).join('\n') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Unpacks a zip, with the modes of its files, as a reviewer of a store does. */
export async function unpack(zipFile: string, folder: string): Promise<void> {
  const { files } = await JSZip.loadAsync(await readFile(zipFile));
  for (const entry of Object.values(files).filter(({ dir }) => !dir)) {
    const path = join(folder, entry.name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await entry.async('nodebuffer'));
    await chmod(path, Number(entry.unixPermissions) & 0o777);
  }
}

/** The files that are not the same in both folders. */
async function differences(one: string, other: string): Promise<string[]> {
  const [these, those] = [await readFiles(one), await readFiles(other)];
  const names = new Set([...these.keys(), ...those.keys()]);
  return [...names].filter((name) => {
    const [here, there] = [these.get(name), those.get(name)];
    return !here || !there || !here.equals(there);
  });
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const contents = paths.map(async (path) => [path.slice(folder.length), await readFile(path)] as const);
  return new Map(await Promise.all(contents));
}
