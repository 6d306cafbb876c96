import { sleep } from '../../lib/async/async.ts';
import type { OutcomeAction, ToastOutcome } from '../../lib/delivery/types.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { actionLabel } from '../ui/action-labels.ts';
import { copyWhenReady } from '../ui/copy-when-ready.ts';
import { startCountdown } from '../ui/countdown.ts';

/** Whether the clipboard contains the link; `refused` after the button Copy failed as well. */
export type Copied = 'yes' | 'no' | 'refused' | 'not-tried';

/** What the toast shows; `wait`: seconds until the service accepts the next request. */
export type ToastState =
  | { kind: 'nothing' }
  | { kind: 'waiting' }
  | { kind: 'outcome'; delivered: ToastOutcome; copied: Copied; wait: number };

export type ButtonKind = 'copy' | 'open' | 'history' | OutcomeAction;

export interface Button {
  kind: ButtonKind;
  text: string;
  isWaiting: boolean;
}

/** The texts and buttons of the toast. */
export interface View {
  tone: 'calm' | 'good' | 'warn';
  head: string;
  /** What to do, in a sentence below the head. */
  advice: string;
  /** The short link. */
  link: string;
  notes: string[];
  warning: string;
  /** Interrupts the screen reader. */
  isUrgent: boolean;
  buttons: Button[];
}

const blank: View = {
  tone: 'calm',
  head: '',
  advice: '',
  link: '',
  notes: [],
  warning: '',
  isUrgent: false,
  buttons: [],
};

const headAndTone: Record<Copied, [head: TextKey, tone: View['tone']]> = {
  yes: ['copied', 'good'],
  no: ['notCopied', 'warn'],
  refused: ['notCopiedShort', 'warn'],
  'not-tried': ['linkReady', 'calm'],
};

const actionButtons = ({ action }: ToastOutcome, wait: number): Button[] =>
  action ? [{ kind: action.kind, text: actionLabel(action.kind, wait), isWaiting: wait > 0 }] : [];

/** A sandboxed page, the only one with an opaque origin that gets a toast, may not. */
const canOpenTabs = (): boolean => globalThis.origin !== 'null';

const viewOfOutcome = ({ delivered, copied, wait }: ToastState & { kind: 'outcome' }): View => {
  const buttons = actionButtons(delivered, wait);
  if (!delivered.ok) {
    if (delivered.history !== undefined)
      buttons.unshift({ kind: 'history', text: text('checkHistory'), isWaiting: false });
    const [happened = '', ...advice] = delivered.sentence.split('\n');
    // A headline has no stop.
    const head = happened.replace(/[.。]$/, '');
    return { ...blank, tone: 'warn', isUrgent: true, buttons, head, advice: advice.join(' ') };
  }
  const { shortLink: link, notes, warning } = delivered;
  const [head, tone] = headAndTone[copied];
  if (copied !== 'yes') buttons.unshift({ kind: 'copy', text: text('copy'), isWaiting: false });
  if (canOpenTabs()) buttons.push({ kind: 'open', text: text('open'), isWaiting: false });
  const advice = copied === 'refused' ? text('toastRefused') : '';
  return { ...blank, tone, head: text(head), advice, link, notes, warning, buttons };
};

export const viewOf = (state: ToastState): View => {
  switch (state.kind) {
    case 'nothing':
      return blank;
    case 'waiting':
      return { ...blank, head: text('shortening') };
    case 'outcome':
      return viewOfOutcome(state);
  }
};

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
  sentence: `${text('failure_interrupted')}\n${
    linkCreated === 'maybe'
      ? text('failureMaybe', text('failureCheckHistory', text('checkHistory')))
      : text('failureNotCreated', text('failure_interrupted_todo'))
  }`,
  wait: 0,
  action: null,
});

/** The outcome of an action; if there is none, settings have opened in a tab, and any other action was not run. */
const runAction = async (deps: ToastStateDeps, kind: ButtonKind, id: string): Promise<ToastOutcome | null> =>
  (await deps.runAction(id)) ?? (kind === 'settings' ? null : interrupted('no'));

const copiedOf = (isCopied: boolean | null): Copied => {
  if (isCopied === null) return 'not-tried';
  return isCopied ? 'yes' : 'no';
};

/** The outcome, copied as soon as it arrives. Nothing is copied after the toast has ended: a newer request may have copied. */
const receive = async (
  deps: ToastStateDeps,
  pending: Promise<ToastOutcome | null>,
  isOver: () => boolean,
) => {
  const outcome = pending.then(
    (delivered) => (isOver() ? null : delivered),
    () => null,
  );
  const copying = deps.shouldCopy ? copyWhenReady(outcome, deps.copy) : null;
  const [delivered] = await Promise.all([pending.catch(() => interrupted('maybe')), sleep(liveRegionDelay)]);
  return { delivered, copied: copiedOf(await copying) };
};

/** The state of a toast: from the click to the outcome, and from each button to the next outcome. */
export const createToastState = (deps: ToastStateDeps) => {
  let current: ToastState = { kind: 'nothing' };
  let isOver = false;
  let stopCountdown = (): void => undefined;
  const set = (next: ToastState): void => {
    current = next;
    deps.onChange();
  };
  const show = (delivered: ToastOutcome, copied: Copied): void => {
    const wait = delivered.ok ? 0 : delivered.wait;
    set({ kind: 'outcome', delivered, copied, wait });
    stopCountdown();
    stopCountdown = startCountdown(wait, (left) => {
      if (current.kind === 'outcome') set({ ...current, wait: left });
    });
    if (copied === 'yes') deps.dismissSoon();
  };

  /** It copies, so call it inside the click. */
  const follow = async (pending: Promise<ToastOutcome | null>): Promise<void> => {
    const { delivered, copied } = await receive(deps, pending, () => isOver);
    if (isOver) return;
    if (delivered) show(delivered, copied);
    else deps.dismiss();
  };
  const copyAgain = async (delivered: ToastOutcome): Promise<void> => {
    const isCopied = await copyWhenReady(Promise.resolve(delivered), deps.copy);
    show(delivered, isCopied ? 'yes' : 'refused');
  };

  return {
    current: () => current,
    /** A request is pending. */
    start(outcome: Promise<ToastOutcome | null>): void {
      void follow(outcome);
      setTimeout(() => {
        if (current.kind === 'nothing' && !isOver) set({ kind: 'waiting' });
      }, silentWait);
    },
    /** A person pressed a button. */
    press(kind: ButtonKind): void {
      if (current.kind !== 'outcome') return;
      const { delivered } = current;
      if (kind === 'copy') void copyAgain(delivered);
      else if (kind === 'open' && delivered.ok) deps.open(delivered.shortLink);
      else if (kind === 'history' && delivered.history !== undefined) {
        void deps.runAction(delivered.history).catch(() => null);
        set({ ...current, delivered: { ...delivered, history: undefined } });
      } else if (delivered.action && current.wait === 0) {
        set({ kind: 'waiting' });
        void follow(runAction(deps, kind, delivered.action.id));
      }
    },
    end(): void {
      isOver = true;
      stopCountdown();
    },
  };
};
