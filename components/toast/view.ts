import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { OutcomeAction, ToastOutcome } from '../../lib/delivery/types.ts';
import { actionLabels } from '../ui/action-labels.ts';

/** Whether the clipboard contains the link; `refused` after the button Copy failed as well. */
export type Copied = 'yes' | 'no' | 'refused' | 'not-tried';

/** What the toast shows; `wait`: seconds until the service accepts the next request. */
export type ToastState =
  | { kind: 'nothing' }
  | { kind: 'waiting' }
  | { kind: 'outcome'; delivered: ToastOutcome; copied: Copied; wait: number };

export type ButtonKind = 'copy' | 'open' | OutcomeAction;

export interface Button {
  kind: ButtonKind;
  text: string;
  isWaiting: boolean;
}

/** The texts and buttons of the toast. */
export interface View {
  tone: 'calm' | 'good' | 'warn';
  head: string;
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
  link: '',
  notes: [],
  warning: '',
  isUrgent: false,
  buttons: [],
};

const headAndTone: Record<Copied, [head: TextKey, tone: View['tone']]> = {
  yes: ['copied', 'good'],
  no: ['notCopied', 'warn'],
  refused: ['toastRefused', 'warn'],
  'not-tried': ['linkReady', 'calm'],
};

const labelOf = (action: OutcomeAction, wait: number): string =>
  action === 'try-again' && wait > 0 ? text('toastTryAgainIn', String(wait)) : text(actionLabels[action]);

const actionButtons = ({ action }: ToastOutcome, wait: number): Button[] =>
  action ? [{ kind: action.kind, text: labelOf(action.kind, wait), isWaiting: wait > 0 }] : [];

/** A sandboxed page, the only one with an opaque origin that gets a toast, may not. */
const canOpenTabs = (): boolean => globalThis.origin !== 'null';

const viewOfOutcome = ({ delivered, copied, wait }: ToastState & { kind: 'outcome' }): View => {
  const buttons = actionButtons(delivered, wait);
  if (!delivered.ok) return { ...blank, tone: 'warn', isUrgent: true, buttons, head: delivered.sentence };
  const { shortLink: link, notes, warning } = delivered;
  const [head, tone] = headAndTone[copied];
  if (copied !== 'yes') buttons.unshift({ kind: 'copy', text: text('copy'), isWaiting: false });
  if (canOpenTabs()) buttons.push({ kind: 'open', text: text('open'), isWaiting: false });
  return { ...blank, tone, head: text(head), link, notes, warning, buttons };
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
