import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { OutcomeAction, ToastOutcome } from '../../lib/delivery/contract.ts';
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

const heads: Record<Copied, TextKey> = {
  yes: 'copied',
  no: 'notCopied',
  refused: 'toastRefused',
  'not-tried': 'linkReady',
};

const tones: Record<Copied, View['tone']> = { yes: 'good', no: 'warn', refused: 'warn', 'not-tried': 'calm' };

const labelOf = (action: OutcomeAction, wait: number): string =>
  action === 'try-again' && wait > 0 ? text('toastTryAgainIn', String(wait)) : text(actionLabels[action]);

const actionButtons = ({ action }: ToastOutcome, wait: number): Button[] =>
  action ? [{ kind: action.kind, text: labelOf(action.kind, wait), isWaiting: wait > 0 }] : [];

/** A sandboxed page, the only one with an opaque origin that gets a toast, may not. */
const canOpenTabs = (): boolean => globalThis.origin !== 'null';

const viewOfOutcome = ({ delivered, copied, wait }: ToastState & { kind: 'outcome' }): View => {
  const buttons = actionButtons(delivered, wait);
  if (!delivered.ok) return { ...blank, tone: 'warn', isUrgent: true, buttons, head: delivered.sentence };
  const { shortLink, notes, warning } = delivered;
  const copy: Button = { kind: 'copy', text: text('copy'), isWaiting: false };
  const open: Button = { kind: 'open', text: text('open'), isWaiting: false };
  return {
    ...{ notes, warning },
    tone: tones[copied],
    head: text(heads[copied]),
    link: shortLink,
    isUrgent: false,
    buttons: [...(copied === 'yes' ? [] : [copy]), ...buttons, ...(canOpenTabs() ? [open] : [])],
  };
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
