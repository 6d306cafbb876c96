/** The tab in front of the person; `link` is null where the browser gives no address. */
export interface CurrentPage {
  tabId: number | null;
  link: string | null;
  title: string;
  private: boolean;
}

/** Something that the person granted and can take back. */
export interface GrantedPermission {
  kind: 'all-sites' | 'service' | 'site' | 'tabs' | 'clipboardWrite' | 'notifications';
  /** The permission's name, or the match pattern of its sites: no two have the same. */
  id: string;
}

/** What the browser lets the extension do now. */
export interface GrantedPermissions {
  /** Names of the permissions that it has from installation on. */
  required: string[];
  optional: GrantedPermission[];
}

/** What of ours can stand in a page; one of each at a time. */
export type Overlay = 'player' | 'toast';

/** The attribute that names it, inside its closed root, where no page can see it. */
export const overlayAttribute = 'data-waylark';

/** The computed `order` of what a style sheet of the background displays: it has no effect there, and tells that the sheet has arrived. */
export const sheetOrder = '1';
