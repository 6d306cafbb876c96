import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BuildCopy {
  /** Folder of the copy. */
  folder: string;
  remove(): Promise<void>;
}

/** A throw-away copy of a build, exactly as it is. */
export async function copyOf(build: string): Promise<BuildCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'waylark-build-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await cp(build, folder, { recursive: true });
  } catch (error) {
    await remove();
    throw new Error(`There is no build in ${build}: run npm run build`, { cause: error });
  }
  return { folder, remove };
}

/**
 * A throw-away copy of a build that already has the permission for exactly one loopback origin ("http://127.0.0.1:8404"),
 * or for all sites: no prompt can be answered in a browser without a window, and the shipped manifest holds no host. For Chromium only, as
 * Firefox matches no port.
 */
export async function grantedCopy(
  build: string,
  { origin, allSites = false }: { origin: string; allSites?: boolean },
): Promise<BuildCopy> {
  if (!/^http:\/\/127\.0\.0\.1:\d+$/.test(origin))
    throw new Error(`Only a loopback origin is granted, not ${origin}`);
  const copy = await copyOf(build);
  await editManifest(copy.folder, (manifest) => ({
    ...manifest,
    host_permissions: allSites ? ['*://*/*'] : [`${origin}/*`],
  }));
  return copy;
}

type Manifest = Record<string, unknown>;

/** Rewrites manifest.json of a throw-away copy. */
export async function editManifest(folder: string, edit: (manifest: Manifest) => Manifest): Promise<void> {
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
  await writeFile(path, JSON.stringify(edit(manifest)));
}
