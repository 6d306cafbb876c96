import { injectPlayer, syncDetector } from '../../lib/browser/injection.ts';
import { onPrivateWindowsGone } from '../../lib/browser/pages.ts';
import { mayReachAllSites, onAllSitesChange } from '../../lib/browser/permissions.ts';
import { privateSitesOff } from '../../lib/browser/private-sites-off.ts';
import { order, orderAll } from '../../lib/messages/orders.ts';
import type { Handlers } from '../../lib/messages/serve.ts';
import { createNotFound } from '../../lib/not-found/not-found.ts';
import { changeSettings, readSettings } from '../../lib/settings/settings.ts';

type Names = 'missing' | 'arrive' | 'never' | 'playHere';

/** The detector is there exactly while we may look at all sites; without it, no player stays. */
const follow = async (): Promise<void> => {
  if ((await syncDetector(mayReachAllSites)) === 'removed') await orderAll('leave');
};

/** Players: on missing pages, and where the person asks for one. Registers its listeners at once. */
export const startPlayers = (): Pick<Handlers, Names> => {
  const notFound = createNotFound({ settings: readSettings, change: changeSettings, privateSitesOff });
  onPrivateWindowsGone(() => privateSitesOff.write([]));
  onAllSitesChange(() => void follow());
  void follow();
  return {
    missing: async ({ status }, site) => {
      const [isWelcome, may] = await Promise.all([
        notFound.isWelcome({ status, ...site }),
        mayReachAllSites(),
      ]);
      if (isWelcome && may) await injectPlayer(site);
      return null;
    },
    arrive: async () => ({ startByItself: (await readSettings()).startByItself }),
    never: (_, site) => notFound.never(site).then(() => null),
    playHere: async ({ tabId }) => {
      const isIn = await injectPlayer({ tabId });
      if (isIn) await order(tabId, 'play');
      return isIn;
    },
  };
};
