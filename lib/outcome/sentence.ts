import { failureOf, isCreated, isUndone } from '../history/outcome.ts';
import type { Attempt } from '../history/types.ts';
import { dateText } from '../i18n/dates.ts';
import { failureSentence, type SentencePlace } from '../i18n/failure-sentence.ts';
import { text } from '../i18n/texts.ts';
import { noExpiry } from '../validity/contract.ts';

/** What Undo has done, each sentence on a line of its own. */
const undoSentences = ({ change, expiresAt = noExpiry }: Attempt): string => {
  if (change?.kind === 'delete') return text('noLongerWorks');
  const works =
    expiresAt >= noExpiry
      ? text('undoWorks')
      : text('undoWorksUntil', dateText(expiresAt * 1000, { dateStyle: 'medium' }));
  return `${text('undoRemoved')}\n${works}`;
};

/** What became of a request and what to do, each on a line of its own; empty for one that has a link, or is pending. */
export const sentenceOf = (attempt: Attempt, place: SentencePlace): string => {
  if (isUndone(attempt)) return undoSentences(attempt);
  const hasNoFailure = isCreated(attempt) || attempt.state === 'sending';
  return hasNoFailure ? '' : failureSentence(failureOf(attempt), place);
};

/** The sentences after Undo. `isCopied`: whether the clipboard has the long address now; null if it never had the short link. */
export const undoneSentences = (attempt: Attempt, isCopied: boolean | null): string => {
  const sentences = sentenceOf(attempt, 'popup');
  return isCopied === null ? sentences : `${sentences}\n${text(isCopied ? 'undoCopied' : 'undoNotCopied')}`;
};
