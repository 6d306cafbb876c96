import { browser } from '@wxt-dev/webextension-polyfill/browser';
import type { Given, Held } from './contract.ts';
import { coversMany, giveBackAllSites, patternOf } from './permissions.ts';

const optional = ['tabs', 'clipboardWrite', 'notifications'] as const;

/** Names of the manifest's own permissions and of those that a person granted, and match patterns of sites. */
const readAll = async () => {
  const { permissions: always = [] } = browser.runtime.getManifest();
  const { permissions = [], origins = [] } = await browser.permissions.getAll();
  return { always, permissions: permissions.filter((each) => !always.includes(each)), origins };
};

/** What is held now; `service` is the origin of the connected one, null where there is none. */
export const readHeld = async (service: string | null): Promise<Held> => {
  const { always, permissions, origins } = await readAll();
  const siteOf = (id: string): Given => {
    if (coversMany(id)) return { kind: 'all-sites', id };
    return { kind: service !== null && id === patternOf(service) ? 'service' : 'site', id };
  };
  const names = optional.filter((each) => permissions.includes(each));
  return { always, given: [...origins.map(siteOf), ...names.map((kind) => ({ kind, id: kind }))] };
};

type Removable = Parameters<typeof browser.permissions.remove>[0];

const remove = async (what: { permissions?: string[]; origins?: string[] }): Promise<void> => {
  await browser.permissions.remove(what as Removable).catch(() => false);
};

/** Gives one back; resolves with whether it is gone. Of a site, another pattern may go on covering it. */
export const giveBackOne = async ({ kind, id }: Given): Promise<boolean> => {
  await remove(optional.some((each) => each === kind) ? { permissions: [id] } : { origins: [id] });
  const { permissions, origins } = await readAll();
  return ![...permissions, ...origins].includes(id);
};

/** Gives back whatever a person granted; what the manifest itself holds stays. */
export const giveBackEverything = async (): Promise<void> => {
  await giveBackAllSites(null);
  const { permissions, origins } = await readAll();
  for (const pattern of origins) await remove({ origins: [pattern] });
  for (const name of permissions) await remove({ permissions: [name] });
};
