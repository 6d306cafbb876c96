import { interrupted } from '../../lib/failures/contract.ts';
import type { PopupActions } from '../../components/popup/popup-actions.ts';
import { copy, copyImage } from '../../lib/browser/clipboard.ts';
import { openOptions, openPage, openTab, readTabCounts, saveFile } from '../../lib/browser/pages.ts';
import { showTab } from '../../lib/browser/tabs.ts';
import { send } from '../background/send.ts';
import { changeSettings } from '../../lib/settings/settings.ts';

const thenClose = (leaving: Promise<void>): void => void leaving.finally(() => window.close());

const recent: PopupActions['recent'] = (isPrivate) => send('recent', { private: isPrivate }).catch(() => []);

type Lazy = 'tracking' | 'isKnown' | 'findRunningPlayer';

/** These actions import their code when they are used: the popup opens sooner without it. */
const lazyActions: Pick<PopupActions, Lazy> = {
  tracking: async () => (await import('./tracking.ts')).readTracking(),
  async isKnown(link, isPrivate) {
    const { length } = isPrivate ? (await recent(true)).filter((each) => each.link === link) : [];
    return length > 0 || (await import('../../lib/history/is-in-history.ts')).isInHistory(link);
  },
  findRunningPlayer: async (signal) =>
    (await import('../../lib/messaging/remote.ts')).findRunningPlayer(signal),
};

export const actions: PopupActions = {
  ...lazyActions,
  copy,
  copyImage,
  save: saveFile,
  recent,
  tabsAround: readTabCounts,
  shorten: (request) =>
    send('shorten', request).catch(() => ({ ok: false, id: request.id, failure: interrupted })),
  open: (url) => thenClose(openTab(url)),
  openPage: (path) => thenClose(openPage(path)),
  openSettings: () => thenClose(openOptions()),
  rememberChoice: (choice) => void changeSettings({ lastValidity: choice }).catch(() => undefined),
  unacknowledged: (isPrivate) => send('unacknowledged', { private: isPrivate }).catch(() => null),
  pendingOutcome: (id) => send('pendingOutcome', { id }).catch(() => null),
  pause: () => send('pause', {}).catch(() => null),
  acknowledge: (id, isPrivate) => void send('acknowledge', { id, private: isPrivate }).catch(() => null),
  playHere: (tabId) => send('playHere', { tabId }).catch(() => null),
  showTab: (tabId) => thenClose(showTab(tabId).catch(() => undefined)),
  close: () => window.close(),
};
