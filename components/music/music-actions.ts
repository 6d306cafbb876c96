import type { SiteAccess } from '../../lib/browser/contract.ts';
import type { SettingsActions } from '../ui/use-settings.ts';
import type { RemoteControl } from '../../lib/music/contract.ts';

export interface MusicSettings {
  startByItself: boolean;
  alsoGone: boolean;
  /** Hosts in punycode. */
  sitesOff: string[];
}

/** What the section shows at first. */
export interface MusicView {
  reach: SiteAccess;
  settings: MusicSettings;
  /** From 0 to 1. */
  volume: number;
}

/** What a person can do in the section. Nothing rejects. */
export interface MusicActions extends SettingsActions<MusicSettings> {
  /** Requests access to all sites; resolves with whether it was granted. Call it in a click, before any await. */
  allow(): Promise<boolean>;
  /** Revokes access to all sites except the service's own; resolves with whether it was revoked. Call it in a click. */
  revoke(): Promise<boolean>;
  /** `service` is the address of the connected service, null if there is none. */
  readSiteAccess(service: string | null): Promise<SiteAccess>;
  /** Calls back when the access has changed, until the signal is aborted. */
  onPermissionChange(changed: () => void, signal: AbortSignal): void;
  /** The running audio player, or null; it starts none. The remote control closes with the signal. */
  findRunningPlayer(signal: AbortSignal): Promise<RemoteControl | null>;
  /** From 0 to 1; resolves with whether it was stored. */
  saveVolume(volume: number): Promise<boolean>;
}
