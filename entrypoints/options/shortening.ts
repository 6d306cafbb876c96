import type { ShorteningActions, ShorteningView } from '../../components/shortening/shortening-actions.ts';
import { mayNotify } from '../../lib/browser/notifications.ts';
import { askToNotify, onReachChange } from '../../lib/browser/permissions.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { settingsActions } from './settings.ts';

export const shorteningActions: ShorteningActions = {
  ...settingsActions,
  askToNotify: () => askToNotify().catch(() => false),
  mayNotify: () => mayNotify().catch(() => false),
  onPermissionChange: onReachChange,
};

/** Everything that the section on shortening shows to begin with. */
export const readShortening = async (): Promise<ShorteningView> => {
  const [settings, mayTell] = await Promise.all([readSettingsOrDefaults(), shorteningActions.mayNotify()]);
  return { settings, mayNotify: mayTell };
};
