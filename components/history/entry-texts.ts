import { interrupted } from '../../lib/failures/failures.ts';
import { text } from '../../lib/i18n/texts.ts';
import { linkFailureSentence } from '../../lib/i18n/failure-sentence.ts';
import type { Attempt } from '../../lib/history/contract.ts';

/** The name of a link: the title of its page, or its address without a scheme. */
export const titleOf = ({ title, link }: Attempt): string =>
  title.trim() || link.replace(/^https?:\/\//i, '');

/** Whether a sentence about its outcome is shown. */
export const hasProblem = ({ state }: Attempt): boolean => state === 'failed' || state === 'unknown';

/** The sentence about an attempt that gave no link. */
export const problemOf = ({ failure }: Attempt): string => linkFailureSentence(failure ?? interrupted, text);
