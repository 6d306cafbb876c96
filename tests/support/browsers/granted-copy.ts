import type { Language } from '../../../scripts/languages.mjs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BuildCopy {
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
  await grantHosts(copy.folder, allSites ? '*://*/*' : `${origin}/*`);
  return copy;
}

type Manifest = Record<string, unknown>;

/** Rewrites manifest.json of a throw-away copy. */
export async function editManifest(folder: string, edit: (manifest: Manifest) => Manifest): Promise<void> {
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
  await writeFile(path, JSON.stringify(edit(manifest)));
}

/** Gives a throw-away copy of a build access to what this match pattern includes, and to nothing else, from the start. */
export const grantHosts = (folder: string, pattern: string): Promise<void> =>
  editManifest(folder, (manifest) => ({ ...manifest, host_permissions: [pattern] }));

/** Gives a throw-away copy of a Chromium build these optional permissions from the start. */
export async function grantPermissions(folder: string, permissions: string[]): Promise<void> {
  await editManifest(folder, (manifest) => ({
    ...manifest,
    permissions: [...(manifest['permissions'] as string[]), ...permissions],
    optional_permissions: (manifest['optional_permissions'] as string[]).filter(
      (each) => !permissions.includes(each),
    ),
  }));
}

/** Leaves a throw-away copy of a build one language: a browser in any other falls back to it. */
export async function keepLanguage(folder: string, language: Language): Promise<void> {
  const locales = join(folder, '_locales');
  for (const each of await readdir(locales))
    if (each !== language) await rm(join(locales, each), { recursive: true });
  await editManifest(folder, (manifest) => ({ ...manifest, default_locale: language }));
}
