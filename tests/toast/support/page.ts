import { startToast } from '../../../components/toast/toast.ts';
import type { Told } from '../../../lib/delivery/contract.ts';

/** What the test's page offers to the test. */
export interface Bench {
  /** Mounts a toast in an open root; `copies` null: nobody has asked for anything. */
  start(copies: boolean | null): void;
  /** The outcome that the newest toast, or its button, waits for; undefined: nobody answers. */
  tell(told: Told | null | undefined): void;
  /** The same, for the toast that is the newest now, also once there is a newer one. */
  hold(): Bench['tell'];
  /** The extension goes. */
  orphan(): void;
  /** Ids of the buttons that were pressed. */
  acts: string[];
}

declare global {
  var toastBench: Bench;
}

let isAlive = true;
let answer: (told: Told | null | undefined) => void = () => undefined;

const next = (): Promise<Told | null> =>
  new Promise((resolve, reject) => {
    answer = (told) => (told === undefined ? reject(new Error('Nobody')) : resolve(told));
  });

/** A mock, for once: axe cannot look into the closed root of the real toast, and the real outcome needs the extension. */
globalThis.toastBench = {
  acts: [],
  start: (copies) =>
    void startToast({
      begin: () => Promise.resolve(copies === null ? null : { copies }),
      outcome: next,
      act(id) {
        globalThis.toastBench.acts.push(id);
        return next();
      },
      isAlive: () => isAlive,
      closedRootOf: (element) => element.shadowRoot,
      mode: 'open',
    }),
  tell: (told) => answer(told),
  hold: () => answer,
  orphan: () => void (isAlive = false),
};
