import type { PopupActions } from '../../components/popup/actions.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { openOptions, openPage, openTab, readTabCounts } from '../../lib/browser/pages.ts';
import { showTab } from '../../lib/browser/tabs.ts';
import { interrupted } from '../../lib/failures/contract.ts';
import { send } from '../../lib/messaging/send.ts';
import { changeSettings } from '../../lib/settings/settings.ts';

const thenClose = (leaving: Promise<void>): void => void leaving.finally(() => window.close());

const recent: PopupActions['recent'] = (isPrivate) => send('recent', { private: isPrivate }).catch(() => []);

/** What is imported here nobody waits for, or few need. */
const later: Pick<PopupActions, 'tracking' | 'isKnown' | 'peekSound'> = {
  tracking: async () => (await import('./tracking.ts')).readTracking(),
  async isKnown(link, isPrivate) {
    const { length } = isPrivate ? (await recent(true)).filter((each) => each.link === link) : [];
    return length > 0 || (await import('../../lib/history/known.ts')).isInHistory(link);
  },
  peekSound: async () => (await import('../../lib/messaging/remote.ts')).peekSound(),
};

export const actions: PopupActions = {
  ...later,
  ...{ copy, recent, tabsAround: readTabCounts },
  shorten: (wish) => send('shorten', wish).catch(() => ({ ok: false, id: wish.id, failure: interrupted })),
  open: (url) => thenClose(openTab(url)),
  openPage: (path) => thenClose(openPage(path)),
  openSettings: () => thenClose(openOptions()),
  rememberChoice: (choice) => void changeSettings({ lastValidity: choice }),
  earlier: (isPrivate) => send('unshown', { private: isPrivate }).catch(() => null),
  arrival: (id) => send('arrival', { id }).catch(() => null),
  markShown: (id, isPrivate) => void send('show', { id, private: isPrivate }).catch(() => null),
  playHere: (tabId) => send('playHere', { tabId }).catch(() => null),
  showTab: (tabId) => thenClose(showTab(tabId).catch(() => undefined)),
  close: () => window.close(),
};
