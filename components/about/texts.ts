import type { GrantedPermission, RevokeResult } from '../../lib/browser/contract.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';

/** The required permissions, by their names in the manifest. */
const requiredPermissions: Record<string, readonly [name: TextKey, why: TextKey]> = {
  storage: ['aboutStorage', 'aboutStorageWhy'],
  activeTab: ['aboutActiveTab', 'aboutActiveTabWhy'],
  scripting: ['aboutScripting', 'aboutScriptingWhy'],
  contextMenus: ['aboutMenus', 'aboutMenusWhy'],
  alarms: ['aboutAlarms', 'aboutAlarmsWhy'],
  offscreen: ['aboutOffscreen', 'aboutOffscreenWhy'],
};

/** Name and reason of a required permission; null for an unknown one. */
export const requiredPermissionText = (name: string): { name: string; why: string } | null => {
  const keys = requiredPermissions[name];
  return keys ? { name: text(keys[0]), why: text(keys[1]) } : null;
};

const optionalPermissions: Record<GrantedPermission['kind'], readonly [why: TextKey, revoked: TextKey]> = {
  'all-sites': ['aboutAllSitesWhy', 'aboutAllSitesRevoked'],
  service: ['aboutServiceWhy', 'aboutServiceRevoked'],
  site: ['aboutSiteWhy', 'aboutSiteRevoked'],
  tabs: ['aboutTabsWhy', 'aboutTabsRevoked'],
  clipboardWrite: ['aboutClipboardWhy', 'aboutClipboardRevoked'],
  notifications: ['aboutNoticesWhy', 'aboutNoticesRevoked'],
};

const names = {
  'all-sites': 'aboutAllSites',
  tabs: 'aboutTabs',
  clipboardWrite: 'aboutClipboard',
  notifications: 'aboutNotices',
} as const;

export const nameOf = ({ kind, id }: GrantedPermission): string =>
  kind === 'service' || kind === 'site' ? id.replace(/\/\*$/, '') : text(names[kind]);

export const whyOf = ({ kind }: GrantedPermission): string => text(optionalPermissions[kind][0]);

/** What changes because the permission was revoked, or that it was not. */
export const revokeResultText = ({ kind }: GrantedPermission, result: RevokeResult): string => {
  if (result === 'not-revoked') return text('aboutNotRevoked');
  return text(result === 'still-reached' ? 'aboutServiceStillReached' : optionalPermissions[kind][1]);
};
