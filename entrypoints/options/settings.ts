import type { Settings } from '../../lib/settings/schema.ts';
import type { SettingsActions } from '../../components/use-settings.ts';
import { changeSettings, onSettingsChange } from '../../lib/settings/settings.ts';
import { succeeds } from './succeeds.ts';

/** What every section of settings can have done. */
export const settingsActions: SettingsActions<Settings> = {
  change: (how) => succeeds(changeSettings(how)),
  onSettingsChange,
};
