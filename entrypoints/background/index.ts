import { notedAs } from '../../lib/errors/noted-errors.ts';
import { sessionItem, restrictStorageAccess } from '../../lib/storage/storage.ts';
import { afterStartup } from '../../lib/async/async.ts';
import { defineBackground } from 'wxt/utils/define-background';
import { openFirstRunOnInstall } from '../../lib/browser/pages.ts';
import { revokeAllExcept, mayReach } from '../../lib/browser/permissions.ts';
import { noteError } from '../../lib/errors/noted-errors.ts';
import { serve } from '../../lib/messaging/serve.ts';
import { clockReading } from '../../lib/connection/clock.ts';
import { withPolicyConnection } from '../../lib/connection/policy-connection.ts';
import { createService } from '../../lib/connection/service.ts';
import { storedToken } from '../../lib/connection/token.ts';
import { openVault } from '../../lib/connection/account.ts';
import { isAccountLost, restoreConnectedHint } from '../../lib/connection/connected-hint.ts';
import { changeSettings, readManaged } from '../../lib/settings/settings.ts';
import { startConnection } from './connection.ts';
import { startGrayscale } from './grayscale.ts';
import { startMusic } from './music.ts';
import { startPlayers } from './players.ts';
import { startShortening } from './shortening.ts';
import { serveStoredValues, type StoredValueMessages } from './stored-values.ts';

/** Registers all listeners but the one for messages, and returns the messages that the background handles. */
const start = () => {
  const vault = openVault();
  const restoreHint = () => restoreConnectedHint(vault).catch(notedAs(undefined));
  const storedValues: Partial<StoredValueMessages> = import.meta.env.FIREFOX
    ? serveStoredValues(restoreHint)
    : {};
  if (!import.meta.env.FIREFOX) afterStartup(restoreHint);
  const service = createService({
    vault: withPolicyConnection(vault, readManaged),
    token: sessionItem('token', storedToken),
    clockReading: sessionItem('clock-reading', clockReading),
    mayReach,
    markConnected: (connected) => changeSettings({ connected }),
    revokeAllExcept,
  });
  const refreshGrayscale = startGrayscale(service);
  return {
    ...startShortening(service, { isAccountLost: () => isAccountLost(vault), refreshGrayscale }),
    ...startPlayers(service),
    ...startMusic(service, refreshGrayscale),
    ...startConnection({ service, erase: vault.erase, refreshGrayscale }),
    ...storedValues,
  };
};

export type BackgroundMessages = ReturnType<typeof start>;

export default defineBackground(() => {
  serve(start());
  addEventListener('unhandledrejection', ({ reason }) => noteError(reason));
  openFirstRunOnInstall();
  void restrictStorageAccess();
});
