import { notify } from '../browser/notifications.ts';
import type { CopiedContent } from '../formats/formats.ts';
import { isCreated } from '../history/outcome.ts';
import { text, withSpaces } from '../i18n/texts.ts';
import { sentenceOf } from '../outcome/sentence.ts';
import { readCopySettings } from './copying.ts';
import { contentFor } from './for-page.ts';
import type { StoredDelivery } from './types.ts';

/** The beginning of the id of each of these notifications; the id of the outcome follows. */
export const outcomeNoticePrefix = 'outcome:';

/** Resolves with whether the clipboard has the content. Never rejects. */
export type CopyToClipboard = (content: CopiedContent) => Promise<boolean>;

const noticeText = ({ attempt, isReplaced }: StoredDelivery, isCopied: boolean): string => {
  if (!isCreated(attempt)) return withSpaces(sentenceOf(attempt, 'popup'));
  if (isReplaced) return `${text('replaced')} ${attempt.shortLink}`;
  return text(isCopied ? 'outcomeNoticeCopied' : 'outcomeNoticeNotCopied', attempt.shortLink);
};

/** Copies the short link, unless it stands in a field, and shows the outcome in a notification. Resolves with whether the browser showed it. */
export const notifyAndCopy = async (delivery: StoredDelivery, copy: CopyToClipboard): Promise<boolean> => {
  const { copyAtOnce, ...format } = await readCopySettings();
  const content = copyAtOnce && !delivery.isReplaced ? contentFor(delivery, format) : null;
  // The trigger may have copied it inside the event.
  const isCopied = delivery.isCopied === true || (content !== null && (await copy(content)));
  return notify({
    id: outcomeNoticePrefix + delivery.id,
    title: text('extensionName'),
    message: noticeText(delivery, isCopied),
  });
};
