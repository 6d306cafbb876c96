import { background } from '../../lib/background.ts';
import { mayNotify } from '../../lib/browser/notifications.ts';
import { logAndReturn, logError } from '../../lib/errors/error-log.ts';
import { readVolume, writeVolume } from '../../lib/music/music-provider.ts';
import { findRunningPlayer } from '../../lib/music/remote.ts';
import {
  type Backup,
  type BackupProblem,
  readBackup,
  type SavedConnection,
  writeBackup,
} from '../../lib/settings/backup.ts';
import { changeSettings, readOwnSettings } from '../../lib/settings/settings.ts';

/** The connections that the person has added, without their credentials; undefined if the background does not answer. */
const readSavedConnections = async (): Promise<SavedConnection[] | undefined> => {
  const listed = await background.connections({});
  return listed
    ?.filter(({ isLocked }) => !isLocked)
    .map(({ name, hue, address, template, advanced, validity }) => ({
      name,
      hue,
      address,
      template,
      ...(advanced && { advanced }),
      ...(validity && { validity }),
    }));
};

/** The text of a settings file with the present settings; null if a part of it cannot be read, so that no file lacks it. */
export const exportSettings = async (): Promise<string | null> => {
  const connections = await readSavedConnections();
  if (!connections) return null;
  try {
    return writeBackup({ settings: await readOwnSettings(), volume: await readVolume(), connections });
  } catch (error) {
    logError(error);
    return null;
  }
};

/** Milliseconds for which the connection to a player stays open after a command. */
const commandTime = 1_000;

/** Stores the volume, and sends it to a running audio player, which would overwrite the stored one. */
const setVolume = async (volume: number): Promise<void> => {
  await writeVolume(volume);
  const end = new AbortController();
  const player = await findRunningPlayer(end.signal);
  player?.command({ type: 'volume', to: volume });
  setTimeout(() => end.abort(), commandTime);
};

export type ImportResult =
  | {
      ok: true;
      /** The connections of the file that do not exist yet: the person has to enter their credentials. */
      connections: SavedConnection[];
      /** Whether connections of the file were ignored, since they exist already. */
      areConnectionsIgnored: boolean;
      /** Whether reminders are on although the browser does not allow notifications yet. */
      lacksNotifications: boolean;
    }
  | ({ ok: false } & (BackupProblem | { reason: 'unwritable' }))
  /** The file brings another template, which decides on what is copied: nothing is imported before the person has seen it. */
  | { ok: false; reason: 'other-template'; template: string; own: string };

const apply = async ({ settings, volume, connections: saved = [] }: Backup): Promise<ImportResult> => {
  await changeSettings(settings);
  if (volume !== undefined) await setVolume(volume);

  const present = await readSavedConnections();
  // Compared without the SecretID, which is not in the file. If the connections cannot be read, any may exist: none is added.
  const mayExist = ({ address, name }: SavedConnection): boolean =>
    present === undefined || present.some((each) => each.address === address && each.name === name);
  const connections = saved.filter((each) => !mayExist(each));
  const isAllowed = await mayNotify().catch(logAndReturn(false));
  return {
    ok: true,
    connections,
    areConnectionsIgnored: connections.length < saved.length,
    lacksNotifications: settings.expiryReminders === true && !isAllowed,
  };
};

/** Whether the template of the file takes the place of the person's own. */
export type TemplateChoice = 'replace' | 'keep';

/**
 * Imports the settings of a file; of a file that is not valid, none. Never rejects: `unwritable` says that the disk refused
 * the settings, or the volume after them.
 */
export const importSettings = async (content: string, choice?: TemplateChoice): Promise<ImportResult> => {
  const read = readBackup(content);
  if (!read.ok) return read;
  const { copyTemplate: template, ...others } = read.backup.settings;
  try {
    const { copyTemplate: own } = await readOwnSettings();
    if (!choice && template !== undefined && template !== own)
      return { ok: false, reason: 'other-template', template, own };
    return await apply(choice === 'keep' ? { ...read.backup, settings: others } : read.backup);
  } catch (error) {
    logError(error);
    return { ok: false, reason: 'unwritable' };
  }
};
