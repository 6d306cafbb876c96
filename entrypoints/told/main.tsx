import { render } from 'preact';
import type { ToldActions } from '../../components/told/actions.ts';
import { ToldPage } from '../../components/told/ToldPage.tsx';
import { copy } from '../../lib/browser/clipboard.ts';
import { openOptions, openPage } from '../../lib/browser/pages.ts';
import { requestNotifyAndCopy, hasNotifyAndCopyPermission } from '../../lib/browser/permissions.ts';
import { setPageLanguage } from '../../lib/i18n/texts.ts';
import { interrupted } from '../../lib/failures/contract.ts';
import { send } from '../../lib/messaging/send.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import type { Told } from '../../lib/delivery/contract.ts';
import './style.css';

const lost: Told = {
  link: '',
  outcome: { ok: false, failure: interrupted },
  warning: null,
  removed: [],
  act: null,
};

const actions: ToldActions = {
  told: () => send('told', { id: location.hash.slice(1) }).catch(() => lost),
  act: (id) => send('act', { id }).catch(() => lost),
  copy,
  openSettings: () => void openOptions(),
  openHistory: () => void openPage('/history.html'),
  mayTellQuietly: () => hasNotifyAndCopyPermission().catch(() => true),
  askToTellQuietly: () => requestNotifyAndCopy().catch(() => false),
};

const start = async (): Promise<void> => {
  const { copyAtOnce } = await readSettingsOrDefaults();
  render(<ToldPage {...{ copyAtOnce, actions }} />, document.body);
};

setPageLanguage(document, 'toldTitle');
void start();
