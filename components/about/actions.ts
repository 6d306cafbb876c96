import type { GrantedPermission, GrantedPermissions } from '../../lib/browser/contract.ts';

/** How giving one back ended: gone, gone while the service is still reached by all sites, or kept by the browser. */
export type GivenBack = 'gone' | 'reached' | 'kept';

/** Everything the section shows to begin with. */
export interface AboutView {
  version: string;
  held: GrantedPermissions;
}

/** What the section can have done. Nothing rejects. */
export interface AboutActions {
  readHeld(): Promise<GrantedPermissions>;
  /** To be called in a click: the service's own origin may have to be asked for again. */
  giveBack(given: GrantedPermission): Promise<GivenBack>;
  onReachChange(changed: () => void): void;
}
