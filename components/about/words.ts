import type { GrantedPermission } from '../../lib/browser/contract.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { GivenBack } from './actions.ts';

/** What the extension has from installation on, by the names of the manifest. */
const always: Record<string, readonly [name: TextKey, why: TextKey]> = {
  storage: ['aboutStorage', 'aboutStorageWhy'],
  activeTab: ['aboutActiveTab', 'aboutActiveTabWhy'],
  scripting: ['aboutScripting', 'aboutScriptingWhy'],
  contextMenus: ['aboutMenus', 'aboutMenusWhy'],
  alarms: ['aboutAlarms', 'aboutAlarmsWhy'],
  offscreen: ['aboutOffscreen', 'aboutOffscreenWhy'],
};

/** Name and reason of a permission; null for one that nobody asked for. */
export const alwaysInWords = (name: string): { name: string; why: string } | null => {
  const words = always[name];
  return words ? { name: text(words[0]), why: text(words[1]) } : null;
};

const reasons: Record<GrantedPermission['kind'], readonly [why: TextKey, gone: TextKey]> = {
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

export const whyOf = ({ kind }: GrantedPermission): string => text(reasons[kind][0]);

/** What giving it back means from now on. */
export const goneInWords = ({ kind }: GrantedPermission, ended: GivenBack): string => {
  if (ended === 'kept') return text('aboutNotRevoked');
  return text(ended === 'reached' ? 'aboutServiceStillReached' : reasons[kind][1]);
};
