import * as z from 'zod/mini';
import { features } from '../../lib/api/links/contract.ts';
import { logAndReturn, logError } from '../../lib/errors/error-log.ts';
import {
  localItem,
  onManagedChange,
  readManaged,
  restrictStorageAccess,
  sessionItem,
} from '../../lib/storage/storage.ts';
import { afterStartup } from '../../lib/async/async.ts';
import { defineBackground } from 'wxt/utils/define-background';
import { openFirstRunOnInstall } from '../../lib/browser/pages.ts';
import { hasHostPermission, revokeAllExcept } from '../../lib/browser/permissions.ts';
import { storedMap } from '../../lib/storage/stored-map.ts';
import { serve } from '../../lib/messaging/serve.ts';
import { clockReading } from '../../lib/connection/clock.ts';
import { withPolicyConnection } from '../../lib/connection/policy-connection.ts';
import { createService } from '../../lib/connection/service.ts';
import { storedStyle } from '../../lib/connection/authentication.ts';
import { storedToken } from '../../lib/connection/tokens.ts';
import { openAccountStore } from '../../lib/connection/account.ts';
import {
  isAccountLost,
  removeInfo,
  storeFeatures,
  storeInfo,
  syncInfo,
} from '../../lib/connection/stored-info.ts';
import { storedRateLimit } from '../../lib/shortening/rate-limit.ts';
import { startConnection } from './connection.ts';
import { startMusic } from './music.ts';
import { startPlayers } from './players.ts';
import { startShortening } from './shortening.ts';
import { serveStoredValues, type StoredValueMessages } from './stored-values.ts';
import { createGrayscaleRefresh, storedGrayscale } from '../../lib/grayscale/refresh.ts';

/** Registers all listeners but the one for messages, and returns the messages that the background handles. */
const start = () => {
  const own = openAccountStore();
  const accountStore = withPolicyConnection(own, readManaged);
  const announced = storedMap(localItem('features', z.record(z.string(), features)));
  const sync = () => syncInfo({ own, accountStore, announced });
  const syncAndLogErrors = () => sync().catch(logAndReturn(undefined));
  // In Firefox, this restores what was lost before the values are copied for the pages. Elsewhere nothing waits for it.
  const storedValues: Partial<StoredValueMessages> = import.meta.env.FIREFOX
    ? serveStoredValues(syncAndLogErrors)
    : {};
  if (!import.meta.env.FIREFOX) afterStartup(syncAndLogErrors);
  onManagedChange(() => void syncAndLogErrors());
  const rateLimits = storedMap(sessionItem('rate-limit', z.record(z.string(), storedRateLimit)));
  const refreshedAt = storedMap(sessionItem('links-refreshed', z.record(z.string(), z.number())));
  const service = createService({
    accountStore,
    token: storedMap(sessionItem('token', z.record(z.string(), storedToken))),
    style: storedMap(localItem('credential-style', z.record(z.string(), storedStyle))),
    otherAccountValues: [rateLimits, refreshedAt],
    clockReading: storedMap(sessionItem('clock-reading', z.record(z.string(), clockReading))),
    hasHostPermission,
    storeInfo,
    removeInfo: (id) => removeInfo(id, announced),
    syncInfo: sync,
    storeFeatures,
    revokeAllExcept,
  });
  const refreshGrayscale = createGrayscaleRefresh({
    connection: service.connection,
    stored: localItem('grayscale', storedGrayscale),
  });
  const { messages, countActive } = startShortening(service, {
    rateLimits,
    refreshedAt,
    isAccountLost: () => isAccountLost(own),
    syncAndLogErrors,
    refreshGrayscale,
  });
  return {
    ...messages,
    ...startPlayers(service),
    ...startMusic(service, refreshGrayscale),
    ...startConnection({
      service,
      erase: own.erase,
      countActive,
      syncInfo: sync,
      onChange: () => void refreshGrayscale(),
    }),
    ...storedValues,
  };
};

export type BackgroundMessages = ReturnType<typeof start>;

export default defineBackground(() => {
  serve(start());
  addEventListener('unhandledrejection', ({ reason }) => logError(reason));
  openFirstRunOnInstall();
  void restrictStorageAccess();
});
