import { notify } from '../browser/notifications.ts';
import type { CopiedContent } from '../formats/formats.ts';
import { failureSentence } from '../i18n/failure-sentence.ts';
import { text, withSpaces } from '../i18n/texts.ts';
import { copiedContentOf, readCopySettings } from './outcome-view.ts';
import type { DeliveredOutcome } from './types.ts';

/** The beginning of the id of each of these notifications; the id of the outcome follows. */
export const outcomeNoticePrefix = 'outcome:';

/** Resolves with whether the clipboard has the content. Never rejects. */
export type CopyToClipboard = (content: CopiedContent) => Promise<boolean>;

const noticeText = ({ outcome, isReplaced }: DeliveredOutcome, isCopied: boolean): string => {
  if (!outcome.ok) return withSpaces(failureSentence(outcome.failure, 'popup'));
  if (isReplaced) return `${text('replaced')} ${outcome.shortLink}`;
  return text(isCopied ? 'outcomeNoticeCopied' : 'outcomeNoticeNotCopied', outcome.shortLink);
};

/** Copies the short link, unless it stands in a field, and shows the outcome in a notification. Resolves with whether the browser showed it. */
export const notifyAndCopy = async (
  id: string,
  delivered: DeliveredOutcome,
  copy: CopyToClipboard,
): Promise<boolean> => {
  const { copyAtOnce, ...format } = await readCopySettings();
  const content = copyAtOnce && !delivered.isReplaced ? copiedContentOf(delivered, format) : null;
  // The trigger may have copied it inside the event.
  const isCopied = delivered.isCopied === true || (content !== null && (await copy(content)));
  return notify({
    id: outcomeNoticePrefix + id,
    title: text('extensionName'),
    message: noticeText(delivered, isCopied),
  });
};
