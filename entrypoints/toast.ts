import { browser } from '@wxt-dev/webextension-polyfill/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startToast } from '../components/toast/toast.ts';
import { send } from '../lib/messages/send.ts';

/** Both browsers let extensions look into closed roots, in the same words. */
const { dom } = browser as unknown as {
  dom: { openOrClosedShadowRoot(element: Element): ShadowRoot | null };
};

/** Put on a page right after the person asked there for a short link. */
export default defineUnlistedScript(
  () =>
    void startToast({
      begin: () => send('toast', {}).catch(() => null),
      outcome: () => send('toasted', {}),
      act: (id) => send('act', { id }),
      closedRootOf: (element) => dom.openOrClosedShadowRoot(element),
    }),
);
