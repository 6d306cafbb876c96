import * as z from 'zod/mini';
import { clearActiveTabBadge } from '../browser/badge.ts';
import { message } from '../messaging/message.ts';
import type { RateLimit } from './rate-limit.ts';
import { attemptKey, onlyId, shortenRequest } from './request.ts';
import type { Shortener } from './shortening.ts';

/** The number of links that the popup lists. */
const recentCount = 5;

const shorteningPages = ['popup', 'history', 'options'] as const;
const ofWindow = () => z.object({ private: z.boolean() });

export const shorteningMessages = (shortener: Shortener, rateLimit: RateLimit) => ({
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

  pendingAttempt: message({
    from: ['popup'],
    request: onlyId,
    handle: ({ id }) => shortener.pendingAttempt(id),
  }),

  /** The failure that began a rate limit of a connection, with the seconds that are left; null if there is none. */
  rateLimit: message({
    from: ['popup'],
    request: () => z.object({ connection: z.string() }),
    handle: (request) => rateLimit.find(request.connection),
  }),

  /** Marks an outcome as shown. */
  acknowledge: message({
    from: shorteningPages,
    request: attemptKey,
    async handle({ id, private: isPrivate }) {
      await shortener.acknowledge(id, isPrivate);
      return null;
    },
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
    request: () => z.object({ link: z.string(), private: z.boolean() }),
    handle: (request) => shortener.activeLinks(request.link, request.private),
  }),

  /** Stores a person's note on an attempt, on this device only. */
  setNote: message({
    from: ['popup', 'history'],
    request: () => z.extend(attemptKey(), { note: z.string() }),
    handle: ({ id, private: isPrivate, note }) => shortener.setNote(id, isPrivate, note),
  }),
});
