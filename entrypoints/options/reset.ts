import { revokeAllPermissions } from '../../lib/browser/permissions.ts';
import { send } from '../../lib/messaging/send.ts';
import { removeSettings } from '../../lib/settings/settings.ts';

/**
 * Makes everything but the history as after installation, and this page begins anew, too. First the account: pages that
 * know of none while there is one would be worse than the other way round.
 */
export const reset = async (): Promise<boolean> => {
  await send('reset', {});
  await revokeAllPermissions();
  await removeSettings();
  history.replaceState({ isReset: true }, '', '#first-run');
  location.reload();
  return true;
};
