import * as z from 'zod/mini';
import type { StoredMap } from '../../lib/storage/stored-map.ts';
import { clearActiveTabBadge } from '../../lib/browser/badge.ts';
import { onLastPrivateWindowClosed } from '../../lib/browser/pages.ts';
import { openJournal, openPrivateJournal } from '../../lib/history/journal.ts';
import { createRateLimit, type RateLimit, type StoredRateLimit } from '../../lib/shortening/rate-limit.ts';
import { createShortener, type Shortener } from '../../lib/shortening/shortening.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { message } from '../../lib/messaging/message.ts';
import { attemptKey, onlyId, shortenRequest } from '../../lib/shortening/request.ts';
import type { Service } from '../../lib/connection/service.ts';
import { startAddressBar } from './address-bar.ts';
import { startDelivery } from './delivery.ts';
import { startExpiryReminder } from './expiry-reminder.ts';
import { startLinks } from './links.ts';
import { startMoving } from './moving.ts';

/** The number of links that the popup lists. */
const recentCount = 5;

const shorteningPages = ['popup', 'history', 'batch', 'options'] as const;
const ofWindow = z.object({ private: z.boolean() });

interface MessageDeps {
  shortener: Shortener;
  service: Service;
  rateLimit: RateLimit;
}

const messagesOf = ({ shortener, service, rateLimit }: MessageDeps) => ({
  /** Creates a short link; the answer arrives when it is created or has failed, within 25 s. */
  shorten: message({ from: shorteningPages, request: shortenRequest, handle: shortener.shorten }),

  /** The newest attempt whose outcome was not shown yet. */
  unacknowledged: message({
    from: ['popup'],
    request: ofWindow,
    handle(request) {
      // This message is the sign that a popup has opened.
      void clearActiveTabBadge();
      return shortener.unacknowledged(request.private);
    },
  }),

  pendingOutcome: message({
    from: ['popup'],
    request: onlyId,
    handle: ({ id }) => shortener.pendingOutcome(id),
  }),

  /** The failure that began a rate limit of a connection, with the seconds that are left; null if there is none. */
  rateLimit: message({
    from: ['popup'],
    request: z.object({ connection: z.string() }),
    handle: (request) => rateLimit.find(request.connection),
  }),

  /** Marks an outcome as shown. */
  acknowledge: message({
    from: shorteningPages,
    request: attemptKey,
    handle: (request) => shortener.acknowledge(request.id, request.private),
  }),

  /** An attempt; null if none of that id was ever begun. */
  attempt: message({
    from: ['popup', 'outcome', 'history', 'batch'],
    request: attemptKey,
    handle: (request) => shortener.findAttempt(request.id, request.private),
  }),

  /** The newest attempts, the newest first. */
  recent: message({
    from: ['popup'],
    request: ofWindow,
    handle: (request) => shortener.newest(recentCount, request.private),
  }),

  /** The attempts that created a short link to this address, if it is still active; the newest first. */
  activeLinks: message({
    from: ['popup'],
    request: z.object({ link: z.string(), private: z.boolean() }),
    handle: (request) => shortener.activeLinks(request.link, request.private),
  }),

  /** Checks what the short link of this attempt shows; null if there is none. */
  checkShortLink: message({
    from: ['options'],
    request: attemptKey,
    async handle(request) {
      const attempt = await shortener.findAttempt(request.id, request.private);
      const { account, shortLink, isWholeAddress } = attempt ?? {};
      const connection = account === undefined ? null : await service.connection(account);
      return shortLink && connection ? connection.checkShortLink({ shortLink, isWholeAddress }) : null;
    },
  }),

  /** Stores a person's note on an attempt, on this device only. */
  setNote: message({
    from: ['popup', 'outcome', 'history'],
    request: z.extend(attemptKey, { note: z.string() }),
    handle: ({ id, private: isPrivate, note }) => shortener.setNote(id, isPrivate, note),
  }),
});

interface StartDeps {
  /** Both by the id of the account. */
  rateLimits: StoredMap<StoredRateLimit>;
  refreshedAt: StoredMap<number>;
  isAccountLost(): Promise<boolean>;
  syncAndLogErrors(): Promise<unknown>;
  refreshGrayscale(): unknown;
}

/** Short links: their journals, and the answers to the popup and the options page. Registers its listeners at once. */
export const startShortening = (
  service: Service,
  { rateLimits, refreshedAt, isAccountLost, syncAndLogErrors, refreshGrayscale }: StartDeps,
) => {
  const privateJournal = openPrivateJournal();
  const journals = { regular: openJournal(), private: privateJournal };
  const rateLimit = createRateLimit(rateLimits);
  const shortener = createShortener({
    async connection(id) {
      const connection = await service.connection(id);
      return connection && rateLimit.watch(connection);
    },
    isAccountLost,
    journals,
    settings: readSettingsOrDefaults,
    onCreated: refreshGrayscale,
  });
  onLastPrivateWindowClosed(privateJournal.clear);
  const links = startLinks(service, { journals, refreshedAt, recover: shortener.recover });
  const expiryMessages = startExpiryReminder(journals.regular, links);
  const { undo } = links.changer;
  const { messages, delivery } = startDelivery(shortener, undo);
  startAddressBar(delivery, journals.regular);
  return {
    countActive: journals.regular.countActive,
    messages: {
      ...messages,
      ...messagesOf({ shortener, service, rateLimit }),
      ...links.messages,
      ...expiryMessages,
      ...startMoving(shortener, {
        connection: service.connection,
        journal: journals.regular,
        syncAndLogErrors,
      }),
    },
  };
};
