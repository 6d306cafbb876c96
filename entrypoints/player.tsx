import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startPlayer } from '../components/player/start.tsx';
import { closedRootOf } from '../lib/browser/closed-root.ts';
import { isExtensionAlive, onPlayerCommand } from '../lib/messaging/player-commands.ts';
import { createRemote } from '../lib/messaging/remote.ts';
import { send } from '../lib/messaging/send.ts';

/** The page that was reported as missing may have been replaced by another one since. */
const isMissing = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.responseStatus === 404 || entry?.responseStatus === 410;
};

const start = () =>
  startPlayer({
    connect: createRemote,
    isAlive: isExtensionAlive,
    closedRootOf,
    loadSettings: () => send('playerStart', {}).catch(() => ({ startByItself: false, grayscale: null })),
    loadCover: (id) => send('cover', { id }).catch(() => null),
    disableSite: () => void send('disableSite', {}).catch(() => null),
  });

/** Starts at once on a missing page; on any other page only when the person asks for music there. */
export default defineUnlistedScript(() => {
  let player = isMissing() ? start() : null;
  onPlayerCommand((order) => {
    if (order === 'play') player ??= start();
    player?.[order]();
  });
});
