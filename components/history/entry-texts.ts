import { interrupted } from '../../lib/failures/failures.ts';
import { text } from '../../lib/i18n/texts.ts';
import { linkFailureSentence } from '../../lib/i18n/failure-sentence.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import { titleOf } from '../../lib/history/search.ts';

/** The address to show beside the title; null if it is the title. */
export const addressOf = (attempt: Attempt): string | null => {
  const address = withoutScheme(attempt.link).replace(/\/$/, '');
  return titleOf(attempt) === withoutScheme(attempt.link) ? null : address;
};

/** The first letter of the title, in upper case: it may consist of several characters of a script. */
export const initialOf = (attempt: Attempt): string => {
  const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(
    titleOf(attempt).slice(0, 40),
  );
  const shown = [...letters].find(({ segment }) => /[\p{L}\p{N}]/u.test(segment));
  return (shown?.segment ?? '').toLocaleUpperCase();
};

/** Whether a sentence about its outcome is shown. */
export const hasProblem = ({ state }: Attempt): boolean => state === 'failed' || state === 'unknown';

/** The sentence about an attempt that gave no link. */
export const problemOf = ({ failure }: Attempt): string => linkFailureSentence(failure ?? interrupted, text);
