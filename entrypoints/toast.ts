import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startToast } from '../components/toast/toast.ts';
import { closedRootOf } from '../lib/browser/closed-root.ts';
import { isExtensionAlive } from '../lib/messaging/player-commands.ts';
import { send } from '../lib/messaging/send.ts';

/** Put on a page right after the person asked there for a short link. */
export default defineUnlistedScript(
  () =>
    void startToast({
      begin: () => send('toast', {}).catch(() => null),
      outcome: () => send('toasted', {}),
      act: (id) => send('act', { id }),
      isAlive: isExtensionAlive,
      closedRootOf,
    }),
);
