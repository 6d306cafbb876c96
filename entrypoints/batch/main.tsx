import type { TabSelection } from '../../lib/browser/types.ts';
import { offeredFormat, offeredValidity } from '../../lib/settings/schema.ts';
import type { ConnectionInfo } from '../../lib/settings/connection-info.ts';
import { render } from 'preact';
import { BatchPage } from '../../components/batch/BatchPage.tsx';
import { setPageLanguage } from '../../lib/i18n/texts.ts';
import { findUncertain, type OpenTab, readTabSelection } from '../../lib/batch/plan.ts';
import { formatActions } from '../../lib/settings/copy-format.ts';
import { changeSettings, readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import './style.css';
import type { BatchActions, FirstStep } from '../../components/batch/batch-actions.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { closeTab } from '../../lib/browser/close-tab.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { openOptions, openPage } from '../../lib/browser/pages.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { maySeeTabs, readTabs as readOpenTabs, requestTabs } from '../../lib/browser/tab-list.ts';
import { createStoredBatch } from '../../lib/batch/batch.ts';
import { openJournal, openPrivateJournal } from '../../lib/history/journal.ts';
import { readLinkCleaner } from '../../lib/shortening/link-cleaner.ts';
import { send } from '../background/send.ts';

const storedBatch = createStoredBatch(sessionStorage, location.search);
const journal = openJournal();
const privateJournal = openPrivateJournal();
const nothing = (): void => undefined;

/** Milliseconds for reading an attempt, which is repeated. With the time that creating a link has, a batch could wait 25 s each time. */
const lookUpLimit = 3_000;

/** The selected tabs, without tracking parameters if the setting says so, and whether a link may exist already. */
const readTabs = async (selection: TabSelection): Promise<OpenTab[]> => {
  const [tabs, clean] = await Promise.all([readOpenTabs(selection), readLinkCleaner()]);
  const cleaned = tabs.map(({ link, ...tab }) => ({ ...tab, ...clean(link) }));
  const uncertain = await findUncertain(
    cleaned.map(({ link }) => link),
    selection.private ? privateJournal : journal,
  );
  return cleaned.map((tab) => ({ ...tab, isUncertain: uncertain.has(tab.link) }));
};

/** The first step of the page. A batch of private tabs was not stored. */
const readFirstStep = async (selection: TabSelection | null): Promise<FirstStep> => {
  if (!selection) return { at: 'no-tabs' };
  const batch = selection.private ? null : storedBatch.read();
  if (batch) return { at: 'resume', batch };
  return (await maySeeTabs()) ? { at: 'plan', tabs: await readTabs(selection) } : { at: 'ask' };
};

/** The page shows every outcome that it receives, so the popup must not show it again. */
const acknowledge = (id: string, isPrivate: boolean): void =>
  void send('acknowledge', { id, private: isPrivate }).catch(logAndReturn(null));

const shorten: BatchActions['shorten'] = async (request) => {
  const outcome = await send('shorten', request);
  acknowledge(outcome.id, request.private);
  return outcome;
};

const actionsFor = (selection: TabSelection | null): BatchActions => {
  const isPrivate = selection?.private ?? true;
  return {
    requestTabsPermission: () => requestTabs().catch(logAndReturn(false)),
    readTabs: () => (selection ? readTabs(selection) : Promise.resolve([])),
    shorten,
    async findAttempt(id) {
      const attempt = await send('attempt', { id, private: isPrivate }, lookUpLimit);
      if (attempt && attempt.state !== 'sending') acknowledge(id, isPrivate);
      return attempt;
    },
    rememberChoice: (lastValidity) => void changeSettings({ lastValidity }).catch(logAndReturn(undefined)),
    ...formatActions(openPage),
    ...(isPrivate && { rememberFormat: nothing }),
    storeBatch: isPrivate ? nothing : storedBatch.write,
    clearStoredBatch: storedBatch.clear,
    openSettings: () => void openOptions(),
    openHistory: () => void openPage('/history.html'),
    closeTab: () => void closeTab(),
    copy,
    saveFile,
  };
};

const start = async (): Promise<void> => {
  const selection = readTabSelection(location.search);
  const [firstStep, settings] = await Promise.all([readFirstStep(selection), readSettingsOrDefaults()]);
  const chosen = selection?.validity;
  const { connections } = settings;
  const connection = connections.find(({ id }) => id === selection?.connection) ?? connections[0];
  const view = {
    firstStep,
    choice: chosen && settings.offered.includes(chosen) ? chosen : offeredValidity(settings, connection),
    connections,
    connection,
    offeredValidity: (each: ConnectionInfo) => offeredValidity(settings, each),
    offered: settings.offered,
    ...offeredFormat(settings),
    // A page without a selection sends nothing, so it does not claim to be private.
    private: selection?.private ?? false,
    selected: selection?.tabs.length ?? 0,
  };
  render(<BatchPage view={view} actions={actionsFor(selection)} />, document.body);
};

setPageLanguage(document, 'batchTitle');
void start();
