import { startToast } from '../../../components/toast/start.tsx';
import type { PageOutcome, StoredDelivery } from '../../../lib/delivery/types.ts';
import { copy } from '../../../lib/browser/clipboard.ts';
import { forPage } from '../../../lib/delivery/for-page.ts';

/** The functions of the page that a test calls. */
export interface Bench {
  /** Mounts a toast in an open root; `shouldCopy` null: nothing was requested. */
  start(shouldCopy: boolean | null): Promise<void>;
  /** Delivers the outcome that the newest toast, or its button, waits for; undefined: the background does not answer. */
  deliver(outcome: StoredDelivery | null | undefined): void;
  /** Returns `deliver` for the toast that is the newest now, for use after a newer one has appeared. */
  hold(): Bench['deliver'];
  /** Ids of the actions that were run. */
  actions: string[];
}

declare global {
  var toastBench: Bench;
}

let answer: Bench['deliver'] = () => undefined;

const next = (): Promise<PageOutcome | null | undefined> =>
  new Promise((resolve) => {
    answer = (outcome) => resolve(outcome && forPage(outcome, { format: 'plain', template: '' }));
  });

/** This replaces the extension: axe cannot look into the closed root of the real toast, and real outcomes need the extension. */
globalThis.toastBench = {
  actions: [],
  start: (shouldCopy) =>
    startToast({
      ready: () =>
        Promise.resolve(
          shouldCopy === null ? null : { shouldCopy, isCopiedByTrigger: false, format: 'plain' },
        ),
      outcome: next,
      runAction(id) {
        globalThis.toastBench.actions.push(id);
        return next();
      },
      copy,
      isAlive: () => true,
      closedRootOf: (element) => element.shadowRoot,
      mode: 'open',
      shownFor: 2000,
    }),
  deliver: (outcome) => answer(outcome),
  hold: () => answer,
};
