import { logAndReturn } from '../errors/error-log.ts';
import type { Permissions } from 'webextension-polyfill';
import { browser } from '../webextension/browser.ts';
import { subscribe } from '../async/subscribe.ts';
import type { GrantedPermission, GrantedPermissions, RevokeResult, SiteAccess } from './types.ts';

/**
 * The match pattern of an origin (`https://s.example:8443`). In Firefox it covers the host's other ports, too: there a
 * pattern with a port can be granted, but matches nothing (measured with Firefox 153).
 */
const patternOf = (origin: string): string =>
  import.meta.env.FIREFOX ? `${origin.replace(/:\d+$/, '')}/*` : `${origin}/*`;

/** The form of a pattern for one host. */
const oneHost = /^https?:\/\/[^*/]+\/\*$/;

/** The pattern without its port: the browser revokes all ports of a host with it, also those that have a pattern each. */
const ofAllPorts = (pattern: string): string => pattern.replace(/:\d+\/\*$/, '/*');

/** Revokes permissions; those of the manifest stay. The caller looks afterwards whether the browser has refused. */
const removePermissions = async (what: { permissions?: string[]; origins?: string[] }): Promise<void> => {
  await browser.permissions.remove(what as Permissions.Permissions).catch(logAndReturn(false));
};

/** Whether the extension may call this origin. Never rejects: if the browser does not answer, it resolves with false. */
export const hasHostPermission = (origin: string): Promise<boolean> =>
  browser.permissions.contains({ origins: [patternOf(origin)] }).catch(logAndReturn(false));

/** Requests permissions. Never rejects: a request that the browser refuses was not granted. */
const request = (what: Permissions.Permissions): Promise<boolean> =>
  browser.permissions.request(what).catch(logAndReturn(false));

/**
 * Requests access to exactly this origin; resolves with whether it was granted, and never rejects. Call it in a click's handler
 * before anything is awaited: Firefox refuses later requests.
 */
export const requestAccess = (origin: string): Promise<boolean> => request({ origins: [patternOf(origin)] });

/**
 * Requests access to an origin for one use. `granted` resolves with whether it may be reached now; `revoke` revokes it if it was
 * not granted before, unless another port of that host would lose its access. Call it as `requestAccess`: before anything is
 * awaited.
 */
export const requestTemporaryAccess = (
  origin: string,
): { granted: Promise<boolean>; revoke(): Promise<void> } => {
  // The browser answers in this order, so the first call does not see the permission that the second one grants.
  const pattern = patternOf(origin);
  const before = browser.permissions.contains({ origins: [pattern] }).catch(logAndReturn(true));
  const granted = requestAccess(origin);
  return {
    granted,
    async revoke() {
      if (!(await granted) || (await before)) return;
      const { origins = [] } = await browser.permissions.getAll();
      if (origins.some((each) => each !== pattern && ofAllPorts(each) === pattern)) return;
      await removePermissions({ origins: [pattern] });
    },
  };
};

/** Revokes the access to every other single origin; one that the manifest itself names stays. */
export const revokeAllExcept = async (neededOrigins: readonly string[]): Promise<void> => {
  const { origins = [] } = await browser.permissions.getAll();
  const needed = neededOrigins.map(patternOf).flatMap((pattern) => [pattern, ofAllPorts(pattern)]);
  const others = origins.filter((pattern) => oneHost.test(pattern) && !needed.includes(pattern));
  for (const pattern of others) await removePermissions({ origins: [pattern] });
};

/**
 * Every web page. Only music on 404 pages needs it, to detect them; so it is optional, requested and revoked by the
 * switch in the settings. The permission itself is the state of that switch: nothing else stores it.
 */
const allSites = { origins: ['*://*/*'] };

export const hasAllSitesPermission = (): Promise<boolean> => browser.permissions.contains(allSites);

/** Requests access to all sites; resolves with whether it was granted. Call it as `requestAccess`; it never rejects either. */
export const requestAllSites = (): Promise<boolean> => request(allSites);

/**
 * Revokes the access to all sites, except to these origins; resolves with whether it was revoked (what the manifest itself
 * names stays). Chromium revokes every single origin as well, so these are requested again: call it in a click. No second
 * prompt appears if the person once granted them or all (measured with Chromium 156). Never rejects.
 */
export const revokeAllSites = async (except: readonly string[]): Promise<boolean> => {
  await removePermissions(allSites);
  const needed = { origins: except.map(patternOf) };
  const areReached = await browser.permissions.contains(needed).catch(logAndReturn(false));
  if (!areReached) await request(needed);
  return !(await hasAllSitesPermission().catch(logAndReturn(true)));
};

/**
 * For outcomes on pages that allow no script: to copy the link and to show a notification. Both would cause a warning at
 * the installation, so they are optional, and requested by the page that shows such an outcome.
 */
const notifyAndCopyPermissions = {
  permissions: ['clipboardWrite', 'notifications'] as ('clipboardWrite' | 'notifications')[],
};

export const hasNotifyAndCopyPermission = (): Promise<boolean> =>
  browser.permissions.contains(notifyAndCopyPermissions);

/** Requests both; resolves with whether they were granted. Call it as `requestAccess`; it never rejects either. */
export const requestNotifyAndCopy = (): Promise<boolean> => request(notifyAndCopyPermissions);

/** Requests notifications; resolves with whether they were granted. Call it as `requestAccess`; it never rejects either. */
export const requestNotifications = (): Promise<boolean> => request({ permissions: ['notifications'] });

/** Calls back when any permission was granted or revoked, by the extension or in the browser's settings. Registers synchronously. */
export const onPermissionChange = (changed: () => void, signal?: AbortSignal): void => {
  subscribe(browser.permissions.onAdded, changed, signal);
  subscribe(browser.permissions.onRemoved, changed, signal);
};

/**
 * Revokes the access to all sites without a click, if each of `services` (origins) can be reached afterwards. Chromium also
 * revokes every single origin that the manifest itself does not name, and only a click could request it again.
 */
export const revokeUnusedAllSites = async (services: readonly string[]): Promise<void> => {
  const { host_permissions: required = [] } = browser.runtime.getManifest();
  const { origins = [] } = await browser.permissions.getAll();
  const remaining = import.meta.env.FIREFOX ? origins : required;
  if (!services.every((service) => remaining.includes(patternOf(service)))) return;
  await removePermissions(allSites);
};

const optionalNames = ['tabs', 'clipboardWrite', 'notifications'] as const;

/** The names of the required permissions and of the granted ones, and the match patterns of granted sites. */
const readAllPermissions = async () => {
  const { permissions: required = [] } = browser.runtime.getManifest();
  const { permissions = [], origins = [] } = await browser.permissions.getAll();
  return { required, permissions: permissions.filter((each) => !required.includes(each)), origins };
};

/** The permissions of the extension; `services` are the origins of the connected services. */
export const readGrantedPermissions = async (services: readonly string[]): Promise<GrantedPermissions> => {
  const { required, permissions, origins } = await readAllPermissions();
  const siteOf = (id: string): GrantedPermission => {
    if (!oneHost.test(id)) return { kind: 'all-sites', id };
    return { kind: services.some((service) => id === patternOf(service)) ? 'service' : 'site', id };
  };
  const names = optionalNames.filter((each) => permissions.includes(each));
  return { required, optional: [...origins.map(siteOf), ...names.map((kind) => ({ kind, id: kind }))] };
};

/** Removes one permission; resolves with whether the browser did so. */
const removePermission = async ({ kind, id }: GrantedPermission): Promise<boolean> => {
  await removePermissions(
    optionalNames.some((each) => each === kind) ? { permissions: [id] } : { origins: [id] },
  );
  const { permissions, origins } = await readAllPermissions();
  return ![...permissions, ...origins].includes(id);
};

/** Revokes all permissions that a person granted; what the manifest itself names stays. */
export const revokeAllPermissions = async (): Promise<void> => {
  await revokeAllSites([]);
  const { permissions, origins } = await readAllPermissions();
  for (const pattern of origins) await removePermissions({ origins: [pattern] });
  for (const name of permissions) await removePermissions({ permissions: [name] });
};

/**
 * Revokes one permission; if that is the access to all sites, the access to `services`, the origins of the connected services,
 * stays. Call it in a click. Never rejects: if the browser does not say what it grants, the result is `not-revoked`.
 */
export const revokePermission = async (
  permission: GrantedPermission,
  services: readonly string[],
): Promise<RevokeResult> => {
  const isRevoked = await (permission.kind === 'all-sites'
    ? revokeAllSites(services)
    : removePermission(permission).catch(logAndReturn(false)));
  if (!isRevoked) return 'not-revoked';
  const service = services.find((each) => patternOf(each) === permission.id);
  const isReached = service !== undefined && (await hasHostPermission(service));
  return isReached ? 'still-reached' : 'revoked';
};

/** The access to sites; `services` are the addresses of the connected services. */
export const readSiteAccess = async (services: readonly string[]): Promise<SiteAccess> => {
  const all = await hasAllSitesPermission();
  const reached = await Promise.all(services.map((service) => hasHostPermission(new URL(service).origin)));
  return { all, lostService: services.find((_, index) => !reached[index]) ?? null };
};
