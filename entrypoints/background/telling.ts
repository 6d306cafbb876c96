import { sessionItem } from '../../lib/storage/storage.ts';
import { readLink } from '../../lib/url/link.ts';
import { warningOf } from '../../lib/url/warnings.ts';
import { showBadge } from '../../lib/browser/badge.ts';
import { injectToast } from '../../lib/browser/injection.ts';
import { isAnyWindowPrivate, onLastPrivateWindowClosed, openOptions } from '../../lib/browser/pages.ts';
import { hasNotifyAndCopyPermission } from '../../lib/browser/permissions.ts';
import { isStillAt, openBehind, openBeside } from '../../lib/browser/tabs.ts';
import { remedy } from '../../lib/i18n/failure-sentence.ts';
import type { Links } from '../../lib/shortening/shortening.ts';
import type { Handlers } from '../../lib/messaging/serve.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { tellings } from '../../lib/delivery/stored-outcomes.ts';
import { createTelling } from '../../lib/delivery/delivery.ts';
import { startTriggers } from './triggers.ts';
import { clean } from './clean.ts';
import { startNotices, tellQuietly } from './quietly.ts';

export type TellingNames = 'toast' | 'toasted' | 'told' | 'act';

/** Shortening without the popup: menu, shortcut, and how they are answered. Registers its listeners at once. */
export const startTelling = (links: Links): Pick<Handlers, TellingNames> => {
  const telling = createTelling({
    ...{ links, readLink, clean, warningOf, sign: showBadge, kept: sessionItem('tellings', tellings) },
    ...{ injectToast, isStillAt, isAnyWindowPrivate, tellQuietly, openOptions },
    mayTellQuietly: hasNotifyAndCopyPermission,
    remedy: (failure) => (failure.retryAfter === undefined ? remedy(failure) : 'try-again'),
    copies: async () => (await readSettingsOrDefaults()).copyAtOnce,
    made: async (tabId, shortLink) =>
      (await readSettingsOrDefaults()).openAtOnce && openBehind(tabId, shortLink),
    openTold: (id, tabId) => openBeside(tabId, `/told.html#${id}`),
  });
  startTriggers(telling.ask);
  startNotices();
  onLastPrivateWindowClosed(telling.forgetPrivate);
  return {
    toast: (_, site) => telling.toast(site),
    toasted: (_, site) => telling.toasted(site),
    told: ({ id }) => telling.told(id),
    act: ({ id }, site) => telling.act(id, site),
  };
};
