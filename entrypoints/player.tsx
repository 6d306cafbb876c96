import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startPlayer } from '../components/player/start.tsx';
import { background } from '../lib/background.ts';
import { closedRootOf } from '../lib/browser/closed-root.ts';
import { isExtensionAlive, onPlayerCommand } from '../lib/browser/player-commands.ts';
import { createRemote } from '../lib/music/remote.ts';

/** Whether this page has status 404 or 410: the page that was reported may have been replaced by another one since. */
const isMissingPage = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.responseStatus === 404 || entry?.responseStatus === 410;
};

const start = (end: AbortController) =>
  startPlayer(
    {
      connect: createRemote,
      isAlive: isExtensionAlive,
      closedRootOf,
      loadSettings: () => background.playerStart({}),
      loadCover: (id) => background.cover({ id }),
      disableSite: () => background.disableSite({}),
      undoDisableSite: () => background.undoDisableSite({}),
    },
    end,
  );

/** Starts at once on a 404 page; on any other page only when the person requests music there. */
export default defineUnlistedScript(() => {
  const end = new AbortController();
  let player = isMissingPage() ? start(end) : null;
  onPlayerCommand((command) => {
    if (command === 'play') player ??= start(end);
    player?.[command]();
  }, end.signal);
});
