import * as z from 'zod/mini';
import { injectPlayer } from '../browser/injection.ts';
import { hasAllSitesPermission } from '../browser/permissions.ts';
import { commandPlayer } from '../browser/player-commands.ts';
import { isGrayscale, readGrayscale } from '../grayscale/grayscale.ts';
import { message, nothing } from '../messaging/message.ts';
import { readSettings } from '../settings/settings.ts';
import type { PlayerSites } from './player-sites.ts';

/**
 * Whether the extension has access to all sites and no policy (in the settings that `reading` resolves with) switches music
 * off.
 */
export const isMusicOn = async (reading = readSettings()): Promise<boolean> => {
  // If it rejects, `await reading` below does, too: this only avoids an unhandled rejection.
  reading.catch(() => undefined);
  return (await hasAllSitesPermission()) && !(await reading).musicOff;
};

/** Players on 404 pages, and where a person asks for one. */
export const playerMessages = (playerSites: PlayerSites) => ({
  /** The detector has found a page that is missing (404) or was removed (410). */
  missing: message({
    from: ['content-script'],
    request: () => z.object({ status: z.enum({ missing: 404, gone: 410 } as const) }),
    async handle({ status }, tab) {
      // Read once, and at the same time as the rest: the person waits for the player.
      const reading = readSettings();
      const [isAllowed, isOn] = await Promise.all([
        playerSites.isPlayerAllowed({ status, ...tab }, reading),
        isMusicOn(reading),
      ]);
      if (isAllowed && isOn) await injectPlayer(tab);
      return null;
    },
  }),

  /** A player has started: whether it may play without a click, and whether the service shows pages in grayscale today. */
  playerStart: message({
    from: ['content-script'],
    request: nothing,
    async handle() {
      const [{ autoplay }, grayscale] = await Promise.all([readSettings(), readGrayscale()]);
      return { autoplay, isGrayscale: isGrayscale(grayscale, new Date()) };
    },
  }),

  /** Switches music off on the site of the sender; false if that lasts only until the browser closes. */
  disableSite: message({
    from: ['content-script'],
    request: nothing,
    handle: (_, tab) => playerSites.disableSite(tab),
  }),

  /** Undoes `disableSite` of the last minute in the same tab, once; whether that was done. */
  undoDisableSite: message({
    from: ['content-script'],
    request: nothing,
    handle: (_, tab) => playerSites.undoDisableSite(tab),
  }),

  /** Adds the player to this tab and starts it; whether the browser allowed it. */
  playHere: message({
    from: ['popup'],
    request: () => z.object({ tabId: z.int() }),
    async handle({ tabId }) {
      if ((await readSettings()).musicOff) return false;
      const isInjected = await injectPlayer({ tabId });
      if (isInjected) await commandPlayer(tabId, 'play');
      return isInjected;
    },
  }),
});
