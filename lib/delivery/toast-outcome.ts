import { expiryText } from '../i18n/dates.ts';
import { createdText } from '../i18n/past-dates.ts';
import { failureSentence } from '../i18n/failure-sentence.ts';
import { urlWarningText } from '../i18n/texts.ts';
import { undoSentences } from '../i18n/undo-sentences.ts';
import { addressNotes } from './address-notes.ts';
import type { CurrentOutcome, ToastOutcome } from './types.ts';

/** An outcome in sentences that are ready to be shown, so that the script in the page needs no code for formats. */
export const toastOutcomeOf = ({
  outcome,
  action,
  history,
  removed,
  firstOf,
  warning,
  undo,
  undone,
  undoFailure,
  isCopied,
  isReplaced,
  copied,
}: CurrentOutcome): ToastOutcome => {
  if ('answer' in outcome) return { ...outcome, sentence: outcome.answer.head, wait: 0, action };
  if (!outcome.ok) {
    const { failure } = outcome;
    const sentence = failureSentence(failure, 'popup');
    return { ok: false, sentence, wait: failure.retryAfter ?? 0, action, history };
  }
  const { shortLink, expiresAt, createdAt } = outcome;
  if (undone) {
    const sentence = undoSentences({ ...undone, expiresAt, isCopied: null });
    return { ok: false, isUndone: true, sentence, wait: 0, action: null };
  }
  const urlWarning = warning ? urlWarningText(warning) : '';
  return {
    ok: true,
    shortLink,
    copied: copied ?? { text: shortLink },
    notes: [
      expiryText(expiresAt),
      ...(createdAt === undefined ? [] : [createdText(createdAt)]),
      ...addressNotes({ removed, firstOf }),
    ],
    warning: undoFailure ? failureSentence(undoFailure, 'change') : urlWarning,
    action,
    undo,
    isCopied,
    isReplaced,
  };
};
