import { execFile } from 'node:child_process';
import { readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import JSZip from 'jszip';

const exec = promisify(execFile);

/** Of every file, so that the same files make the same bytes. The first day that a zip can express is in 1980. */
const date = new Date('2000-01-01T00:00:00Z');

interface TrackedFile {
  path: string;
  /** As git stores it: 0o100644, or 0o100755 for a program. */
  mode: number;
}

/**
 * Writes a zip with the files that git tracks in `root`, as they are on the disk, which is how they were built. WXT's own
 * would also take untracked and ignored files along, and leave out tests.
 *
 * @returns false, and nothing is written, if `root` is not the top of a git repository: the unpacked sources are not
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
