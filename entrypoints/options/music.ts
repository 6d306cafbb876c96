import type { MusicActions, MusicView } from '../../components/music/actions.ts';
import { requestAllSites, onPermissionChange } from '../../lib/browser/permissions.ts';
import { peekSound } from '../../lib/messaging/remote.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { giveBack, readReach } from './reach.ts';
import { settingsActions } from './settings.ts';
import { rememberedVolume, rememberVolume } from './volume.ts';

export const musicActions: MusicActions = {
  allow: () => requestAllSites().catch(() => false),
  giveBack: () => giveBack().catch(() => false),
  ...settingsActions,
  ...{ readReach, onReachChange: onPermissionChange, peekSound, rememberVolume },
};

/** Everything that the section on music shows to begin with. */
export const readMusic = async (): Promise<MusicView> => {
  const [reach, settings, volume] = await Promise.all([
    readReach(),
    readSettingsOrDefaults(),
    rememberedVolume(),
  ]);
  return { reach, settings, volume };
};
