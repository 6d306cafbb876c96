import type { Remote } from '../../lib/music/contract.ts';
import type { SettingsActions } from '../ui/use-settings.ts';

/** What a person sets about music, on or off. */
export interface MusicSettings {
  startByItself: boolean;
  alsoGone: boolean;
  /** Hosts in punycode. */
  sitesOff: string[];
}

/** What the browser lets us reach. */
export interface Reach {
  /** All sites: the switch itself. */
  all: boolean;
  /** Address of the connected service where it may not be reached, else null. */
  lostService: string | null;
}

/** Everything the section shows to begin with; `volume` from 0 to 1. */
export interface MusicView {
  reach: Reach;
  settings: MusicSettings;
  volume: number;
}

/** What the section can have done. Nothing rejects. */
export interface MusicActions extends SettingsActions<MusicSettings> {
  /** Asks for all sites; must be called before anything is awaited in a click. Resolves with whether they were granted. */
  allow(): Promise<boolean>;
  /** Gives all sites back and keeps the service's own; to be called in a click. Resolves with whether they are gone. */
  giveBack(): Promise<boolean>;
  readReach(): Promise<Reach>;
  onReachChange(changed: () => void): void;
  /** The sound that is there, or null; looking for it makes none. */
  peekSound(): Promise<Remote | null>;
  /** From 0 to 1; resolves with whether it was stored. */
  rememberVolume(volume: number): Promise<boolean>;
}
