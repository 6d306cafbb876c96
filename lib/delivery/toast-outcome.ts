import { expiryText } from '../i18n/dates.ts';
import { createdText } from '../i18n/past-dates.ts';
import { failureSentence } from '../i18n/failure-sentence.ts';
import { urlWarningText } from '../i18n/texts.ts';
import { undoSentences } from '../i18n/undo-sentences.ts';
import { addressNotes } from './address-notes.ts';
import type { DeliveredOutcome, ToastOutcome } from './types.ts';

/** An outcome in sentences that are ready to be shown, so that the script in the page needs no code for formats. */
export const toastOutcomeOf = (delivered: DeliveredOutcome): ToastOutcome => {
  const { outcome, action, history, undo, undone, undoFailure, isCopied, isReplaced } = delivered;
  if (!outcome.ok) {
    const { failure } = outcome;
    const sentences = failureSentence(failure, 'popup');
    return { ok: false, sentences, wait: failure.retryAfter ?? 0, action, history };
  }
  const { shortLink, expiresAt, createdAt } = outcome;
  if (undone) {
    const sentences = undoSentences({ ...undone, expiresAt, isCopied: null });
    return { ok: false, isUndone: true, sentences, wait: 0, action: null };
  }
  const urlWarning = delivered.warning ? urlWarningText(delivered.warning) : '';
  return {
    ok: true,
    shortLink,
    copiedContent: delivered.copiedContent ?? { text: shortLink },
    notes: [
      expiryText(expiresAt),
      ...(createdAt === undefined ? [] : [createdText(createdAt)]),
      ...addressNotes(delivered),
    ],
    warning: undoFailure ? failureSentence(undoFailure, 'change') : urlWarning,
    action,
    undo,
    isCopied,
    isReplaced,
  };
};
