import { browser } from '@wxt-dev/webextension-polyfill/browser';
import { giveBackAllSites } from './permissions.ts';

/** What the browser lets the extension do now. */
export interface Held {
  /** Names of the manifest's own permissions, which stay. */
  always: string[];
  /** Names of those that a person granted. */
  permissions: string[];
  /** Match patterns of the sites that it may reach. */
  origins: string[];
}

export const readHeld = async (): Promise<Held> => {
  const { permissions: always = [] } = browser.runtime.getManifest();
  const { permissions = [], origins = [] } = await browser.permissions.getAll();
  return { always, permissions: permissions.filter((each) => !always.includes(each)), origins };
};

type Removable = Parameters<typeof browser.permissions.remove>[0];

/** Gives a permission back that a person granted; resolves with whether it is gone. */
export const giveBackPermission = async (name: string): Promise<boolean> => {
  await browser.permissions.remove({ permissions: [name] } as Removable).catch(() => false);
  return !(await readHeld()).permissions.includes(name);
};

/** Gives the sites of this pattern back; resolves with whether they are: another pattern may go on covering them. */
export const giveBackOrigin = async (pattern: string): Promise<boolean> => {
  await browser.permissions.remove({ origins: [pattern] }).catch(() => false);
  return !(await readHeld()).origins.includes(pattern);
};

/** Gives back whatever a person granted; what the manifest itself holds stays. */
export const giveBackEverything = async (): Promise<void> => {
  await giveBackAllSites(null);
  const { permissions, origins } = await readHeld();
  for (const pattern of origins) await giveBackOrigin(pattern);
  for (const name of permissions) await giveBackPermission(name);
};
