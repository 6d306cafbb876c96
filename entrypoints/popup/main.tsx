import { render } from 'preact';
import type { PopupActions } from '../../components/popup/actions.ts';
import { Popup } from '../../components/popup/Popup.tsx';
import { copy } from '../../lib/browser/clipboard.ts';
import { currentPage, openOptions, openTab } from '../../lib/browser/pages.ts';
import { showTab } from '../../lib/browser/tabs.ts';
import { speak } from '../../lib/browser/texts.ts';
import { send } from '../../lib/messages/send.ts';
import { interrupted } from '../../lib/failures/failures.ts';
import { changeSettings, offeredValidity, readSettingsAnyhow } from '../../lib/settings/settings.ts';
import './style.css';

const thenClose = (leaving: Promise<void>): void => void leaving.finally(() => window.close());

const actions: PopupActions = {
  shorten: (wish) => send('shorten', wish).catch(() => ({ ok: false, id: wish.id, failure: interrupted })),
  copy,
  open: (url) => thenClose(openTab(url)),
  openSettings: () => thenClose(openOptions()),
  rememberChoice: (choice) => void changeSettings({ lastValidity: choice }),
  earlier: (isPrivate) => send('unshown', { private: isPrivate }).catch(() => null),
  arrival: (id) => send('arrival', { id }).catch(() => null),
  markShown: (id, isPrivate) => void send('show', { id, private: isPrivate }).catch(() => null),
  // Read once the form is there: nobody waits for it.
  peekSound: async () => (await import('../../lib/messages/remote.ts')).peekSound(),
  playHere: (tabId) => send('playHere', { tabId }).catch(() => null),
  showTab: (tabId) => thenClose(showTab(tabId).catch(() => undefined)),
  close: () => window.close(),
};

const start = async (): Promise<void> => {
  const [page, settings] = await Promise.all([currentPage(), readSettingsAnyhow()]);
  const { connected, copyAtOnce } = settings;
  const choice = offeredValidity(settings);
  render(<Popup {...{ page, connected, choice, copyAtOnce, actions }} />, document.body);
};

speak(document, 'popupTitle');
void start();
