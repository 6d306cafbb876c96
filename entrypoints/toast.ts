import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startToast } from '../components/toast/toast.ts';
import type { ToastOutcome } from '../lib/delivery/types.ts';
import { copy } from '../lib/browser/clipboard.ts';
import { closedRootOf } from '../lib/browser/closed-root.ts';
import { isExtensionAlive } from '../lib/messaging/player-commands.ts';
import { send } from './background/send.ts';

/** Injected into a page right after a person requested a short link there without the popup. */
export default defineUnlistedScript(
  () =>
    void startToast({
      ready: () => send('toastReady', {}).catch(() => null),
      outcome: () => send('toastOutcome', {}),
      // A content script gets it as the toast shows it.
      runAction: (id) => send('runAction', { id }) as Promise<ToastOutcome | null>,
      copy,
      isAlive: isExtensionAlive,
      closedRootOf,
    }),
);
