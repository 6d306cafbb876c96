import type { CopiedContent } from '../formats/formats.ts';
import { failureSentence } from '../i18n/failure-sentence.ts';
import { text, withSpaces } from '../i18n/texts.ts';
import { copiedContentOf, type CopySettings } from './outcome-view.ts';
import type { DeliveredOutcome } from './types.ts';

interface NotifyDeps {
  copySettings(): Promise<CopySettings>;
  /** Resolves with whether the clipboard has it. Never rejects. */
  copy(content: CopiedContent): Promise<boolean>;
  /** Shows a notification for the outcome with this id; resolves with whether the browser showed it. */
  notify(id: string, message: string): Promise<boolean>;
}

const messageOf = ({ outcome, isReplaced }: DeliveredOutcome, isCopied: boolean): string => {
  if (!outcome.ok) return withSpaces(failureSentence(outcome.failure, 'popup'));
  if (isReplaced) return `${text('replaced')} ${outcome.shortLink}`;
  return text(isCopied ? 'outcomeNoticeCopied' : 'outcomeNoticeNotCopied', outcome.shortLink);
};

/** Copies the short link, unless it stands in a field, and shows the outcome in a notification. Resolves with whether the browser showed it. */
export const notifyAndCopy = async (
  id: string,
  delivered: DeliveredOutcome,
  { copySettings, copy, notify }: NotifyDeps,
): Promise<boolean> => {
  const { copyAtOnce, ...format } = await copySettings();
  const content = copyAtOnce && !delivered.isReplaced ? copiedContentOf(delivered, format) : null;
  // The trigger may have copied it inside the event.
  const isCopied = delivered.isCopied === true || (content !== null && (await copy(content)));
  return notify(id, messageOf(delivered, isCopied));
};
