import { sessionItem } from '../../lib/storage/storage.ts';
import { clearActiveTabBadge } from '../../lib/browser/badge.ts';
import { onLastPrivateWindowClosed } from '../../lib/browser/pages.ts';
import { openJournal } from '../../lib/history/journal.ts';
import { createPrivateJournal, privateAttempts } from '../../lib/history/private-journal.ts';
import { createPause, storedPause } from '../../lib/shortening/pause.ts';
import { createShortener, type Shortener } from '../../lib/shortening/shortening.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import type { Handlers } from '../../lib/messaging/serve.ts';
import type { Service } from '../../lib/connection/service.ts';
import { type DeliveryMessages, startDelivery } from './delivery.ts';
import { startExpiryReminder } from './expiry-reminder.ts';

type Messages =
  | 'shorten'
  | 'unacknowledged'
  | 'pendingOutcome'
  | 'pause'
  | 'acknowledge'
  | 'connection'
  | 'probe'
  | 'follow'
  | 'attempt'
  | 'recent';

/** The number of links that the popup lists. */
const recentCount = 5;

/** Opens the short link of an attempt. */
const followWith =
  (service: Service, shortener: Shortener): Handlers['follow'] =>
  async (request) => {
    const [attempt, connection] = await Promise.all([
      shortener.findAttempt(request.id, request.private),
      service.connection(),
    ]);
    const { shortLink, isWhole } = attempt ?? {};
    return shortLink && connection ? connection.follow({ shortLink, isWhole }) : null;
  };

/** Short links: their journals, and the answers to the popup and the options page. Registers its listeners at once. */
export const startShortening = (
  service: Service,
  { isAccountLost, refreshGrayscale }: { isAccountLost(): Promise<boolean>; refreshGrayscale(): unknown },
): Pick<Handlers, Messages | DeliveryMessages> => {
  const privateJournal = createPrivateJournal(sessionItem('private-attempts', privateAttempts));
  const journals = { regular: openJournal(), private: privateJournal };
  const pause = createPause(sessionItem('pause', storedPause));
  const shortener = createShortener({
    async connection() {
      const connection = await service.connection();
      return connection && pause.watch(connection);
    },
    isAccountLost,
    journals,
    offered: async () => (await readSettingsOrDefaults()).offered,
    onCreated: refreshGrayscale,
  });
  onLastPrivateWindowClosed(privateJournal.clear);
  startExpiryReminder(journals.regular);
  return {
    ...startDelivery(shortener),
    shorten: shortener.shorten,
    unacknowledged: (request) => {
      // This message is the sign that a popup has opened.
      void clearActiveTabBadge();
      return shortener.unacknowledged(request.private);
    },
    pendingOutcome: ({ id }) => shortener.pendingOutcome(id),
    async pause() {
      const connection = await service.connection();
      return connection && pause.find(connection.id);
    },
    acknowledge: (request) => shortener.acknowledge(request.id, request.private),
    attempt: (request) => shortener.findAttempt(request.id, request.private),
    recent: (request) => shortener.newest(recentCount, request.private),
    connection: service.view,
    probe: service.probe,
    follow: followWith(service, shortener),
  };
};
