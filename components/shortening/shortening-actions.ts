import type { Settings } from '../../lib/settings/schema.ts';
import type { SettingsActions } from '../ui/use-settings.ts';

/** The initial values of the section. */
export interface ShorteningView {
  settings: Settings;
  mayNotify: boolean;
}

/** The actions of the section. None of them rejects. */
export interface ShorteningActions extends SettingsActions {
  /** Requests the permission for notifications; call it inside a click, before anything is awaited. Resolves with whether it was granted. */
  requestNotifications(): Promise<boolean>;
  mayNotify(): Promise<boolean>;
  /** Calls back when a permission was granted or removed, until the signal is aborted. */
  onPermissionChange(changed: () => void, signal: AbortSignal): void;
}
