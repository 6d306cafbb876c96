import type { LazyActions } from '../../components/popup/popup-actions.ts';
import { copyImage } from '../../lib/browser/clipboard.ts';
import { openPage, openTab } from '../../lib/browser/pages.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { share } from '../../lib/browser/share.ts';
import { readTabCounts } from '../../lib/browser/tab-list.ts';
import { showTab } from '../../lib/browser/tabs.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { interrupted } from '../../lib/failures/interrupted.ts';
import { findRunningPlayer } from '../../lib/music/remote.ts';
import { rememberFormat, templateSettings } from '../../lib/settings/copy-format.ts';
import { send } from '../background/send.ts';

/** Milliseconds that the popup waits for a running audio player: it shows a late answer, too. */
const maxWait = 25_000;

const none = logAndReturn(null);
const close = (): void => window.close();
const unanswered = () => ({ ok: false as const, failure: interrupted });

/** Actions that are loaded after the first paint, together with the parts of the popup that use them. */
export const lazyActions: LazyActions = {
  copyImage,
  saveFile,
  open: (url) => void openTab(url).finally(close),
  share,
  recent: (isPrivate) => send('recent', { private: isPrivate }).catch(logAndReturn([])),
  expiringCount: () => send('expiringCount', {}).catch(logAndReturn(0)),
  windowTabs: readTabCounts,
  shortHost: (connection) =>
    send('shortOrigin', { connection })
      .then((origin) => (origin === null ? '' : new URL(origin).host))
      .catch(() => ''),
  undo: (attempt) => send('undo', attempt).catch(unanswered),
  findAttempt: (key) => send('attempt', key).catch(none),
  setNote: (key, note) => send('setNote', { ...key, note }).catch(logAndReturn(false)),
  changeLink: (request) => send('changeLink', request).catch(unanswered),
  findRunningPlayer: (signal) => findRunningPlayer(signal, maxWait),
  playHere: (tabId) => send('playHere', { tabId }).catch(none),
  showTab: (tabId) => void showTab(tabId).catch(none).finally(close),
  close,
  rememberFormat,
  editTemplate: () => void openPage(templateSettings).catch(none).finally(close),
};
