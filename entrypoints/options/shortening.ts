import type { ShorteningActions, ShorteningView } from '../../components/shortening/actions.ts';
import { mayNotify } from '../../lib/browser/notices.ts';
import { askToNotify, onReachChange } from '../../lib/browser/permissions.ts';
import { readShortcuts, shortcutSettings } from '../../lib/browser/shortcuts.ts';
import { changeSettings, onSettingsChange, readSettingsAnyhow } from '../../lib/settings/settings.ts';

const done = (): boolean => true;
const failed = (): boolean => false;

const open = shortcutSettings();

export const shorteningActions: ShorteningActions = {
  ...{ onSettingsChange, onPermissionChange: onReachChange },
  change: (how) => changeSettings(how).then(done, failed),
  askToNotify: () => askToNotify().catch(failed),
  mayNotify: () => mayNotify().catch(failed),
  readShortcuts: () => readShortcuts().catch(() => null),
  openShortcuts: open && (() => open().then(done, failed)),
};

/** Everything that the section on shortening shows to begin with. */
export const readShortening = async (): Promise<ShorteningView> => {
  const { mayNotify: may, readShortcuts: read } = shorteningActions;
  const [settings, isAllowed, shortcuts] = await Promise.all([readSettingsAnyhow(), may(), read()]);
  return { settings, mayNotify: isAllowed, shortcuts };
};
