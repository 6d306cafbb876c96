import { logAndReturn } from '../../lib/errors/error-log.ts';
import { afterStartup } from '../../lib/async/async.ts';
import { syncDetector } from '../../lib/browser/detector.ts';
import { onLastPrivateWindowClosed } from '../../lib/browser/pages.ts';
import {
  hasAllSitesPermission,
  onPermissionChange,
  revokeUnusedAllSites,
} from '../../lib/browser/permissions.ts';
import { commandAllPlayers } from '../../lib/browser/player-commands.ts';
import type { Service } from '../../lib/connection/service.ts';
import { isMusicOn } from '../../lib/not-found/messages.ts';
import { createPlayerSites } from '../../lib/not-found/player-sites.ts';
import { onSettingsChange, readSettings } from '../../lib/settings/settings.ts';

/**
 * Registers or removes the detector as permission and policy say. Players are removed together with it. If a policy switches
 * music off, the access to all sites is revoked.
 */
const syncWithPermission = async (service: Pick<Service, 'views'>): Promise<void> => {
  if ((await syncDetector(() => isMusicOn())) === 'removed') await commandAllPlayers('remove');
  if (!(await readSettings()).musicOff || !(await hasAllSitesPermission())) return;
  const views = await service.views();
  await revokeUnusedAllSites(views.map(({ address }) => new URL(address).origin));
};

/** Puts players on 404 pages, and where a person asks for one. Registers its listeners synchronously. */
export const startPlayers = (service: Pick<Service, 'views'>) => {
  const playerSites = createPlayerSites();
  onLastPrivateWindowClosed(playerSites.removePrivateSites);
  // If it fails, the next change or start of the background tries again.
  const sync = (): void => void syncWithPermission(service).catch(logAndReturn(undefined));
  onPermissionChange(sync);
  onSettingsChange(sync);
  afterStartup(sync);
  return playerSites;
};
