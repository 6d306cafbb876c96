import { readLink } from '../../lib/address/address.ts';
import { warningOf } from '../../lib/address/care.ts';
import { sign } from '../../lib/browser/badge.ts';
import { injectToast } from '../../lib/browser/injection.ts';
import { isAnyWindowPrivate, onPrivateWindowsGone, openOptions } from '../../lib/browser/pages.ts';
import { mayTellQuietly } from '../../lib/browser/permissions.ts';
import { sessionItem } from '../../lib/browser/session.ts';
import { isStillAt, openBehind, openBeside } from '../../lib/browser/tabs.ts';
import { remedy } from '../../lib/failures/sentence.ts';
import type { Links } from '../../lib/links/links.ts';
import type { Handlers } from '../../lib/messages/serve.ts';
import { readSettingsAnyhow } from '../../lib/settings/settings.ts';
import { tellings } from '../../lib/telling/kept.ts';
import { createTelling } from '../../lib/telling/telling.ts';
import { startAsking } from './asking.ts';
import { clean } from './clean.ts';
import { startNotices, tellQuietly } from './quietly.ts';

export type TellingNames = 'toast' | 'toasted' | 'told' | 'act';

/** Shortening without the popup: menu, shortcut, and how they are answered. Registers its listeners at once. */
export const startTelling = (links: Links): Pick<Handlers, TellingNames> => {
  const telling = createTelling({
    ...{ links, readLink, clean, warningOf, sign, kept: sessionItem('tellings', tellings) },
    ...{ injectToast, isStillAt, isAnyWindowPrivate, mayTellQuietly, tellQuietly, openOptions },
    remedy: (failure) => (failure.retryAfter === undefined ? remedy(failure) : 'try-again'),
    copies: async () => (await readSettingsAnyhow()).copyAtOnce,
    made: async (tabId, shortLink) => (await readSettingsAnyhow()).openAtOnce && openBehind(tabId, shortLink),
    openTold: (id, tabId) => openBeside(tabId, `/told.html#${id}`),
  });
  startAsking(telling.ask);
  startNotices();
  onPrivateWindowsGone(telling.forgetPrivate);
  return {
    toast: (_, site) => telling.toast(site),
    toasted: (_, site) => telling.toasted(site),
    told: ({ id }) => telling.told(id),
    act: ({ id }, site) => telling.act(id, site),
  };
};
