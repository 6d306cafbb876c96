import { browser } from '@wxt-dev/webextension-polyfill/browser';
import type { GrantedPermission, GrantedPermissions } from './contract.ts';

/**
 * The match pattern of an origin (`https://s.example:8443`). In Firefox it covers the host's other ports, too: there a
 * pattern with a port can be granted, but matches nothing (measured with Firefox 153).
 */
export const patternOf = (origin: string): string =>
  import.meta.env.FIREFOX ? `${origin.replace(/:\d+$/, '')}/*` : `${origin}/*`;

/** Patterns of one host, as we ask for them; not those of many, which are asked for elsewhere. */
const oneHost = /^https?:\/\/[^*/]+\/\*$/;

/** Whether this pattern is of more than one host. */
export const coversSeveralHosts = (pattern: string): boolean => !oneHost.test(pattern);

/** Whether we may call this origin. */
export const mayReach = (origin: string): Promise<boolean> =>
  browser.permissions.contains({ origins: [patternOf(origin)] });

/**
 * Asks for exactly this origin; resolves with whether it was granted. Call it before anything is awaited in a click's
 * handler: Firefox refuses later.
 */
export const requestAccess = (origin: string): Promise<boolean> =>
  browser.permissions.request({ origins: [patternOf(origin)] });

/**
 * Asks for an origin for one use. `granted` resolves with whether it may be reached now; `revoke` takes that back where
 * it was not so before. Call it as `askToReach`: before anything is awaited.
 */
export const requestTemporaryAccess = (
  origin: string,
): { granted: Promise<boolean>; revoke(): Promise<void> } => {
  // The browser answers in this order, so the first does not see what the second grants.
  const before = mayReach(origin).catch(() => true);
  const granted = requestAccess(origin).catch(() => false);
  return {
    granted,
    async revoke() {
      if (!(await granted) || (await before)) return;
      await browser.permissions.remove({ origins: [patternOf(origin)] }).catch(() => false);
    },
  };
};

/** The pattern of all ports of an origin's host: to remove it takes the pattern with a port along, in Chromium too. */
const allPortsOf = (origin: string): string => `${origin.replace(/:\d+$/, '')}/*`;

/** Revokes every other single origin; one that the manifest itself holds stays. */
export const revokeAllExcept = async (origin: string): Promise<void> => {
  const { origins = [] } = await browser.permissions.getAll();
  const needed = [patternOf(origin), allPortsOf(origin)];
  const others = origins.filter((pattern) => oneHost.test(pattern) && !needed.includes(pattern));
  for (const pattern of others) await browser.permissions.remove({ origins: [pattern] }).catch(() => false);
};

/**
 * Every web page. Only music on missing pages needs it, to see which pages are missing; so it is optional, asked for by
 * the switch in options and given back by it. The permission itself is all there is: nothing else stores the switch.
 */
const allSites = { origins: ['*://*/*'] };

export const mayReachAllSites = (): Promise<boolean> => browser.permissions.contains(allSites);

/** Asks for all sites; resolves with whether they were granted. Call it as `askToReach`, before anything is awaited. */
export const requestAllSites = (): Promise<boolean> => browser.permissions.request(allSites);

/**
 * Gives all sites back and keeps one origin, where there is one to keep; resolves with whether all are gone (what the
 * manifest itself holds stays). Chromium takes every single origin along, so the one is asked for again: call it in a
 * click. No second prompt appears where the person once granted it or all (measured with Chromium 156).
 */
export const revokeAllSites = async (kept: string | null): Promise<boolean> => {
  await browser.permissions.remove(allSites).catch(() => false);
  if (kept !== null && !(await mayReach(kept))) await requestAccess(kept).catch(() => false);
  return !(await mayReachAllSites());
};

/**
 * To copy and to tell on pages that let no script in. Both carry a warning where they are asked for at installation, so
 * they are optional, and asked for by the page that tells an outcome.
 */
const notifyAndCopy = {
  permissions: ['clipboardWrite', 'notifications'] as ('clipboardWrite' | 'notifications')[],
};

export const hasNotifyAndCopyPermission = (): Promise<boolean> => browser.permissions.contains(notifyAndCopy);

/** Asks for both; resolves with whether they were granted. Call it as `askToReach`, before anything is awaited. */
export const requestNotifyAndCopy = (): Promise<boolean> => browser.permissions.request(notifyAndCopy);

/** Asks for notices; resolves with whether they were granted. Call it as `askToReach`, before anything is awaited. */
export const requestNotifications = (): Promise<boolean> =>
  browser.permissions.request({ permissions: ['notifications'] });

/** Calls back when any site was granted or taken back, by us or in the browser's own settings. Registers at once. */
export const onPermissionChange = (changed: () => void): void => {
  browser.permissions.onAdded.addListener(changed);
  browser.permissions.onRemoved.addListener(changed);
};

/** Calls back with whether we may reach all sites, whenever that may have changed. Registers at once. */
export const onAllSitesChange = (changed: (may: boolean) => void): void =>
  onPermissionChange(() => void mayReachAllSites().then(changed));

const optionalNames = ['tabs', 'clipboardWrite', 'notifications'] as const;

/** Names of the manifest's own permissions and of those that a person granted, and match patterns of sites. */
const readAllPermissions = async () => {
  const { permissions: required = [] } = browser.runtime.getManifest();
  const { permissions = [], origins = [] } = await browser.permissions.getAll();
  return { required, permissions: permissions.filter((each) => !required.includes(each)), origins };
};

/** What is held now; `service` is the origin of the connected one, null where there is none. */
export const readGrantedPermissions = async (service: string | null): Promise<GrantedPermissions> => {
  const { required, permissions, origins } = await readAllPermissions();
  const siteOf = (id: string): GrantedPermission => {
    if (coversSeveralHosts(id)) return { kind: 'all-sites', id };
    return { kind: service !== null && id === patternOf(service) ? 'service' : 'site', id };
  };
  const names = optionalNames.filter((each) => permissions.includes(each));
  return { required, optional: [...origins.map(siteOf), ...names.map((kind) => ({ kind, id: kind }))] };
};

type Removable = Parameters<typeof browser.permissions.remove>[0];

const remove = async (what: { permissions?: string[]; origins?: string[] }): Promise<void> => {
  await browser.permissions.remove(what as Removable).catch(() => false);
};

/** Gives one back; resolves with whether it is gone. Of a site, another pattern may go on covering it. */
export const revokePermission = async ({ kind, id }: GrantedPermission): Promise<boolean> => {
  await remove(optionalNames.some((each) => each === kind) ? { permissions: [id] } : { origins: [id] });
  const { permissions, origins } = await readAllPermissions();
  return ![...permissions, ...origins].includes(id);
};

/** Gives back whatever a person granted; what the manifest itself holds stays. */
export const revokeAllPermissions = async (): Promise<void> => {
  await revokeAllSites(null);
  const { permissions, origins } = await readAllPermissions();
  for (const pattern of origins) await remove({ origins: [pattern] });
  for (const name of permissions) await remove({ permissions: [name] });
};
