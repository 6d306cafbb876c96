import * as z from 'zod/mini';
import { afterStartup } from '../../lib/async/async.ts';
import { injectPill, injectPlayer, syncDetector } from '../../lib/browser/injection.ts';
import { onLastPrivateWindowClosed } from '../../lib/browser/pages.ts';
import { mayReachAllSites, onAllSitesChange, revokeUnusedAllSites } from '../../lib/browser/permissions.ts';
import { sessionItem } from '../../lib/storage/storage.ts';
import { commandPlayer, commandAllPlayers } from '../../lib/messaging/player-commands.ts';
import type { Service } from '../../lib/connection/service.ts';
import type { Handlers } from '../../lib/messaging/serve.ts';
import { createPlayerSites } from '../../lib/not-found/player-sites.ts';
import { changeSettings, onSettingsChange, readSettings } from '../../lib/settings/settings.ts';

type Names = 'missing' | 'injectPlayer' | 'disableSite' | 'undoDisableSite' | 'playHere';

/**
 * Whether the extension has access to all sites and no policy switches music off, as `reading` says. In Safari nothing can
 * play it.
 */
const isMusicOn = async (reading = readSettings()): Promise<boolean> => {
  // If it rejects, `await reading` below does, too: this only avoids an unhandled rejection.
  reading.catch(() => undefined);
  return !import.meta.env.SAFARI && (await mayReachAllSites()) && !(await reading).musicOff;
};

/**
 * Registers or removes the detector as permission and policy say. Players are removed together with it. If a policy switches
 * music off, the access to all sites is revoked.
 */
const syncWithPermission = async (service: Pick<Service, 'view'>): Promise<void> => {
  if ((await syncDetector(() => isMusicOn())) === 'removed') await commandAllPlayers('remove');
  if (!(await readSettings()).musicOff || !(await mayReachAllSites())) return;
  const view = await service.view();
  await revokeUnusedAllSites(view && new URL(view.address).origin);
};

/** Puts players on missing pages, and where a person asks for one. Registers its listeners synchronously. */
export const startPlayers = (service: Pick<Service, 'view'>): Pick<Handlers, Names> => {
  const privateSitesOff = sessionItem('private-sites-off', z.array(z.string()));
  const unsavedSitesOff = sessionItem('unsaved-sites-off', z.array(z.string()));
  const playerSites = createPlayerSites({ readSettings, changeSettings, privateSitesOff, unsavedSitesOff });
  onLastPrivateWindowClosed(() => privateSitesOff.write([]));
  // If it fails, the next change or start of the background tries again.
  const sync = (): void => void syncWithPermission(service).catch(() => undefined);
  for (const listen of [onAllSitesChange, onSettingsChange]) listen(sync);
  afterStartup(sync);
  return {
    async missing({ status }, tab) {
      // Read once, and at the same time as the rest: the person waits for the pill.
      const reading = readSettings();
      const [isAllowed, isOn] = await Promise.all([
        playerSites.isPlayerAllowed({ status, ...tab }, reading),
        isMusicOn(reading),
      ]);
      if (isAllowed && isOn) await injectPill(tab);
      return null;
    },
    // Pills exist only while music is on: a page that still has one afterwards gets no player.
    injectPlayer: async (_, tab) => (await isMusicOn()) && (await injectPlayer(tab)),
    disableSite: (_, tab) => playerSites.disableSite(tab),
    undoDisableSite: (_, tab) => playerSites.undoDisableSite(tab),
    async playHere({ tabId }) {
      if ((await readSettings()).musicOff) return false;
      const isInjected = await injectPlayer({ tabId });
      if (isInjected) await commandPlayer(tabId, 'play');
      return isInjected;
    },
  };
};
