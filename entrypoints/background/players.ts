import { privateSitesOff } from '../../lib/not-found/private-sites-off.ts';
import { injectPlayer, syncDetector } from '../../lib/browser/injection.ts';
import { onLastPrivateWindowClosed } from '../../lib/browser/pages.ts';
import { mayReachAllSites, onAllSitesChange } from '../../lib/browser/permissions.ts';
import { commandPlayer, commandAllPlayers } from '../../lib/messaging/player-commands.ts';
import type { Handlers } from '../../lib/messaging/serve.ts';
import { createNotFound } from '../../lib/not-found/not-found.ts';
import { changeSettings, onSettingsChange, readSettings } from '../../lib/settings/settings.ts';

type Names = 'missing' | 'never' | 'playHere';

/** We may look at all sites, and no organisation is against it. */
const mayLook = async (): Promise<boolean> => (await mayReachAllSites()) && !(await readSettings()).musicOff;

/** The detector is there exactly while we may look; without it, no player stays. */
const follow = async (): Promise<void> => {
  if ((await syncDetector(mayLook)) === 'removed') await commandAllPlayers('leave');
};

/** Players: on missing pages, and where the person asks for one. Registers its listeners at once. */
export const startPlayers = (): Pick<Handlers, Names> => {
  const notFound = createNotFound({ settings: readSettings, change: changeSettings, privateSitesOff });
  onLastPrivateWindowClosed(() => privateSitesOff.write([]));
  for (const listen of [onAllSitesChange, onSettingsChange]) listen(() => void follow());
  void follow();
  return {
    missing: async ({ status }, site) => {
      const [isWelcome, may] = await Promise.all([notFound.isWelcome({ status, ...site }), mayLook()]);
      if (isWelcome && may) await injectPlayer(site);
      return null;
    },
    never: (_, site) => notFound.never(site).then(() => null),
    playHere: async ({ tabId }) => {
      const isIn = await injectPlayer({ tabId });
      if (isIn) await commandPlayer(tabId, 'play');
      return isIn;
    },
  };
};
