import type { Preset } from '../../lib/validity/validity.ts';
import type { SettingsActions } from '../ui/use-settings.ts';

/** The settings of this section. */
export interface ShorteningSettings {
  defaultValidity: Preset | 'last';
  copyAtOnce: boolean;
  openAtOnce: boolean;
  menuValidities: boolean;
  removeTracking: boolean;
  expiryReminders: boolean;
}

/** The initial values of the section. */
export interface ShorteningView {
  settings: ShorteningSettings;
  mayNotify: boolean;
}

/** The actions of the section. None of them rejects. */
export interface ShorteningActions extends SettingsActions<ShorteningSettings> {
  /** Requests the permission for notifications; call it inside a click, before anything is awaited. Resolves with whether it was granted. */
  requestNotifications(): Promise<boolean>;
  mayNotify(): Promise<boolean>;
  /** Calls back when a permission was granted or removed, until the signal is aborted. */
  onPermissionChange(changed: () => void, signal: AbortSignal): void;
}
