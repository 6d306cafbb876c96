import type { Preset } from '../validity/validity.ts';

/** An open tab; `link` is empty if the browser gives no address. */
export interface BrowserTab {
  link: string;
  /** Whether it waits for a page whose address the browser does not give yet. */
  isWaiting?: boolean;
  title: string;
  private: boolean;
}

/** Tabs of the browser: all tabs of a window, or those with these ids. */
export interface TabSelection {
  window: number | null;
  tabs: readonly number[];
  private: boolean;
  /** The validity that was chosen with the tabs; null if none was. */
  validity: Preset | null;
  /** The id of the connection that was chosen with the tabs. */
  connection?: string | undefined;
  /** The id of the job that the page has begun for them. */
  job?: string | undefined;
}

/** A keyboard shortcut: its name in the manifest, and the keys as the browser writes them, empty for none. */
export interface Shortcut {
  name: string;
  keys: string;
}

/** A permission that the person granted and can revoke. */
export interface GrantedPermission {
  kind: 'all-sites' | 'service' | 'site' | 'tabs' | 'clipboardWrite' | 'notifications';
  /** The permission's name, or the match pattern of its sites: no two have the same. */
  id: string;
}

/** The permissions that the extension has now. */
export interface GrantedPermissions {
  /** Names of the permissions that it has since its installation. */
  required: string[];
  optional: GrantedPermission[];
}

/** The result of revoking a permission. */
export type RevokeResult =
  | 'revoked'
  /** Revoked, but the service is still reached by the access to all sites. */
  | 'still-reached'
  /** The browser did not revoke it. */
  | 'not-revoked';

/** The access to sites that the browser grants now. */
export interface SiteAccess {
  /** To all sites. */
  all: boolean;
  /** Address of the first connected service that cannot be reached; null if all can. */
  lostService: string | null;
}

/** What the extension can show in a web page; one of each at a time. */
export type Overlay = 'player' | 'toast';

/** The attribute that names an overlay, inside its closed root, where pages cannot see it. */
export const overlayAttribute = 'data-waylark';

/** The background's style sheet gives an overlay this CSS `order`, which has no effect, so that the overlay can detect the sheet. */
export const sheetOrder = '1';

interface SharedLink {
  /** May be empty. */
  title: string;
  url: string;
}

/** Opens the share sheet of the system; call it inside the click. Resolves with false if there was an error. */
export type Share = (link: SharedLink) => Promise<boolean>;
