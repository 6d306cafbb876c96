import { defineBackground } from 'wxt/utils/define-background';
import * as z from 'zod/mini';
import { features } from '../../lib/api/links/contract.ts';
import { afterStartup } from '../../lib/async/async.ts';
import { onLastPrivateWindowClosed, openFirstRunOnInstall } from '../../lib/browser/pages.ts';
import { hasHostPermission, revokeAllExcept } from '../../lib/browser/permissions.ts';
import { openAccountStore } from '../../lib/connection/account.ts';
import { storedStyle } from '../../lib/connection/authentication.ts';
import { clockReading } from '../../lib/connection/clock.ts';
import { connectionMessages } from '../../lib/connection/messages.ts';
import { withPolicyConnection } from '../../lib/connection/policy-connection.ts';
import { createService } from '../../lib/connection/service.ts';
import { openInfoStore } from '../../lib/connection/stored-info.ts';
import { storedToken } from '../../lib/connection/tokens.ts';
import { deliveryMessages } from '../../lib/delivery/messages.ts';
import { diagnosticMessages } from '../../lib/diagnostics/messages.ts';
import { logAndReturn, logError } from '../../lib/errors/error-log.ts';
import { createGrayscaleRefresh, storedGrayscale } from '../../lib/grayscale/refresh.ts';
import { maxCounted } from '../../lib/history/expiring-count.ts';
import { openJournal, openPrivateJournal } from '../../lib/history/journal.ts';
import { historyMessages } from '../../lib/history/messages.ts';
import { jobMessages } from '../../lib/jobs/messages.ts';
import { createLinkChanger } from '../../lib/managing/link-changer.ts';
import { createLinkLoader } from '../../lib/managing/link-loader.ts';
import { managingMessages } from '../../lib/managing/messages.ts';
import { serve } from '../../lib/messaging/serve.ts';
import { musicMessages } from '../../lib/music/messages.ts';
import { playerMessages } from '../../lib/not-found/messages.ts';
import { shorteningMessages } from '../../lib/shortening/messages.ts';
import { createRateLimit, storedRateLimit } from '../../lib/shortening/rate-limit.ts';
import { createShortener } from '../../lib/shortening/shortening.ts';
import { serveStoredValues, type StoredValueMessages } from '../../lib/storage/messages.ts';
import {
  localItem,
  onManagedChange,
  readManaged,
  restrictStorageAccess,
  sessionItem,
} from '../../lib/storage/storage.ts';
import { storedMap } from '../../lib/storage/stored-map.ts';
import { startAddressBar } from './address-bar.ts';
import { startDelivery } from './delivery.ts';
import { startExpiryReminder } from './expiry-reminder.ts';
import { startJobs } from './jobs.ts';
import { startMusic } from './music.ts';
import { startPlayers } from './players.ts';
import { startTriggers } from './triggers.ts';

/** Registers all listeners but the one for messages, and returns the messages that the background handles. */
const start = () => {
  const own = openAccountStore();
  const accountStore = withPolicyConnection(own, readManaged);
  const announced = storedMap(localItem('features', z.record(z.string(), features)));
  const infoStore = openInfoStore({ own, accountStore, announced });
  const syncAndLogErrors = () => infoStore.sync().catch(logAndReturn(undefined));
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
    infoStore,
    token: storedMap(sessionItem('token', z.record(z.string(), storedToken))),
    style: storedMap(localItem('credential-style', z.record(z.string(), storedStyle))),
    otherAccountValues: [rateLimits, refreshedAt],
    clockReading: storedMap(sessionItem('clock-reading', z.record(z.string(), clockReading))),
    hasHostPermission,
    revokeAllExcept,
  });
  const { connection } = service;
  const refreshGrayscale = createGrayscaleRefresh({
    connection,
    stored: localItem('grayscale', storedGrayscale),
  });

  const journal = openJournal();
  const journals = { regular: journal, private: openPrivateJournal() };
  onLastPrivateWindowClosed(journals.private.clear);
  const rateLimit = createRateLimit(rateLimits);
  const shortener = createShortener({
    connection,
    isAccountLost: infoStore.isAccountLost,
    rateLimit,
    journals,
    onCreated: refreshGrayscale,
  });
  const changer = createLinkChanger({ connection, journals, recover: shortener.recover });
  const loader = createLinkLoader({ connection, journals, refreshedAt });

  const delivery = startDelivery(shortener, changer.undo);
  startTriggers(delivery);
  startAddressBar(delivery, journal);
  startExpiryReminder(journal, changer, loader);
  const jobs = startJobs({ shortener, changer, loader, connection, journals, syncAndLogErrors });
  const playerSites = startPlayers(service);
  const music = startMusic(connection);

  return {
    ...shorteningMessages(shortener, rateLimit),
    ...deliveryMessages(delivery),
    ...managingMessages(service, changer, loader),
    ...historyMessages(journal),
    ...jobMessages(jobs),
    ...playerMessages(playerSites),
    ...musicMessages(music.provider, refreshGrayscale),
    ...music.coverMessages,
    ...connectionMessages({
      service,
      erase: own.erase,
      // The connections are listed even if the history cannot be read.
      countActive: (id) =>
        journal.countActive(id, Math.floor(Date.now() / 1000), maxCounted + 1).catch(logAndReturn(0)),
      syncInfo: syncAndLogErrors,
      onChange: refreshGrayscale,
    }),
    ...diagnosticMessages(service, shortener),
    ...storedValues,
  };
};

export default defineBackground(() => {
  serve(start());
  addEventListener('unhandledrejection', ({ reason }) => logError(reason));
  openFirstRunOnInstall();
  void restrictStorageAccess();
});
