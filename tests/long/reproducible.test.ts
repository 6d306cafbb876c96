import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../../scripts/programs.ts';
import { unpackSources } from '../../scripts/sources-package.ts';

const exec = promisify(execFile);

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waylark-bytes-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function clone(folder: string): Promise<void> {
  await exec('git', ['clone', '--quiet', root, folder]);
}

/** Makes all packages in a folder with the sources, and resolves with the hash of each file by its name. */
async function makePackages(folder: string, env: Record<string, string>): Promise<Record<string, string>> {
  // A link would lead every build to the same folder.
  await cp(join(root, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await exec(process.execPath, ['scripts/packages.ts'], {
    cwd: folder,
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26,
  });
  const release = join(folder, '.output', 'release');
  const hashes: Record<string, string> = {};
  for (const name of await readdir(release)) {
    hashes[name] = createHash('sha256')
      .update(await readFile(join(release, name)))
      .digest('hex');
  }
  return hashes;
}

it('makes the same bytes of a commit in another folder, time zone and language, and from its sources package', async () => {
  const top = await temporaryFolder();
  const [one, other, unpacked] = [
    join(top, 'one'),
    join(top, 'another föld er', 'two'),
    join(top, 'unpacked'),
  ];
  await mkdir(dirname(other));
  await clone(one);
  await clone(other);
  const first = await makePackages(one, { TZ: 'America/Los_Angeles', LC_ALL: 'C', LANG: 'C' });
  const second = await makePackages(other, {
    TZ: 'Pacific/Kiritimati',
    LC_ALL: 'tr_TR.UTF-8',
    LANG: 'zh_CN.UTF-8',
  });
  expect(Object.keys(first).toSorted()).toHaveLength(8);
  expect(second).toEqual(first);

  const sources = Object.keys(first).find((name) => name.endsWith('-sources.zip')) ?? '';
  await unpackSources(one, unpacked);
  const third = await makePackages(unpacked, { TZ: 'Asia/Kathmandu' });
  const { [sources]: _, SHA256SUMS: __, ...rebuilt } = first;
  expect(third).toMatchObject(rebuilt);
  expect(third).not.toHaveProperty([sources]);
});
