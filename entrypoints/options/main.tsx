import { render } from 'preact';
import { readSettingsOfPage } from '../../components/page.ts';
import { OptionsPage } from '../../components/options/OptionsPage.tsx';
import type { PageActions, PageData } from '../../components/options/sections.tsx';
import { currentPage, version } from '../../lib/browser/pages.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { policyViewOf } from '../../lib/connection/policy-connection.ts';
import { readSettingsOfPage } from '../../components/page.ts';
import { setPageLanguage, withSpaces } from '../../lib/i18n/texts.ts';
import { send } from '../background/send.ts';
import { readVolume, writeVolume } from '../../lib/music/music-provider.ts';
import { changeSettings, readOwnSettings, readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import './style.css';
import type { ShorteningActions } from '../../components/shortening/Shortening.tsx';
import type { MusicActions } from '../../components/music/Music.tsx';
import { copy } from '../../lib/browser/clipboard.ts';
import { closeTab } from '../../lib/browser/close-tab.ts';
import { openPopup } from '../../lib/browser/open-popup.ts';
import { mayNotify } from '../../lib/browser/notifications.ts';
import {
  hasHostPermission,
  onPermissionChange,
  readGrantedPermissions,
  readSiteAccess,
  requestAccess,
  requestAllSites,
  requestNotifications,
  revokeAllPermissions,
  revokeAllSites,
  revokePermission,
} from '../../lib/browser/permissions.ts';
import { readShortcuts, shortcutSettings } from '../../lib/browser/shortcuts.ts';
import { linkTestTarget } from '../../lib/diagnostics/link-test.ts';
import { findRunningPlayer } from '../../lib/music/remote.ts';
import { type BackupDeps, exportBackup, importBackup } from '../../lib/settings/backup.ts';
import { clearStoredValues, resetAll } from '../../lib/settings/reset.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { offeredValidity } from '../../lib/settings/schema.ts';
import { saveDraft } from '../../lib/shortening/save-draft.ts';
import { onManagedChange, readManaged, readSession } from '../../lib/storage/storage.ts';

const none = logAndReturn(null);
const no = logAndReturn(false);

/** Resolves with whether the promise was fulfilled. */
const isDone = (promise: Promise<unknown>): Promise<boolean> => promise.then(() => true, no);

const readConnections = () => send('connections', {});

/** The addresses of the connected services, the default one first; none if the background does not answer. */
const readAddresses = async (): Promise<string[]> =>
  (await readConnections().catch(logAndReturn([]))).map(({ address }) => address);

const readOrigins = async (): Promise<string[]> =>
  (await readAddresses()).map((address) => new URL(address).origin);

/** Milliseconds for which the connection to a player stays open after a command. */
const commandTime = 1_000;

/** As `writeVolume`, and sends the volume to a running audio player. */
const writeVolumeAlsoToPlayer = async (volume: number): Promise<void> => {
  await writeVolume(volume);
  const end = new AbortController();
  const player = await findRunningPlayer(end.signal);
  player?.command({ type: 'volume', to: volume });
  setTimeout(() => end.abort(), commandTime);
};

const shortening: ShorteningActions = {
  requestNotifications: () => requestNotifications().catch(no),
  mayNotify: () => mayNotify().catch(no),
  onPermissionChange,
};

const music: MusicActions = {
  allow: () => requestAllSites().catch(no),
  revoke: () => readOrigins().then(revokeAllSites).catch(no),
  readSiteAccess,
  onPermissionChange,
  findRunningPlayer,
  saveVolume: (volume) => isDone(writeVolume(volume)),
};

const backup: BackupDeps = {
  readSettings: readOwnSettings,
  changeSettings,
  readVolume,
  writeVolume: writeVolumeAlsoToPlayer,
  readConnections: async () => {
    const listed = await readConnections();
    return listed
      .filter(({ isLocked }) => !isLocked)
      .map(({ name, hue, address, template, advanced, validity }) => ({
        name,
        hue,
        address,
        template,
        ...(advanced && { advanced }),
        ...(validity && { validity }),
      }));
  },
  mayNotify,
};

/** Tells the other open pages of settings that the connection has changed. */
const connectionChannel = new BroadcastChannel('waylark-connection');

/** Resets everything but the history, and loads the page again at the first run. */
const reset = async (): Promise<boolean> => {
  const isReset = await resetAll({
    removeAccount: () => send('reset', {}),
    revokePermissions: revokeAllPermissions,
    clearStoredValues,
  });
  if (!isReset) return false;
  connectionChannel.postMessage(null);
  history.replaceState({ isReset: true }, '', '#first-run');
  location.reload();
  return true;
};

/** Opens the popup with an example in it: this page itself cannot be shortened. */
const offerPopup = async (): Promise<void> => {
  const [page, settings] = await Promise.all([currentPage(), readSettingsOrDefaults()]);
  await saveDraft(page, { link: linkTestTarget, choice: offeredValidity(settings), customExpiry: '' });
  await openPopup();
};

const openShortcutSettings = shortcutSettings();

const actions: Omit<PageActions, 'readData'> = {
  connection: {
    requestAccess: (origin) => requestAccess(origin).catch(no),
    hasHostPermission: (origin) => hasHostPermission(origin).catch(no),
    onPermissionChange,
    async connect(form, makesDefault) {
      const result = await send('connect', form).catch(none);
      if (result?.ok && makesDefault) await send('makeDefault', { id: result.view.id }).catch(none);
      if (result?.ok) connectionChannel.postMessage(null);
      return result;
    },
    async remove(id) {
      const isRemoved = await isDone(send('removeConnection', { id }));
      connectionChannel.postMessage(null);
      return isRemoved;
    },
  },
  move: {
    plan: (request) => send('planMove', request).catch(none),
    start: (request) => send('startMove', request).catch(none),
    readState: () => send('moveState', {}).catch(none),
    cancel: () => send('cancelMove', {}).catch(none),
    close: () => send('closeMove', {}).catch(none),
    copy,
    saveFile,
  },
  shortening,
  music,
  shortcuts: {
    readShortcuts: () => readShortcuts().catch(none),
    openShortcuts: openShortcutSettings && (() => isDone(openShortcutSettings())),
  },
  about: {
    readPermissions: () =>
      readOrigins()
        .then(readGrantedPermissions)
        .catch(logAndReturn({ required: [], optional: [] })),
    revoke: (permission) =>
      readOrigins()
        .then((services) => revokePermission(permission, services))
        .catch(logAndReturn('not-revoked' as const)),
    onPermissionChange,
  },
  data: (reload) => ({
    exportSettings: () => exportBackup(backup).catch(none),
    async importSettings(content, choice) {
      const result = await importBackup(content, backup, choice);
      if (result.ok) await reload(result.connections).catch(none);
      return result;
    },
    saveFile,
    reset,
  }),
  copy,
  closeTab: () => void closeTab().catch(logAndReturn(undefined)),
  openPopup: () => void offerPopup().catch(logAndReturn(undefined)),
  onChangeElsewhere(changed, signal) {
    onManagedChange(changed, signal);
    connectionChannel.addEventListener('message', changed, signal && { signal });
  },
  readConnections: () => readConnections().catch(logAndReturn(undefined)),
};

const readData = async (): Promise<PageData> => {
  const reading = readConnections().catch(logAndReturn(undefined));
  const [, wasConnected, listed, mayNotify, access, volume, shortcuts, permissions, managed] =
    await Promise.all([
      readSettingsOfPage(),
      readOwnSettings().then(({ connections }) => connections.length > 0, no),
      reading,
      actions.shortening.mayNotify(),
      readAddresses().then(readSiteAccess),
      readVolume(),
      actions.shortcuts.readShortcuts(),
      actions.about.readPermissions(),
      readManaged(),
    ]);
  return {
    connections: listed,
    wasConnected,
    shortening: { mayNotify },
    music: { access, volume },
    shortcuts,
    about: { version: version(), permissions },
    policy: policyViewOf(managed),
    isFirefox: import.meta.env.FIREFOX,
    // The background stores it before the settings.
    isMemoryOnly: (await readSession('memory-only').catch(no)) === true,
  };
};

const start = async (): Promise<void> => {
  const isReset = (history.state as { isReset?: boolean } | null)?.isReset === true;
  history.replaceState(null, '');
  const [first] = await Promise.all([readData(), readSettingsOfPage()]);
  render(<OptionsPage initial={first} actions={{ ...actions, readData }} isReset={isReset} />, document.body);
};

setPageLanguage(document, 'optionsTitle');
document.title = withSpaces(document.title);
void start();
