import { formatNumber, plural, type PluralKey, text } from '../i18n/texts.ts';
import { durations } from '../validity/validity.ts';
import type { HistoryJournal } from './journal.ts';

const { week } = durations;

/** The largest number of links that is counted: a larger one is shown as "99+", and counting would take longer and longer. */
export const maxCounted = 99;

/**
 * How many links expire within a week of a time, at most one more than are counted, and when that number changes by itself;
 * both times in Unix seconds.
 */
export const countExpiring = async (
  journal: Pick<HistoryJournal, 'countExpiring' | 'expiryAfter'>,
  nowSeconds: number,
): Promise<{ count: number; changesAt: number | null }> => {
  const [count, nextInWeek, nextAfterWeek] = await Promise.all([
    journal.countExpiring({ after: nowSeconds, before: nowSeconds + week + 1 }, maxCounted + 1),
    journal.expiryAfter(nowSeconds),
    journal.expiryAfter(nowSeconds + week),
  ]);
  const changesAt = Math.min(nextInWeek ?? Infinity, (nextAfterWeek ?? Infinity) - week);
  return { count, changesAt: changesAt === Infinity ? null : changesAt };
};

/** A number of links in words, such as "99+ links expire within a week". */
export const countText = (key: PluralKey, count: number): string =>
  count > maxCounted ? text(`${key}_other`, `${formatNumber(maxCounted)}+`) : plural(key, count);
