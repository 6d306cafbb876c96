import { sessionItem, restrictStorageAccess } from '../../lib/storage/storage.ts';
import { afterStartup } from '../../lib/async/async.ts';
import { defineBackground } from 'wxt/utils/define-background';
import { openFirstRunOnInstall } from '../../lib/browser/pages.ts';
import { revokeAllExcept, mayReach } from '../../lib/browser/permissions.ts';
import { serve } from '../../lib/messaging/serve.ts';
import { clockReading } from '../../lib/connection/clock.ts';
import { withPolicyConnection } from '../../lib/connection/policy-connection.ts';
import { createService } from '../../lib/connection/service.ts';
import { storedToken } from '../../lib/connection/token.ts';
import { openVault } from '../../lib/connection/account.ts';
import { isAccountLost, restoreConnectedHint } from '../../lib/connection/connected-hint.ts';
import { changeSettings, readManaged } from '../../lib/settings/settings.ts';
import { startGrayscale } from './grayscale.ts';
import { startMusic } from './music.ts';
import { startPlayers } from './players.ts';
import { createReset } from './reset.ts';
import { startShortening } from './shortening.ts';
import { serveStoredValues } from './stored-values.ts';

export default defineBackground(() => {
  const vault = openVault();
  const restoreHint = () => restoreConnectedHint(vault).catch(() => undefined);
  const storedValues = import.meta.env.FIREFOX ? serveStoredValues(restoreHint) : {};
  if (!import.meta.env.FIREFOX) afterStartup(restoreHint);
  const service = createService({
    vault: withPolicyConnection(vault, readManaged),
    token: sessionItem('token', storedToken),
    clockReading: sessionItem('clock-reading', clockReading),
    mayReach,
    markConnected: (connected) => changeSettings({ connected }),
    revokeAllExcept,
  });
  const { refreshGrayscale, handlers } = startGrayscale(service);
  serve({
    ...startShortening(service, { isAccountLost: () => isAccountLost(vault), refreshGrayscale }),
    ...startPlayers(service),
    ...startMusic(service, refreshGrayscale),
    ...handlers,
    ...storedValues,
    reset: createReset({ stop: service.stop, erase: vault.erase }),
  });
  openFirstRunOnInstall();
  void restrictStorageAccess();
});
