import type { CopiedContent } from '../formats/formats.ts';
import type { CopyFormat } from '../formats/names.ts';
import { isCreated, isUndone } from '../history/outcome.ts';
import { copiedContent } from '../i18n/copied-link.ts';
import { expiryText } from '../i18n/dates.ts';
import { failureSentence } from '../i18n/failure-sentence.ts';
import { createdText } from '../i18n/past-dates.ts';
import { formatList, text, urlWarningText } from '../i18n/texts.ts';
import { sentenceOf } from '../outcome/sentence.ts';
import type { UrlWarning } from '../url/contract.ts';
import { urlWarningOf } from '../url/warnings.ts';
import type { PageOutcome, StoredDelivery } from './types.ts';
import { undoSecondsLeft } from './undo-time.ts';

/** The notes about the address that was shortened. */
export const addressNotes = ({ firstOf, removed }: Pick<StoredDelivery, 'firstOf' | 'removed'>): string[] => {
  const notes: string[] = [];
  if (firstOf !== undefined) notes.push(text('firstOf', String(firstOf)));
  if (removed.length > 0) notes.push(text('trackingRemoved', formatList(removed)));
  return notes;
};

/** Why the address of a new link may not be meant for others; null for an ordinary address. */
export const warningFor = ({ attempt, request }: StoredDelivery): UrlWarning | null =>
  isCreated(attempt) && !attempt.isReused ? urlWarningOf(request.link) : null;

/** What the clipboard gets of an outcome; null if it has no link. */
export const contentFor = (
  { attempt, request: { link, title } }: StoredDelivery,
  format: CopyFormat,
): CopiedContent | null => (isCreated(attempt) ? copiedContent([{ ...attempt, link, title }], format) : null);

/**
 * The outcome for a web page, as it is shown now. The content to copy has address and title only if they are those of the page: an
 * address may come from a frame of another site.
 */
export const forPage = (delivery: StoredDelivery, format: CopyFormat): PageOutcome => {
  const { attempt, request, isFromPage, isCopied, isReplaced, undoFailure, buttons } = delivery;
  const hasHistory = buttons.some(({ action }) => action === 'history');
  const sentences = sentenceOf(attempt, hasHistory ? 'form' : 'popup');
  if (!isCreated(attempt) || isUndone(attempt)) {
    const wait = attempt.failure?.retryAfter ?? 0;
    return { sentences, isUndone: isUndone(attempt), notes: [], warning: '', buttons, wait };
  }
  const { shortLink, expiresAt, createdAt, isReused } = attempt;
  const withoutNote = { ...delivery, attempt: { ...attempt, note: undefined } };
  const wait = undoSecondsLeft(delivery);
  const warning = warningFor(delivery);
  const urlWarning = warning ? urlWarningText(warning) : '';
  return {
    created: {
      shortLink,
      copiedContent: (isFromPage && contentFor(withoutNote, format)) || { text: shortLink },
    },
    sentences,
    notes: [expiryText(expiresAt), ...(isReused ? [createdText(createdAt)] : []), ...addressNotes(delivery)],
    warning: undoFailure ? failureSentence(undoFailure, 'change') : urlWarning,
    buttons: buttons.filter(({ action }) => action !== 'undo' || wait > 0),
    wait,
    address: isFromPage ? request.link : undefined,
    isCopied,
    isReplaced,
  };
};
