import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { editManifest } from './granted-copy.ts';
import type { BrowserKind } from '../../../scripts/installed-programs.mjs';

/** The policy files of this machine's browsers (Debian's), for all users. Only root may write there. */
const files = {
  chromium: '/etc/chromium/policies/managed/waylark-tests.json',
  firefox: '/etc/firefox/policies/policies.json',
};

export type PolicyValues = Readonly<Record<string, unknown>>;

/** Chromium takes the id of an unpacked extension from its folder. */
const idOf = (folder: string): string =>
  createHash('sha256')
    .update(folder)
    .digest('hex')
    .slice(0, 32)
    .replace(/./g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)));

/** An id that no other Firefox of this machine uses, so that the policy affects none of them. */
const geckoId = 'policy-test@waylark.example';

const giveGeckoId = (folder: string): Promise<void> =>
  editManifest(folder, (manifest) => {
    const settings = manifest['browser_specific_settings'] as { gecko: object };
    return {
      ...manifest,
      browser_specific_settings: { ...settings, gecko: { ...settings.gecko, id: geckoId } },
    };
  });

export interface PolicyFile {
  /** Sets the folder of the build that the policy is for; call it before the browser starts. */
  isFor(folder: string): Promise<void>;
  write(values: PolicyValues): Promise<void>;
  /** Restores the file that was there before. */
  restore(): Promise<void>;
}

/** A real policy file of this machine. */
export async function openPolicyFile(kind: BrowserKind): Promise<PolicyFile> {
  const file = files[kind];
  const createdFolder = await mkdir(dirname(file), { recursive: true });
  const found = await readFile(file, 'utf8').catch(() => null);
  // A file of a test that was killed is not restored.
  const before = kind === 'chromium' || found?.includes(geckoId) ? null : found;
  let id = geckoId;
  return {
    async isFor(folder) {
      if (kind === 'firefox') await giveGeckoId(folder);
      else id = idOf(folder);
    },
    async write(values) {
      const whole =
        kind === 'firefox'
          ? { policies: { '3rdparty': { Extensions: { [id]: values } } } }
          : { '3rdparty': { extensions: { [id]: values } } };
      await writeFile(file, JSON.stringify(whole));
    },
    async restore() {
      if (before) await writeFile(file, before);
      else await rm(file, { force: true });
      if (createdFolder) await rm(createdFolder, { recursive: true, force: true });
    },
  };
}
