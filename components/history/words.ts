import { text } from '../../lib/i18n/texts.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { interrupted } from '../../lib/failures/contract.ts';
import type { Attempt } from '../../lib/history/contract.ts';

/** What a link is called: its page's title, or its address where it has none. */
export const titleOf = ({ title, link }: Attempt): string =>
  title.trim() || link.replace(/^https?:\/\//i, '');

/** Whether there is a sentence to read about it. */
export const needsWords = ({ state }: Attempt): boolean => state === 'failed' || state === 'unknown';

/** What happened to an attempt that gave no link, and what to do. */
export const problemOf = ({ failure }: Attempt): string =>
  failureSentence(failure ?? interrupted, text, 'popup');
