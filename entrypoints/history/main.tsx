import { offeredValidity } from '../../lib/settings/schema.ts';
import { render } from 'preact';
import type { HistoryActions } from '../../components/history/actions.ts';
import { History } from '../../components/history/History.tsx';
import { copy } from '../../lib/browser/clipboard.ts';
import { saveFile } from '../../lib/browser/files.ts';
import { isPrivateWindow, openOptions, openTab } from '../../lib/browser/pages.ts';
import { setPageLanguage } from '../../lib/i18n/texts.ts';
import { interrupted } from '../../lib/failures/contract.ts';
import { openHistory, troubleOf } from '../../lib/history/history.ts';
import { send } from '../../lib/messaging/send.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import './style.css';

const actions: HistoryActions = {
  ...openHistory(),
  troubleOf,
  shorten: (wish) => send('shorten', wish).catch(() => ({ ok: false, id: wish.id, failure: interrupted })),
  copy,
  open: (url) => void openTab(url),
  openSettings: () => void openOptions(),
  markShown: (id, isPrivate) => void send('show', { id, private: isPrivate }).catch(() => null),
  save: saveFile,
};

const start = async (): Promise<void> => {
  const settings = await readSettingsOrDefaults();
  const { offered } = settings;
  const choice = offeredValidity(settings);
  const again = new URLSearchParams(location.hash.slice(1)).get('again');
  render(<History {...{ actions, choice, offered, again, isPrivate: isPrivateWindow() }} />, document.body);
};

setPageLanguage(document, 'historyTitle');
void start();
