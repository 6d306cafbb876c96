import type { MusicActions, MusicView } from '../../components/music/music-actions.ts';
import { askForAllSites, onReachChange } from '../../lib/browser/permissions.ts';
import { findRunningPlayer } from '../../lib/messaging/remote.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { giveBack, readReach } from './reach.ts';
import { settingsActions } from './settings.ts';
import { readVolume, saveVolume } from './volume.ts';

export const musicActions: MusicActions = {
  allow: () => askForAllSites().catch(() => false),
  revoke: () => giveBack().catch(() => false),
  ...settingsActions,
  readReach,
  onReachChange,
  findRunningPlayer,
  saveVolume,
};

/** Everything that the section on music shows to begin with. */
export const readMusic = async (): Promise<MusicView> => {
  const [reach, settings, volume] = await Promise.all([readReach(), readSettingsOrDefaults(), readVolume()]);
  return { reach, settings, volume };
};
