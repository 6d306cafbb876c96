import { sleep } from '../../lib/async/async.ts';
import type { PageOutcome, ToastButton, ToastOptions } from '../../lib/delivery/types.ts';
import type { CopiedContent } from '../../lib/formats/formats.ts';
import type { Format } from '../../lib/formats/names.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { OutcomeAction } from '../../lib/outcome/actions.ts';
import { actionLabel } from '../ui/action-labels.ts';
import { startCountdown } from '../ui/countdown.ts';

/** Whether the clipboard contains the link; `refused` after the button Copy failed as well. */
type CopyState = 'yes' | 'no' | 'refused' | 'not-tried';

/** `wait`: seconds until the service accepts the next request, or for which Undo is offered. */
interface ShownOutcome {
  delivered: PageOutcome;
  copyState: CopyState;
  wait: number;
}

export type ToastState = { kind: 'nothing' | 'waiting' } | ({ kind: 'outcome' | 'undoing' } & ShownOutcome);

export type ButtonKind = 'copy' | 'open' | OutcomeAction;

/** The texts and buttons of the toast. */
export interface View {
  tone: 'calm' | 'good' | 'warn';
  head: string;
  /** What to do, in a sentence below the head. */
  advice: string;
  link: string;
  notes: string[];
  warning: string;
  /** Interrupts the screen reader. */
  isUrgent: boolean;
  /** `left`: the part of a countdown that is left, from 1 to 0. */
  buttons: { kind: ButtonKind; text: string; isWaiting: boolean; left?: number | undefined }[];
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

const headAndTone: Record<CopyState, [head: TextKey, tone: View['tone']]> = {
  yes: ['copied', 'good'],
  no: ['notCopied', 'warn'],
  refused: ['notCopiedShort', 'warn'],
  'not-tried': ['linkReady', 'calm'],
};

const buttonFor = ({ buttons }: PageOutcome, kind: ButtonKind): ToastButton | undefined =>
  buttons.find(({ action }) => action === kind);

/** A sandboxed page may not open tabs; no other page with an opaque origin gets a toast. */
const canOpenTabs = (): boolean => globalThis.origin !== 'null';

const buttonsOf = ({ delivered, copyState, wait }: ShownOutcome): View['buttons'] => {
  const { created, buttons } = delivered;
  const first: ButtonKind[] = created && copyState !== 'yes' ? ['copy'] : [];
  const actions = buttons.map(({ action }) => action).filter((action) => action !== 'undo');
  const open: ButtonKind[] = created && canOpenTabs() ? ['open'] : [];
  const undo: ButtonKind[] = wait > 0 && buttonFor(delivered, 'undo') ? ['undo'] : [];
  return [...first, ...open, ...actions, ...undo].map((kind) => {
    const isWaiting = wait > 0 && (kind === 'try-again' || kind === 'without-password');
    const label = kind === 'copy' || kind === 'open' ? text(kind) : actionLabel(kind, wait);
    return { kind, text: label, isWaiting, left: isWaiting ? wait / delivered.wait : undefined };
  });
};

/** A headline has no stop. */
const headline = (sentence: string): string => sentence.replace(/[.。]$/, '');

/**
 * `isReplaced` is true if the link stands in the field, so it was not copied unless by the button Copy; it is false if the field
 * could not be written, so the person has to paste the link.
 */
const headOf = (isReplaced: boolean | undefined, copyState: CopyState): (typeof headAndTone)[CopyState] => {
  if (isReplaced === true && copyState === 'not-tried') return ['replaced', 'good'];
  return isReplaced === false && copyState === 'yes' ? ['copiedToPaste', 'good'] : headAndTone[copyState];
};

const viewOfOutcome = (shown: ShownOutcome): View => {
  const { delivered, copyState } = shown;
  const buttons = buttonsOf(shown);
  if (!delivered.created) {
    const [happened = '', advice = '', ...notes] = delivered.sentences.split('\n');
    const head = headline(happened);
    const isUrgent = !delivered.isUndone;
    return { ...blank, tone: isUrgent ? 'warn' : 'calm', isUrgent, buttons, head, advice, notes };
  }
  const { created, notes, warning, isReplaced } = delivered;
  const link = created.shortLink;
  const [head, tone] = headOf(isReplaced, copyState);
  const advice = copyState === 'refused' ? text('toastRefused') : '';
  return { ...blank, tone, head: text(head), advice, link, notes, warning, buttons };
};

export const viewOf = (state: ToastState): View => {
  if (state.kind === 'outcome') return viewOfOutcome(state);
  if (state.kind === 'undoing') {
    // The buttons stay: without them, Close would get the focus, and a second press of Enter would press it.
    const buttons = buttonsOf(state).map((button) => ({ ...button, isWaiting: true }));
    return { ...blank, head: text('changing'), buttons };
  }
  return state.kind === 'waiting' ? { ...blank, head: text('shortening') } : blank;
};

/** Milliseconds: a shorter wait is not shown. */
const silentWait = 400;

/** Milliseconds that assistive technology needs to notice the live regions before they get their texts. */
const liveRegionDelay = 150;

export interface ToastStateDeps extends ToastOptions {
  /** Aborts when the toast ends. Nothing is copied or shown after that: a newer request may have copied. */
  signal: AbortSignal;
  /** Runs the action with that id: the new outcome, null if there is none, undefined if nothing answers. Never rejects. */
  runAction(id: string): PendingOutcome;
  /** Copies what may still be pending; resolves with whether the clipboard contains it. Never rejects. */
  copy(promised: Promise<CopiedContent>, format: Format): Promise<boolean>;
  /** Opens the short link in a new tab. */
  open(link: string): void;
  onChange(): void;
  /** Called when nothing is left to do in the toast; `seconds` is the least time that it stays. */
  dismissSoon(seconds: number): void;
  dismiss(): void;
}

/** The outcome when the background no longer answers; `hadEffect` says whether a link may have been created. */
const interrupted = (hadEffect: 'no' | 'maybe'): PageOutcome => ({
  sentences: `${text('failure_interrupted')}\n${
    hadEffect === 'maybe'
      ? text('failureMaybe', text('failureCheckHistory', text('checkHistory')))
      : text('failureNotCreated', text('failure_interrupted_todo'))
  }`,
  notes: [],
  warning: '',
  buttons: [],
  wait: 0,
});

/** Nothing is left to do: the link was copied, is in the field, or was undone. */
const isDone = ({ delivered, copyState }: ShownOutcome): boolean =>
  copyState === 'yes' || delivered.isReplaced === true || delivered.isUndone === true;

/** Null if there is nothing to show, undefined if nothing answers. */
type PendingOutcome = Promise<PageOutcome | null | undefined>;

/** The outcome, whose link is copied as soon as it arrives, unless it stands in the field. */
const receive = async (
  { signal, copy, format }: ToastStateDeps,
  pending: PendingOutcome,
  shouldCopy: boolean,
): Promise<ShownOutcome | null> => {
  const contentToCopy = async (): Promise<CopiedContent> => {
    const settled = await pending;
    if (!settled?.created || settled.isReplaced || signal.aborted) throw new Error('No link to copy.');
    return settled.created.copiedContent;
  };
  const copying = shouldCopy ? copy(contentToCopy(), format) : null;
  const [delivered = interrupted('maybe')] = await Promise.all([pending, sleep(liveRegionDelay)]);
  if (!delivered) return null;
  const { created, isReplaced, isCopied = isReplaced ? null : await copying, wait } = delivered;
  if (!created || isCopied === null) return { delivered, copyState: 'not-tried', wait };
  return { delivered, copyState: isCopied ? 'yes' : 'no', wait };
};

/** Undoes a link, and copies the address in place of the short link; what the toast shows then. */
const runUndo = async (
  { signal, runAction, copy }: ToastStateDeps,
  { delivered, copyState }: ShownOutcome,
): Promise<ShownOutcome> => {
  const { address } = delivered;
  const pending = runAction(buttonFor(delivered, 'undo')?.id ?? '').then(
    (next = interrupted('maybe')) => next,
  );
  const addressToCopy = async (): Promise<CopiedContent> => {
    const next = await pending;
    if (!next?.isUndone || address === undefined || signal.aborted) throw new Error('No address to copy.');
    return { text: address };
  };
  const copying = copyState === 'yes' ? copy(addressToCopy(), 'plain') : null;
  const next = await pending;
  // It was too late for Undo: the link is unchanged.
  if (!next) return { delivered, copyState, wait: 0 };
  // The link still exists: Undo failed.
  if (next.created) return { delivered: next, copyState, wait: next.wait };
  const shown: ShownOutcome = { delivered: next, copyState: 'not-tried', wait: next.wait };
  if (!next.isUndone || !copying) return shown;
  const sentences = `${next.sentences}\n${text((await copying) ? 'undoCopied' : 'undoNotCopied')}`;
  return { ...shown, delivered: { ...next, sentences } };
};

/** The state of a toast: from the click to the outcome, and from each button to the next outcome. */
export const createToastState = (deps: ToastStateDeps) => {
  const { signal } = deps;
  let current: ToastState = { kind: 'nothing' };
  let stopCountdown = (): void => undefined;
  signal.addEventListener('abort', () => stopCountdown());
  const set = (next: ToastState): void => {
    current = next;
    deps.onChange();
  };
  const show = (shown: ShownOutcome): void => {
    set({ ...shown, kind: 'outcome' });
    stopCountdown();
    stopCountdown = startCountdown(shown.wait, (left) => {
      if (current.kind === 'outcome') set({ ...current, wait: left });
    });
    if (isDone(shown)) deps.dismissSoon(shown.wait);
  };

  /** It copies, so call it inside the click. */
  const follow = async (pending: PendingOutcome, shouldCopy = deps.shouldCopy): Promise<void> => {
    const shown = await receive(deps, pending, shouldCopy);
    if (signal.aborted) return;
    if (shown) show(shown);
    else deps.dismiss();
  };
  const copyAgain = async (content: CopiedContent): Promise<void> => {
    const isCopied = await deps.copy(Promise.resolve(content), deps.format);
    if (current.kind === 'outcome' && !signal.aborted)
      show({ ...current, copyState: isCopied ? 'yes' : 'refused' });
  };
  const runAction = ({ action, id }: ToastButton): void => {
    set({ kind: 'waiting' });
    // The settings open in a tab. Any other action without an outcome was not run.
    const isLast = action === 'settings';
    void follow(deps.runAction(id).then((next) => (next === null && !isLast ? interrupted('no') : next)));
  };
  const undo = async (shown: ShownOutcome): Promise<void> => {
    stopCountdown();
    set({ ...shown, kind: 'undoing' });
    const next = await runUndo(deps, shown);
    if (!signal.aborted) show(next);
  };

  return {
    current: () => current,
    /** A request is pending. */
    start(outcome: PendingOutcome): void {
      void follow(outcome, deps.shouldCopy && !deps.isCopiedByTrigger);
      setTimeout(() => {
        if (current.kind === 'nothing' && !signal.aborted) set({ kind: 'waiting' });
      }, silentWait);
    },
    /** A person pressed a button. */
    press(kind: ButtonKind): void {
      if (current.kind !== 'outcome') return;
      const { delivered, wait } = current;
      const { created } = delivered;
      const button = buttonFor(delivered, kind);
      if (kind === 'copy' && created) void copyAgain(created.copiedContent);
      else if (kind === 'open' && created) deps.open(created.shortLink);
      else if (kind === 'undo') void undo(current);
      else if (button?.action === 'history') {
        void deps.runAction(button.id);
        const buttons = delivered.buttons.filter((each) => each !== button);
        set({ ...current, delivered: { ...delivered, buttons } });
      } else if (button && (wait === 0 || delivered.created)) runAction(button);
    },
  };
};
