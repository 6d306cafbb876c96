import type { SettingsActions } from '../ui/use-settings.ts';
import type { RemoteControl } from '../../lib/music/contract.ts';

export interface MusicSettings {
  startByItself: boolean;
  alsoGone: boolean;
  /** Hosts in punycode. */
  sitesOff: string[];
}

/** What the extension has access to. */
export interface Reach {
  /** All sites. This permission is the switch itself. */
  all: boolean;
  /** Address of the connected service where it cannot be reached, else null. */
  lostService: string | null;
}

/** What the section shows at first. */
export interface MusicView {
  reach: Reach;
  settings: MusicSettings;
  /** From 0 to 1. */
  volume: number;
}

/** What a person can do in the section. Nothing rejects. */
export interface MusicActions extends SettingsActions<MusicSettings> {
  /** Requests access to all sites; resolves with whether it was granted. Call it in a click, before any await. */
  allow(): Promise<boolean>;
  /** Revokes access to all sites except the service's own; resolves with whether it is gone. Call it in a click. */
  revoke(): Promise<boolean>;
  readReach(): Promise<Reach>;
  /** Calls back when the access has changed, until the signal is aborted. */
  onReachChange(changed: () => void, signal: AbortSignal): void;
  /** The running audio player, or null; it starts none. The remote control closes with the signal. */
  findRunningPlayer(signal: AbortSignal): Promise<RemoteControl | null>;
  /** From 0 to 1; resolves with whether it was stored. */
  saveVolume(volume: number): Promise<boolean>;
}
