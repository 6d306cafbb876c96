import type { DataActions, Imported } from '../../components/data/actions.ts';
import { type Backup, readBackup, writeBackup } from '../../lib/settings/backup.ts';
import { saveFile } from '../../lib/browser/files.ts';
import { mayNotify } from '../../lib/browser/notifications.ts';
import { send } from '../../lib/messaging/send.ts';
import { changeSettings, readOwnSettings } from '../../lib/settings/settings.ts';
import { reset } from './reset.ts';
import { readVolume, saveVolume } from './volume.ts';

type Taken = (connection: NonNullable<Backup['connection']> | null) => Promise<void>;

const exported = async (): Promise<string> => {
  const view = await send('connection', {});
  const { address = '', template = '', advanced } = view ?? {};
  const connection = view && { connection: { address, template, ...(advanced && { advanced }) } };
  return writeBackup({ settings: await readOwnSettings(), volume: await readVolume(), ...connection });
};

const take = async ({ settings, volume, connection }: Backup, taken: Taken): Promise<Imported> => {
  await changeSettings(settings);
  if (volume !== undefined) await saveVolume(volume);
  const isConnected = (await send('connection', {}).catch(() => undefined)) !== null;
  const lacksNotices = settings.noticeBeforeEnd === true && !(await mayNotify().catch(() => false));
  await taken(isConnected ? null : (connection ?? null));
  const service = isConnected ? 'left-out' : 'filled';
  return { ok: true, service: connection ? service : 'none', lacksNotices };
};

/** `taken` is told what a file says of the connection, where none is connected. */
export const dataActions = (taken: Taken): DataActions => ({
  exportSettings: () => exported().catch(() => null),
  async importSettings(content) {
    const read = readBackup(content);
    return read.ok ? take(read.backup, taken).catch(() => ({ ok: false, reason: 'unwritable' })) : read;
  },
  save: saveFile,
  reset: () => reset().catch(() => false),
});
