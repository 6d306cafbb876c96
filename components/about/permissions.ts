import { useEffect, useRef, useState } from 'preact/hooks';
import type { GrantedPermission, GrantedPermissions, RevokeResult } from '../../lib/browser/types.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { useSubscription } from '../ui/use-subscription.ts';

/** Name and reason of each required permission, by its name in the manifest. */
export const requiredPermissions: Record<string, { name: TextKey; why: TextKey }> = {
  storage: { name: 'aboutStorage', why: 'aboutStorageWhy' },
  activeTab: { name: 'aboutActiveTab', why: 'aboutActiveTabWhy' },
  scripting: { name: 'aboutScripting', why: 'aboutScriptingWhy' },
  contextMenus: { name: 'aboutMenus', why: 'aboutMenusWhy' },
  alarms: { name: 'aboutAlarms', why: 'aboutAlarmsWhy' },
  offscreen: { name: 'aboutOffscreen', why: 'aboutOffscreenWhy' },
};

interface OptionalPermission {
  /** Null: it is named by its origin. */
  name: TextKey | null;
  why: TextKey;
  /** What changes once it is revoked. */
  revoked: TextKey;
}

const optionalPermissions: Record<GrantedPermission['kind'], OptionalPermission> = {
  'all-sites': { name: 'aboutAllSites', why: 'aboutAllSitesWhy', revoked: 'aboutAllSitesRevoked' },
  service: { name: null, why: 'aboutServiceWhy', revoked: 'aboutServiceRevoked' },
  site: { name: null, why: 'aboutSiteWhy', revoked: 'aboutSiteRevoked' },
  tabs: { name: 'aboutTabs', why: 'aboutTabsWhy', revoked: 'aboutTabsRevoked' },
  clipboardWrite: { name: 'aboutClipboard', why: 'aboutClipboardWhy', revoked: 'aboutClipboardRevoked' },
  notifications: { name: 'aboutNotices', why: 'aboutNoticesWhy', revoked: 'aboutNoticesRevoked' },
};

export const nameOf = ({ kind, id }: GrantedPermission): string => {
  const { name } = optionalPermissions[kind];
  return name === null ? id.replace(/\/\*$/, '') : text(name);
};

export const whyOf = ({ kind }: GrantedPermission): string => text(optionalPermissions[kind].why);

/** What changes because the permission was revoked, or that it was not. */
export const revokeResultText = ({ kind }: GrantedPermission, result: RevokeResult): string => {
  if (result === 'not-revoked') return text('aboutNotRevoked');
  return text(result === 'still-reached' ? 'aboutServiceStillReached' : optionalPermissions[kind].revoked);
};

/** The first content of the section. */
export interface AboutView {
  version: string;
  permissions: GrantedPermissions;
}

/** The actions of the section. Nothing rejects. */
export interface AboutActions {
  readPermissions(): Promise<GrantedPermissions>;
  /** Call it in a click: the service's own origin may have to be requested again. */
  revoke(permission: GrantedPermission): Promise<RevokeResult>;
  onPermissionChange(changed: () => void, signal?: AbortSignal): void;
}

/** A permission, and the result of revoking it; null while it has not been revoked here. */
export interface Row {
  permission: GrantedPermission;
  result: RevokeResult | null;
}

const isRevoked = ({ result }: Row): boolean => result === 'revoked' || result === 'still-reached';

/** The rows for the permissions of now: a permission that was revoked here keeps its row until it is granted again. */
const mergeRows = (rows: readonly Row[], granted: readonly GrantedPermission[]): Row[] => {
  const remaining = rows.flatMap((row): Row[] => {
    const permission = granted.find(({ id }) => id === row.permission.id);
    // What it is for changes when another service is connected.
    if (permission) return [{ permission, result: isRevoked(row) ? null : row.result }];
    return isRevoked(row) ? [row] : [];
  });
  const added = granted.filter(({ id }) => !rows.some(({ permission }) => permission.id === id));
  return [...remaining, ...added.map((permission) => ({ permission, result: null }))];
};

interface PermissionsOptions {
  initial: GrantedPermission[];
  actions: AboutActions;
  /** Address of the connected service; null if there is none. */
  service: string | null;
}

/** The permissions that the person granted, updated at every change. */
export const usePermissions = ({ initial, actions, service }: PermissionsOptions) => {
  const [rows, setRows] = useState<Row[]>(() => mergeRows([], initial));
  const busy = useRef(false);

  const refresh = async (): Promise<void> => {
    const { optional } = await actions.readPermissions();
    // While all sites are being revoked, the service's own permission may be missing for a moment.
    if (!busy.current) setRows((now) => mergeRows(now, optional));
  };
  useSubscription((signal) => actions.onPermissionChange(() => void refresh(), signal));
  useEffect(() => void refresh(), [service]);

  const revoke = async (permission: GrantedPermission): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    const result = await actions.revoke(permission);
    busy.current = false;
    setRows((now) => now.map((row) => (row.permission.id === permission.id ? { permission, result } : row)));
    await refresh();
  };

  return { rows, revoke };
};
