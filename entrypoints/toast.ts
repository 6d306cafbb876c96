import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startToast } from '../components/toast/start.tsx';
import { background } from '../lib/background.ts';
import { copy } from '../lib/browser/clipboard.ts';
import { closedRootOf } from '../lib/browser/closed-root.ts';
import { isExtensionAlive } from '../lib/browser/player-commands.ts';

/** Injected into a page right after a person requested a short link there without the popup. */
export default defineUnlistedScript(
  () =>
    void startToast({
      ready: () => background.toastReady({}),
      outcome: () => background.toastOutcome({}),
      runAction: (id) => background.runToastAction({ id }),
      copy,
      isAlive: isExtensionAlive,
      closedRootOf,
    }),
);
