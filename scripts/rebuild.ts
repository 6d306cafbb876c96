import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import JSZip from 'jszip';
import { type Outcome, type RunOptions, root, runPackage } from './programs.ts';
import { writeSourcesPackage } from './sources-package.ts';

const build = join('.output', 'chrome-mv3');

/**
 * Builds the extension for Chromium once more, from the unpacked package of sources, in another folder, time zone and
 * language, and compares every file with the build that is there. tests/long/reproducible.test.ts does so for all packages.
 */
export async function rebuildFromSources(options: RunOptions = {}): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'waylark-rebuild-'));
  try {
    if (!(await writeSourcesPackage(root, join(folder, 'sources.zip')))) {
      return { ok: true, output: 'git does not track this folder: there is no package of sources' };
    }
    const sources = join(folder, 'a', 'föld er');
    await unpack(join(folder, 'sources.zip'), sources);
    await symlink(join(root, 'node_modules'), join(sources, 'node_modules'), 'junction');
    const env = { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', NODE_ENV: 'development' };
    const built = await runPackage('wxt/bin/wxt.mjs', ['build'], { ...options, env, cwd: sources });
    if (!built.ok) return built;
    const differing = await differences(join(root, build), join(sources, build));
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
  return [...names].filter((name) => !these.get(name)?.equals(those.get(name) ?? Buffer.alloc(0)));
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const contents = paths.map(async (path) => [path.slice(folder.length), await readFile(path)] as const);
  return new Map(await Promise.all(contents));
}
