import { sessionItem } from '../../lib/storage/storage.ts';
import { clearActiveTabBadge } from '../../lib/browser/badge.ts';
import { onLastPrivateWindowClosed } from '../../lib/browser/pages.ts';
import { openJournal } from '../../lib/history/journal.ts';
import { createPrivateJournal, privateAttempts } from '../../lib/history/private-journal.ts';
import { createLinks } from '../../lib/shortening/shortening.ts';
import type { Handlers } from '../../lib/messaging/serve.ts';
import type { Service } from '../../lib/connection/service.ts';
import { startEnding } from './ending.ts';
import { startTelling, type TellingNames } from './telling.ts';

type Names =
  'shorten' | 'unshown' | 'arrival' | 'show' | 'connection' | 'probe' | 'follow' | 'attempt' | 'recent';

/** Short links: their journals, and the answers to what popup and options ask. Registers its listeners at once. */
export const startShortening = (
  service: Service,
  refreshGrey: () => unknown,
): Pick<Handlers, Names | TellingNames> => {
  const privateJournal = createPrivateJournal(sessionItem('private-attempts', privateAttempts));
  const journals = { regular: openJournal(), private: privateJournal };
  const links = createLinks({ connection: service.connection, journals, made: refreshGrey });
  onLastPrivateWindowClosed(privateJournal.forget);
  startEnding(journals.regular);
  return {
    ...startTelling(links),
    shorten: links.shorten,
    unshown: (request) => {
      void clearActiveTabBadge();
      return links.unshown(request.private);
    },
    arrival: ({ id }) => links.arrival(id),
    show: (request) => links.show(request.id, request.private),
    attempt: (request) => links.attempt(request.id, request.private),
    recent: (request) => links.newest(5, request.private),
    connection: service.view,
    probe: service.probe,
    follow: async (request) => {
      const [created, connection] = await Promise.all([
        links.attempt(request.id, request.private),
        service.connection(),
      ]);
      const { shortLink, isWhole } = created ?? {};
      return shortLink && connection ? connection.follow({ shortLink, isWhole }) : null;
    },
  };
};
