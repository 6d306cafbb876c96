import { formatList, text, type TextKey } from '../../lib/i18n/texts.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import type { Act, Told } from '../../lib/delivery/contract.ts';
import { actNames } from '../act-names.ts';
import { madeInWords } from '../again.ts';
import { endInWords } from '../moment.ts';
import { warningInWords } from '../warning.ts';

/** Whether the clipboard holds the link; `refused` where not even a press on Copy got it there. */
export type Copied = 'yes' | 'no' | 'refused' | 'unasked';

/** What the toast stands for; `wait`: seconds until the service may be asked again. */
export type Shown =
  { kind: 'nothing' } | { kind: 'waiting' } | { kind: 'told'; told: Told; copied: Copied; wait: number };

export type Press = 'copy' | Act;

export interface Button {
  press: Press;
  words: string;
  isWaiting: boolean;
}

/** The toast in words. */
export interface View {
  tone: 'calm' | 'good' | 'warn';
  head: string;
  /** The short link. */
  link: string;
  /** It is to be copied by hand. */
  isSelectable: boolean;
  notes: string[];
  warning: string;
  /** Interrupts what a screen reader says. */
  isUrgent: boolean;
  buttons: Button[];
}

const blank: View = {
  tone: 'calm',
  head: '',
  link: '',
  isSelectable: false,
  notes: [],
  warning: '',
  isUrgent: false,
  buttons: [],
};

const heads: Record<Copied, TextKey> = {
  yes: 'copied',
  no: 'notCopied',
  refused: 'toastRefused',
  unasked: 'linkReady',
};

const tones: Record<Copied, View['tone']> = { yes: 'good', no: 'warn', refused: 'warn', unasked: 'calm' };

const wordsOf = (act: Act, wait: number): string =>
  act === 'try-again' && wait > 0 ? text('toastTryAgainIn', String(wait)) : text(actNames[act]);

const actButtons = ({ act }: Told, wait: number): Button[] =>
  act ? [{ press: act.what, words: wordsOf(act.what, wait), isWaiting: wait > 0 }] : [];

const viewOfTold = ({ told, copied, wait }: Shown & { kind: 'told' }): View => {
  const { outcome, warning, removed } = told;
  const buttons = actButtons(told, wait);
  if (!outcome.ok)
    return {
      ...{ ...blank, tone: 'warn', isUrgent: true, buttons },
      head: failureSentence(outcome.failure, text, 'popup'),
    };
  const { shortLink, end, madeAt } = outcome;
  const copy: Button = { press: 'copy', words: text('copy'), isWaiting: false };
  return {
    tone: tones[copied],
    head: text(heads[copied]),
    link: shortLink,
    isSelectable: copied === 'refused',
    notes: [
      endInWords(end),
      ...(madeAt === undefined ? [] : [madeInWords(madeAt)]),
      ...(removed.length === 0 ? [] : [text('careRemoved', formatList(removed))]),
    ],
    warning: warning ? warningInWords(warning) : '',
    isUrgent: false,
    buttons: copied === 'yes' ? buttons : [copy, ...buttons],
  };
};

export const viewOf = (shown: Shown): View => {
  switch (shown.kind) {
    case 'nothing':
      return blank;
    case 'waiting':
      return { ...blank, head: text('shortening') };
    case 'told':
      return viewOfTold(shown);
  }
};
