import { sleep } from '../../lib/async/async.ts';
import type { OutcomeAction, ToastOptions, ToastOutcome } from '../../lib/delivery/types.ts';
import type { CopiedContent } from '../../lib/formats/formats.ts';
import type { Format } from '../../lib/formats/names.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { actionLabel } from '../ui/action-labels.ts';
import { copyWhenReady } from '../ui/copy-when-ready.ts';
import { startCountdown } from '../ui/countdown.ts';

/** Whether the clipboard contains the link; `refused` after the button Copy failed as well. */
export type CopyState = 'yes' | 'no' | 'refused' | 'not-tried';

/** `wait`: seconds until the service accepts the next request, or for which Undo is offered. */
interface ShownOutcome {
  kind: 'outcome';
  delivered: ToastOutcome;
  copyState: CopyState;
  wait: number;
}

export type ToastState =
  { kind: 'nothing' } | { kind: 'waiting' } | { kind: 'undoing'; shown: ShownOutcome } | ShownOutcome;

export type ButtonKind = 'copy' | 'open' | 'undo' | 'history' | OutcomeAction;

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

const headAndTone: Record<CopyState, [head: TextKey, tone: View['tone']]> = {
  yes: ['copied', 'good'],
  no: ['notCopied', 'warn'],
  refused: ['notCopiedShort', 'warn'],
  'not-tried': ['linkReady', 'calm'],
};

const actionButtons = ({ action }: ToastOutcome, wait: number): Button[] =>
  action ? [{ kind: action.kind, text: actionLabel(action.kind, wait), isWaiting: wait > 0 }] : [];

/** A sandboxed page may not open tabs; no other page with an opaque origin gets a toast. */
const canOpenTabs = (): boolean => globalThis.origin !== 'null';

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

const viewOfOutcome = ({ delivered, copyState, wait }: ShownOutcome): View => {
  // Where a short link leads: nothing was created, so it is not `ok`.
  if (!delivered.ok && delivered.answer) {
    const { head, link, notes } = delivered.answer;
    return { ...blank, head: headline(head), link, notes };
  }
  const buttons = actionButtons(delivered, wait);
  if (!delivered.ok) {
    if (delivered.history !== undefined)
      buttons.unshift({ kind: 'history', text: text('checkHistory'), isWaiting: false });
    const [happened = '', advice = '', ...notes] = delivered.sentences.split('\n');
    const head = headline(happened);
    const isUrgent = !delivered.isUndone;
    return { ...blank, tone: isUrgent ? 'warn' : 'calm', isUrgent, buttons, head, advice, notes };
  }
  const { shortLink: link, notes, warning, undo, isReplaced } = delivered;
  const [head, tone] = headOf(isReplaced, copyState);
  if (copyState !== 'yes') buttons.unshift({ kind: 'copy', text: text('copy'), isWaiting: false });
  if (canOpenTabs()) buttons.push({ kind: 'open', text: text('open'), isWaiting: false });
  if (undo && wait > 0) buttons.push({ kind: 'undo', text: text('undoIn', String(wait)), isWaiting: false });
  const advice = copyState === 'refused' ? text('toastRefused') : '';
  return { ...blank, tone, head: text(head), advice, link, notes, warning, buttons };
};

export const viewOf = (state: ToastState): View => {
  switch (state.kind) {
    case 'nothing':
      return blank;
    case 'waiting':
      return { ...blank, head: text('shortening') };
    case 'undoing':
      return {
        ...blank,
        head: text('changing'),
        // The buttons stay: without them, Close would get the focus, and a second press of Enter would press it.
        buttons: viewOfOutcome(state.shown).buttons.map((button) => ({ ...button, isWaiting: true })),
      };
    case 'outcome':
      return viewOfOutcome(state);
  }
};

/** Milliseconds: a shorter wait is not shown. */
const silentWait = 400;

/** Milliseconds that assistive technology needs to notice the live regions before they get their texts. */
const liveRegionDelay = 150;

export interface ToastStateDeps extends ToastOptions {
  /** Runs the action with that id: the new outcome, or null if there is none. */
  runAction(id: string): Promise<ToastOutcome | null>;
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
const interrupted = (hadEffect: 'no' | 'maybe'): ToastOutcome => ({
  ok: false,
  sentences: `${text('failure_interrupted')}\n${
    hadEffect === 'maybe'
      ? text('failureMaybe', text('failureCheckHistory', text('checkHistory')))
      : text('failureNotCreated', text('failure_interrupted_todo'))
  }`,
  wait: 0,
  action: null,
});

/** The outcome of an action; null for the settings, which open in a tab. Any other action without an outcome was not run. */
const runAction = async (deps: ToastStateDeps, kind: ButtonKind, id: string): Promise<ToastOutcome | null> =>
  (await deps.runAction(id)) ?? (kind === 'settings' ? null : interrupted('no'));

const copyLink =
  ({ copy, format }: ToastStateDeps) =>
  (promised: Promise<{ copiedContent: CopiedContent }>): Promise<boolean> =>
    copy(
      promised.then(({ copiedContent }) => copiedContent),
      format,
    );

const copyStateOf = (isCopied: boolean | null): CopyState => {
  if (isCopied === null) return 'not-tried';
  return isCopied ? 'yes' : 'no';
};

/**
 * The outcome, whose link is copied as soon as it arrives, unless it stands in the field. Nothing is copied after the toast has
 * ended: a newer request may have copied.
 */
const receive = async (
  deps: ToastStateDeps,
  pending: Promise<ToastOutcome | null>,
  isOver: () => boolean,
) => {
  const toCopy = pending.then(
    (delivered) => (isOver() || (delivered?.ok && delivered.isReplaced) ? null : delivered),
    () => null,
  );
  const copying = deps.shouldCopy ? copyWhenReady(toCopy, copyLink(deps)) : null;
  const [delivered] = await Promise.all([pending.catch(() => interrupted('maybe')), sleep(liveRegionDelay)]);
  const isCopied = delivered?.ok ? (delivered.isCopied ?? (await copying)) : null;
  return { delivered, copyState: copyStateOf(isCopied) };
};

/** Nothing is left to do: the link is in the field, or it was undone. */
const isDone = (delivered: ToastOutcome): boolean =>
  (delivered.ok ? delivered.isReplaced : delivered.isUndone) === true;

const waitOf = (delivered: ToastOutcome): number =>
  delivered.ok ? (delivered.undo?.seconds ?? 0) : delivered.wait;

/**
 * Undoes a link, and copies the address in place of the short link; what the toast shows then. Nothing is copied after the toast
 * has ended.
 */
const runUndo = async (
  deps: ToastStateDeps,
  { delivered, copyState }: ShownOutcome,
  isOver: () => boolean,
): Promise<Omit<ShownOutcome, 'kind'>> => {
  const { id = '', address } = delivered.undo ?? {};
  const pending = deps.runAction(id).catch(() => interrupted('maybe'));
  // In the shape that `copyWhenReady` expects.
  const addressToCopy = pending.then((next) =>
    next && !next.ok && next.isUndone && address !== undefined && !isOver()
      ? { ok: true as const, text: address }
      : { ok: false as const },
  );
  const wasCopied = copyState === 'yes';
  const copying = wasCopied ? copyWhenReady(addressToCopy, (content) => deps.copy(content, 'plain')) : null;
  const next = await pending;
  // It was too late for Undo: the link is unchanged.
  if (!next) return { delivered, copyState, wait: 0 };
  // The link still exists: Undo failed.
  if (next.ok) return { delivered: next, copyState, wait: waitOf(next) };
  const clipboard = text((await copying) ? 'undoCopied' : 'undoNotCopied');
  const sentences = next.isUndone && wasCopied ? `${next.sentences}\n${clipboard}` : next.sentences;
  return { delivered: { ...next, sentences }, copyState: 'not-tried', wait: next.wait };
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
  const show = (delivered: ToastOutcome, copyState: CopyState, wait = waitOf(delivered)): void => {
    set({ kind: 'outcome', delivered, copyState, wait });
    stopCountdown();
    stopCountdown = startCountdown(wait, (left) => {
      if (current.kind === 'outcome') set({ ...current, wait: left });
    });
    if (copyState === 'yes' || isDone(delivered)) deps.dismissSoon(wait);
  };

  /** It copies, so call it inside the click. */
  const follow = async (pending: Promise<ToastOutcome | null>): Promise<void> => {
    const { delivered, copyState } = await receive(deps, pending, () => isOver);
    if (isOver) return;
    if (delivered) show(delivered, copyState);
    else deps.dismiss();
  };
  const copyAgain = async (delivered: ToastOutcome): Promise<void> => {
    const isCopied = await copyWhenReady(Promise.resolve(delivered), copyLink(deps));
    if (current.kind === 'outcome') show(delivered, isCopied ? 'yes' : 'refused', current.wait);
  };
  const undo = async (shown: ShownOutcome): Promise<void> => {
    stopCountdown();
    set({ kind: 'undoing', shown });
    const next = await runUndo(deps, shown, () => isOver);
    if (!isOver) show(next.delivered, next.copyState, next.wait);
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
      else if (kind === 'undo') void undo(current);
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
