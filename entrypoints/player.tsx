import { browser } from '@wxt-dev/webextension-polyfill/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startPlayer } from '../components/player/start.tsx';
import { isAlive, onOrder } from '../lib/messages/orders.ts';
import { createRemote } from '../lib/messages/remote.ts';
import { send } from '../lib/messages/send.ts';

/** Both browsers let extensions look into closed roots, in the same words. */
const { dom } = browser as unknown as {
  dom: { openOrClosedShadowRoot(element: Element): ShadowRoot | null };
};

export default defineUnlistedScript(() => {
  const player = startPlayer({
    remote: createRemote(),
    isAlive,
    closedRootOf: (element) => dom.openOrClosedShadowRoot(element),
    arrive: () =>
      send('arrive', {}).then(
        ({ startByItself }) => startByItself,
        () => false,
      ),
    cover: (id) => send('cover', { id }).catch(() => null),
    never: () => void send('never', {}).catch(() => null),
  });
  if (player) onOrder((order) => player[order]());
});
