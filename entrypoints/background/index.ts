import { notedAs, noteError } from '../../lib/errors/noted-errors.ts';
import { localItem, restrictStorageAccess, sessionItem } from '../../lib/storage/storage.ts';
import { afterStartup } from '../../lib/async/async.ts';
import { defineBackground } from 'wxt/utils/define-background';
import { openFirstRunOnInstall } from '../../lib/browser/pages.ts';
import type { Feature } from '../../lib/api/links/contract.ts';
import { hasHostPermission, revokeAllExcept } from '../../lib/browser/permissions.ts';
import { serve } from '../../lib/messaging/serve.ts';
import { clockReading } from '../../lib/connection/clock.ts';
import { withPolicyConnection } from '../../lib/connection/policy-connection.ts';
import { createService } from '../../lib/connection/service.ts';
import { storedStyle } from '../../lib/connection/authentication.ts';
import { storedToken } from '../../lib/connection/tokens.ts';
import { isAccountLost, openAccountStore, restoreConnectedHint } from '../../lib/connection/account.ts';
import { changeSettings, readManaged, readOwnSettings } from '../../lib/settings/settings.ts';
import { startConnection } from './connection.ts';
import { startMusic } from './music.ts';
import { startPlayers } from './players.ts';
import { startShortening } from './shortening.ts';
import { serveStoredValues, type StoredValueMessages } from './stored-values.ts';
import { createGrayscaleRefresh, storedGrayscale } from '../../lib/grayscale/refresh.ts';

/** Only if they have changed: a token is renewed each hour. */
const storeFeatures = async (account: string, features: Feature[]): Promise<void> => {
  const known = await readOwnSettings();
  if (known.account !== account || String(known.features) !== String(features))
    await changeSettings({ account, features });
};

/** Registers all listeners but the one for messages, and returns the messages that the background handles. */
const start = () => {
  const accountStore = openAccountStore();
  const restoreHint = () => restoreConnectedHint(accountStore).catch(notedAs(undefined));
  const storedValues: Partial<StoredValueMessages> = import.meta.env.FIREFOX
    ? serveStoredValues(restoreHint)
    : {};
  if (!import.meta.env.FIREFOX) afterStartup(restoreHint);
  const service = createService({
    accountStore: withPolicyConnection(accountStore, readManaged),
    token: sessionItem('token', storedToken),
    style: localItem('credential-style', storedStyle),
    clockReading: sessionItem('clock-reading', clockReading),
    hasHostPermission,
    markConnected: (connected) => changeSettings({ connected }),
    storeFeatures,
    revokeAllExcept,
  });
  const refreshGrayscale = createGrayscaleRefresh({
    connection: service.connection,
    stored: localItem('grayscale', storedGrayscale),
  });
  const { messages, rebuildMenu } = startShortening(service, {
    isAccountLost: () => isAccountLost(accountStore),
    refreshGrayscale,
  });
  const onConnected = (): void => {
    void refreshGrayscale();
    // The menu depends on where the short links are.
    rebuildMenu();
  };
  return {
    ...messages,
    ...startPlayers(service),
    ...startMusic(service, refreshGrayscale),
    ...startConnection({ service, erase: accountStore.erase, onConnected }),
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
