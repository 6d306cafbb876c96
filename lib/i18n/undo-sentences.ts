import { noExpiry } from '../validity/contract.ts';
import { dateText } from './dates.ts';
import { text } from './texts.ts';

interface Undone {
  /** Whether the link was deleted at the service; else it was only removed from the history. */
  isDeleted: boolean;
  /** Unix seconds. */
  expiresAt: number | undefined;
  /** Whether the clipboard has the long address now; null if it never had the short link. */
  isCopied: boolean | null;
}

/** What Undo has done, each sentence on a line of its own. */
export const undoSentences = ({ isDeleted, expiresAt = noExpiry, isCopied }: Undone): string => {
  const works =
    expiresAt >= noExpiry
      ? text('undoWorks')
      : text('undoWorksUntil', dateText(expiresAt * 1000, { dateStyle: 'medium' }));
  const lines = isDeleted ? [text('noLongerWorks')] : [text('undoRemoved'), works];
  if (isCopied !== null) lines.push(text(isCopied ? 'undoCopied' : 'undoNotCopied'));
  return lines.join('\n');
};
