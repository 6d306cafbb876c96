import { sleep } from '../../lib/async/async.ts';
import type { ToastOutcome } from '../../lib/delivery/types.ts';
import { text } from '../../lib/i18n/texts.ts';
import { copyWhenReady } from '../ui/copy-when-ready.ts';
import { startCountdown } from '../ui/countdown.ts';
import type { ButtonKind, Copied, ToastState } from './view.ts';

/** Milliseconds: a shorter wait is not shown. */
const silentWait = 400;

/** Milliseconds that assistive technology needs to notice the live regions before they get their texts. */
const liveRegionDelay = 150;

export interface ToastStateDeps {
  /** Whether a link is copied as soon as it is created. */
  shouldCopy: boolean;
  /** Runs the action with that id: the new outcome, or null if there is none. */
  runAction(id: string): Promise<ToastOutcome | null>;
  /** Copies a text that may still be pending; resolves with whether the clipboard contains it. Never rejects. */
  copy(promised: Promise<string>): Promise<boolean>;
  /** Opens the short link in a new tab. */
  open(link: string): void;
  onChange(): void;
  /** Called when the link is copied: the toast can leave after a while. */
  dismissSoon(): void;
  dismiss(): void;
}

/** The background does not answer any more: whether a link may have been created. */
const interrupted = (linkCreated: 'no' | 'maybe'): ToastOutcome => ({
  ok: false,
  sentence: text(`failure_interrupted_${linkCreated}`),
  wait: 0,
  action: null,
});

/** The outcome of an action that returned none: settings open in a tab; any other action was not run. */
const withoutOutcome = (kind: ButtonKind): ToastOutcome | null =>
  kind === 'settings' ? null : interrupted('no');

/** The state that is shown; `onChange` is called after every change. */
const createState = (onChange: () => void) => {
  let current: ToastState = { kind: 'nothing' };
  let isOver = false;
  let stopCountdown = (): void => undefined;
  const set = (next: ToastState): void => {
    current = next;
    onChange();
  };
  const tick = (wait: number): void => {
    if (current.kind === 'outcome') set({ ...current, wait });
  };
  return {
    current: () => current,
    wait: () => set({ kind: 'waiting' }),
    show(delivered: ToastOutcome, copied: Copied): void {
      const wait = delivered.ok ? 0 : delivered.wait;
      set({ kind: 'outcome', delivered, copied, wait });
      stopCountdown();
      stopCountdown = startCountdown(wait, tick);
    },
    isOver: () => isOver,
    end(): void {
      isOver = true;
      stopCountdown();
    },
  };
};

const copiedOf = (isCopied: boolean | null): Copied => {
  if (isCopied === null) return 'not-tried';
  return isCopied ? 'yes' : 'no';
};

interface ToastContext {
  deps: ToastStateDeps;
  state: ReturnType<typeof createState>;
}

const show = ({ deps, state }: ToastContext, delivered: ToastOutcome, copied: Copied): void => {
  state.show(delivered, copied);
  if (copied === 'yes') deps.dismissSoon();
};

/** It copies, so call it inside the click. Nothing is copied after the toast has ended: a newer request may have copied. */
const follow = async (context: ToastContext, pending: Promise<ToastOutcome | null>): Promise<void> => {
  const { deps, state } = context;
  const outcome = pending.then(
    (delivered) => (state.isOver() ? null : delivered),
    () => null,
  );
  const copying = deps.shouldCopy ? copyWhenReady(outcome, deps.copy) : null;
  const [delivered] = await Promise.all([pending.catch(() => interrupted('maybe')), sleep(liveRegionDelay)]);
  const isCopied = await copying;
  if (state.isOver()) return;
  if (delivered) show(context, delivered, copiedOf(isCopied));
  else deps.dismiss();
};

const copyAgain = async (context: ToastContext, delivered: ToastOutcome): Promise<void> => {
  const isCopied = await copyWhenReady(Promise.resolve(delivered), context.deps.copy);
  show(context, delivered, isCopied ? 'yes' : 'refused');
};

/** The state of a toast: from the click to the outcome, and from each button to the next outcome. */
export const createToastState = (deps: ToastStateDeps) => {
  const state = createState(deps.onChange);
  const context: ToastContext = { deps, state };
  return {
    current: state.current,
    /** A request is pending. */
    start(outcome: Promise<ToastOutcome | null>): void {
      void follow(context, outcome);
      setTimeout(() => {
        if (state.current().kind === 'nothing' && !state.isOver()) state.wait();
      }, silentWait);
    },
    /** A person pressed a button. */
    press(kind: ButtonKind): void {
      const shown = state.current();
      if (shown.kind !== 'outcome' || shown.wait > 0) return;
      const { delivered } = shown;
      if (kind === 'copy') void copyAgain(context, delivered);
      else if (kind === 'open' && delivered.ok) deps.open(delivered.shortLink);
      else if (delivered.action) {
        state.wait();
        const next = deps.runAction(delivered.action.id);
        void follow(
          context,
          next.then((outcome) => outcome ?? withoutOutcome(kind)),
        );
      }
    },
    end: state.end,
  };
};
