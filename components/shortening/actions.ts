import type { LastingChoice } from '../../lib/validity/validity.ts';
import type { SettingsActions } from '../ui/use-settings.ts';

/** What a person sets about short links. */
export interface ShorteningSettings {
  defaultValidity: LastingChoice | 'last';
  copyAtOnce: boolean;
  openAtOnce: boolean;
  menuValidities: boolean;
  removeTracking: boolean;
  noticeBeforeEnd: boolean;
}

/** Everything the section shows to begin with. */
export interface ShorteningView {
  settings: ShorteningSettings;
  mayNotify: boolean;
}

/** What the section can have done. Nothing rejects. */
export interface ShorteningActions extends SettingsActions<ShorteningSettings> {
  /** Asks for notices; must be called before anything is awaited in a click. Resolves with whether they were granted. */
  askToNotify(): Promise<boolean>;
  mayNotify(): Promise<boolean>;
  onPermissionChange(changed: () => void): void;
}
