import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { isMissingPage } from '../components/pill/handover.ts';
import { startPlayer } from '../components/player/start.tsx';
import { closedRootOf } from '../lib/browser/closed-root.ts';
import { isExtensionAlive, onPlayerCommand } from '../lib/messaging/player-commands.ts';
import { createRemote } from '../lib/messaging/remote.ts';
import { send } from './background/send.ts';

const start = (end: AbortController) =>
  startPlayer(
    {
      connect: createRemote,
      isAlive: isExtensionAlive,
      closedRootOf,
      loadSettings: () => send('playerStart', {}).catch(() => ({ autoplay: false, isGrayscale: false })),
      loadCover: (id) => send('cover', { id }).catch(() => null),
      disableSite: () => send('disableSite', {}).catch(() => false),
      undoDisableSite: () => send('undoDisableSite', {}).catch(() => false),
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
