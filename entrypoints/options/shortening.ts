import type { ShorteningActions, ShorteningView } from '../../components/shortening/actions.ts';
import { mayNotify } from '../../lib/browser/notifications.ts';
import { requestNotifications, onPermissionChange } from '../../lib/browser/permissions.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { settingsActions } from './settings.ts';

export const shorteningActions: ShorteningActions = {
  ...settingsActions,
  askToNotify: () => requestNotifications().catch(() => false),
  mayNotify: () => mayNotify().catch(() => false),
  onPermissionChange: onPermissionChange,
};

/** Everything that the section on shortening shows to begin with. */
export const readShortening = async (): Promise<ShorteningView> => {
  const [settings, mayTell] = await Promise.all([readSettingsOrDefaults(), shorteningActions.mayNotify()]);
  return { settings, mayNotify: mayTell };
};
