import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { isMissingPage } from '../components/pill/handover.ts';
import { startPill } from '../components/pill/start.ts';
import { background } from '../lib/background.ts';
import { closedRootOf } from '../lib/browser/closed-root.ts';
import { isExtensionAlive, onPlayerCommand } from '../lib/browser/player-commands.ts';

/** Puts the pill on a 404 page. It loads the player when the person presses Play or Open. */
export default defineUnlistedScript(() => {
  if (!isMissingPage()) return;
  const end = new AbortController();
  const pill = startPill(
    {
      isAlive: isExtensionAlive,
      closedRootOf,
      loadSettings: () => background.playerStart({}),
      injectPlayer(toPlay) {
        // The audio player starts while the player is injected; the player then loads the track list, once.
        if (toPlay) void background.openPlayer({ toPlay: false });
        return background.injectPlayer({});
      },
    },
    end,
  );
  if (!pill) return;
  onPlayerCommand((command) => {
    if (command === 'remove') pill.remove();
  }, end.signal);
});
