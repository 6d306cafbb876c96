import { logAndReturn } from '../../lib/errors/error-log.ts';
import { interrupted } from '../../lib/failures/interrupted.ts';
import { render } from 'preact';
import { OutcomePage, type OutcomePageActions } from '../../components/outcome/OutcomePage.tsx';
import { closeTab } from '../../lib/browser/close-tab.ts';
import { copy, copyImage } from '../../lib/browser/clipboard.ts';
import { isPrivateWindow, openOptions, openPage, openTab } from '../../lib/browser/pages.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { share } from '../../lib/browser/share.ts';
import { hasNotifyAndCopyPermission, requestNotifyAndCopy } from '../../lib/browser/permissions.ts';
import { offeredFormat } from '../../lib/settings/schema.ts';
import { setPageLanguage } from '../../lib/i18n/texts.ts';
import { send } from '../background/send.ts';
import { formatActions } from '../../lib/settings/copy-format.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import type { DeliveredOutcome } from '../../lib/delivery/types.ts';
import './style.css';

/** Shown if the background does not answer. */
const noAnswer: DeliveredOutcome = {
  link: '',
  title: '',
  outcome: { ok: false, failure: interrupted },
  warning: null,
  private: false,
  removed: [],
  action: null,
};

const actions: OutcomePageActions = {
  outcome: () => send('outcome', { id: location.hash.slice(1) }).catch(logAndReturn(noAnswer)),
  // A page of the extension gets the whole outcome, a content script a part: the type of the message has both.
  runAction: (id) =>
    (send('runAction', { id }) as Promise<DeliveredOutcome | null>).catch(logAndReturn(noAnswer)),
  copy,
  ...formatActions(openPage),
  findAttempt: (key) => send('attempt', key).catch(logAndReturn(null)),
  setNote: (key, note) => send('setNote', { ...key, note }).catch(logAndReturn(false)),
  copyImage,
  saveFile,
  open: (url) => void openTab(url),
  share,
  closeTab: () => void closeTab(),
  isPrivateWindow: isPrivateWindow(),
  openSettings: () => void openOptions(),
  openHistory: () => void openPage('/history.html'),
  hasNotifyAndCopyPermission: () => hasNotifyAndCopyPermission().catch(logAndReturn(true)),
  requestNotifyAndCopyPermission: () => requestNotifyAndCopy().catch(logAndReturn(false)),
};

const start = async (): Promise<void> => {
  const settings = await readSettingsOrDefaults();
  const { copyAtOnce } = settings;
  render(
    <OutcomePage copyAtOnce={copyAtOnce} copyFormat={offeredFormat(settings)} actions={actions} />,
    document.body,
  );
};

setPageLanguage(document, 'outcomeTitle');
void start();
