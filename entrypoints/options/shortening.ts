import type { ShorteningActions, ShorteningView } from '../../components/shortening/actions.ts';
import { mayNotify } from '../../lib/browser/notices.ts';
import { askToNotify, onReachChange } from '../../lib/browser/permissions.ts';
import { changeSettings, onSettingsChange, readSettingsAnyhow } from '../../lib/settings/settings.ts';

const done = (): boolean => true;
const failed = (): boolean => false;

export const shorteningActions: ShorteningActions = {
  ...{ onSettingsChange, onPermissionChange: onReachChange },
  change: (how) => changeSettings(how).then(done, failed),
  askToNotify: () => askToNotify().catch(failed),
  mayNotify: () => mayNotify().catch(failed),
};

/** Everything that the section on shortening shows to begin with. */
export const readShortening = async (): Promise<ShorteningView> => {
  const [settings, mayTell] = await Promise.all([readSettingsAnyhow(), shorteningActions.mayNotify()]);
  return { settings, mayNotify: mayTell };
};
