import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startPlayer } from '../components/player/start.tsx';
import { closedRootOf } from '../lib/browser/closed-root.ts';
import { isExtensionAlive, onPlayerCommand } from '../lib/messaging/player-commands.ts';
import { createRemote } from '../lib/messaging/remote.ts';
import { send } from '../lib/messaging/send.ts';

/** What was found missing may have made way for another page by now. */
const isMissing = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.responseStatus === 404 || entry?.responseStatus === 410;
};

const start = () =>
  startPlayer({
    remote: createRemote(),
    isAlive: isExtensionAlive,
    closedRootOf,
    arrive: () => send('arrive', {}).catch(() => ({ startByItself: false, grey: null })),
    cover: (id) => send('cover', { id }).catch(() => null),
    never: () => void send('never', {}).catch(() => null),
  });

/** By itself on a missing page only; anywhere else because the person asked for it. */
export default defineUnlistedScript(() => {
  let player = isMissing() ? start() : null;
  onPlayerCommand((order) => {
    if (order === 'play') player ??= start();
    player?.[order]();
  });
});
