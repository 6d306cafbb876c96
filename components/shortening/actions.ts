import type { LastingChoice } from '../../lib/validity/validity.ts';

/** What a person sets about short links. */
export interface ShorteningSettings {
  defaultValidity: LastingChoice | 'last';
  copyAtOnce: boolean;
  menuValidities: boolean;
  removeTracking: boolean;
  noticeBeforeEnd: boolean;
}

/** What can be done by keyboard; `keys` as the browser writes them, empty for none. */
export interface Shortcut {
  name: string;
  keys: string;
}

/** Everything the section shows to begin with. */
export interface ShorteningView {
  settings: ShorteningSettings;
  mayNotify: boolean;
  /** Null where the browser has none. */
  shortcuts: Shortcut[] | null;
}

/** What the section can have done. Nothing rejects. */
export interface ShorteningActions {
  /** Resolves with whether it was stored. */
  change(how: Partial<ShorteningSettings>): Promise<boolean>;
  onSettingsChange(changed: (settings: ShorteningSettings) => void): void;
  /** Asks for notices; must be called before anything is awaited in a click. Resolves with whether they were granted. */
  askToNotify(): Promise<boolean>;
  mayNotify(): Promise<boolean>;
  onPermissionChange(changed: () => void): void;
  readShortcuts(): Promise<Shortcut[] | null>;
  /** Opens the browser's page for shortcuts, and resolves with whether it did; null where it lets nobody. */
  openShortcuts: (() => Promise<boolean>) | null;
}
