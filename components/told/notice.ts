import { text } from '../../lib/i18n/texts.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import type { Told } from '../../lib/delivery/contract.ts';

/** An outcome in a notice's words. */
export const noticeOf = ({ outcome }: Told, isCopied: boolean): { title: string; message: string } => {
  const inWords = (): string => {
    if (!outcome.ok) return failureSentence(outcome.failure, text, 'popup');
    return isCopied
      ? text('toldNoticeCopied', outcome.shortLink)
      : text('toldNoticeNotCopied', outcome.shortLink);
  };
  return { title: text('extensionName'), message: inWords() };
};
