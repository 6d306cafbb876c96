import { logAndReturn } from '../../lib/errors/error-log.ts';
import { interrupted } from '../../lib/failures/interrupted.ts';
import { offeredFormat, offeredValidity } from '../../lib/settings/schema.ts';
import { render } from 'preact';
import type { HistoryActions } from '../../components/history/history-actions.ts';
import { History } from '../../components/history/History.tsx';
import { copy, copyImage } from '../../lib/browser/clipboard.ts';
import { isPrivateWindow, openOptions, openPage, openTab } from '../../lib/browser/pages.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { ownTabId } from '../../lib/browser/tab-list.ts';
import { openInBackgroundTab } from '../../lib/browser/tabs.ts';
import { setPageLanguage } from '../../lib/i18n/texts.ts';
import { historyProblemOf, openHistory } from '../../lib/history/history.ts';
import { openStoredView, storedView } from '../../lib/history/stored-view.ts';
import { acknowledgeLoss, readLoss } from '../../lib/history/database.ts';
import { send } from '../background/send.ts';
import { withOpening } from '../../lib/shortening/with-opening.ts';
import { formatActions } from '../../lib/settings/copy-format.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { readSession, sessionItem } from '../../lib/storage/storage.ts';
import './style.css';

const history = openHistory();

/** The background was stopped, or its answer was lost: nobody knows what it has done. */
const unanswered = { ok: false as const, failure: interrupted };

const actions: Omit<HistoryActions, 'view'> = {
  ...history,
  problemOf: historyProblemOf,
  readLoss,
  acknowledgeLoss,
  shortenInRun: (request) => send('shorten', request),
  shorten: (request) => send('shorten', request).catch(() => ({ ...unanswered, id: request.id })),
  changeLink: (request) => send('changeLink', request).catch(() => unanswered),
  setNote: (id, note) => send('setNote', { id, private: false, note }).catch(logAndReturn(false)),
  refreshLinks: (ids) => void send('refreshLinks', { ids: [...ids] }).catch(logAndReturn(undefined)),
  loadLinks: (request) => send('loadLinks', request).catch(() => unanswered),
  readMove: () => send('moveState', {}).catch(logAndReturn(null)),
  copy,
  ...formatActions(openPage),
  copyImage,
  open: (url) => void openTab(url),
  openSettings: () => void openOptions(),
  acknowledge: (id, isPrivate) =>
    void send('acknowledge', { id, private: isPrivate }).catch(logAndReturn(null)),
  saveFile,
};

const openBesideThis = async (shortLink: string): Promise<void> => {
  const tabId = await ownTabId();
  if (tabId !== undefined) await openInBackgroundTab(tabId, shortLink);
};

const start = async (): Promise<void> => {
  const isPrivate = isPrivateWindow();
  // The expiry reminders and the popup open the page with a parameter.
  const parameters = new URLSearchParams(location.hash.slice(1));
  // The database is opened while the settings are read.
  if (!isPrivate) void history.prepare();
  const [settings, view] = await Promise.all([
    readSettingsOrDefaults(),
    openStoredView(sessionItem('history-view', storedView), ownTabId(), parameters.get('filter')),
  ]);
  // The background stores it before the settings.
  const isMemoryOnly = (await readSession('memory-only').catch(logAndReturn(false))) === true;
  const shorten = settings.openAtOnce ? withOpening(actions.shorten, openBesideThis) : actions.shorten;
  render(
    <History
      actions={{ ...actions, view, shorten }}
      copyAtOnce={settings.copyAtOnce}
      copyFormat={offeredFormat(settings)}
      choice={offeredValidity(settings)}
      offered={settings.offered}
      connections={settings.connections}
      recreate={parameters.get('recreate')}
      isPrivate={isPrivate}
      isMemoryOnly={isMemoryOnly}
    />,
    document.body,
  );
};

setPageLanguage(document, 'historyTitle');
void start();
