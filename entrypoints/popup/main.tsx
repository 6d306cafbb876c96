import { offeredFormat, offeredValidity } from '../../lib/settings/schema.ts';
import { render } from 'preact';
import { Popup } from '../../components/popup/Popup.tsx';
import { openInBackgroundTab } from '../../lib/browser/tabs.ts';
import { openOptions, openPage } from '../../lib/browser/pages.ts';
import { setPageLanguage } from '../../lib/i18n/texts.ts';
import { withOpening } from '../../lib/shortening/with-opening.ts';
import { readPopupData } from '../../lib/shortening/popup-data.ts';
import { changeSettings } from '../../lib/settings/settings.ts';
import './style.css';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { interrupted } from '../../lib/failures/interrupted.ts';
import type { FirstActions } from '../../components/popup/popup-actions.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { send } from '../background/send.ts';

/** Shows the popup in grayscale on the days that the service names. Its code is apart, so that the popup opens sooner. */
const applyGrayscale = async (): Promise<void> => {
  const { isGrayscale, readGrayscale } = await import('../../lib/grayscale/grayscale.ts');
  document.documentElement.classList.toggle('grayscale', isGrayscale(await readGrayscale(), new Date()));
};

const none = logAndReturn(null);
const thenClose = (leaving: Promise<unknown>): void => void leaving.finally(() => window.close());

const actions: FirstActions = {
  copy,
  tracking: async () => (await import('../../lib/browser/tracking.ts')).readTracking(),
  activeLinks: (link, isPrivate) => send('activeLinks', { link, private: isPrivate }).catch(logAndReturn([])),
  shorten: (request) =>
    send('shorten', request).catch(() => ({ ok: false, id: request.id, failure: interrupted })),
  openPage: (path) => thenClose(openPage(path)),
  openSettings: () => thenClose(openOptions()),
  rememberChoice: (choice) => void changeSettings({ lastValidity: choice }).catch(logAndReturn(undefined)),
  saveDraft: (page, draft) =>
    void import('../../lib/shortening/save-draft.ts')
      .then((saving) => saving.saveDraft(page, draft))
      .catch(none),
  unacknowledged: (isPrivate) => send('unacknowledged', { private: isPrivate }).catch(none),
  pendingOutcome: (id) => send('pendingOutcome', { id }).catch(none),
  rateLimit: (connection) => send('rateLimit', { connection }).catch(none),
  acknowledge: (id, isPrivate) => void send('acknowledge', { id, private: isPrivate }).catch(none),
};

const start = async (): Promise<void> => {
  const { page, settings, draft } = await readPopupData();
  const choice = offeredValidity(settings);
  const { tabId } = page;
  const shorten =
    settings.openAtOnce && tabId !== null
      ? withOpening(actions.shorten, (shortLink) => openInBackgroundTab(tabId, shortLink))
      : actions.shorten;
  // In Safari nothing can play music.
  const musicOff = import.meta.env.SAFARI || settings.musicOff;
  render(
    <Popup
      {...settings}
      {...offeredFormat(settings)}
      page={page}
      choice={choice}
      draft={draft}
      musicOff={musicOff}
      actions={{ ...actions, shorten }}
      lazyActions={async () => (await import('./lazy-actions.ts')).lazyActions}
    />,
    document.body,
  );
};

// Browsers for phones show the popup as a page.
if (/Android|Mobi/.test(navigator.userAgent)) document.documentElement.classList.add('phone');
// The popup does not wait for it.
void applyGrayscale().catch(logAndReturn(undefined));
// Before `start`, which reads the title of the current tab: on a phone, that tab is the popup itself.
setPageLanguage(document, 'popupTitle');
void start();
