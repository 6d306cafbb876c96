import { durations } from '../validity/validity.ts';
import { dateText } from './dates.ts';
import { formatNumber, language, plural, text } from './texts.ts';

/** A day in milliseconds. */
const dayLength = durations.day * 1000;

/** Within as many days, a weekday means one day only. */
const daysOfWeekday = 7;

/**
 * A day of the calendar in UTC (YYYY-MM-DD) as a person reads it: "today", "Tue", "Nov 18". It is no
 * moment: in no time zone is it another day.
 */
const openedDayText = (day: string, nowMs: number): string => {
  const start = Date.parse(day);
  const days = Math.floor(nowMs / dayLength) - start / dayLength;
  if (days === 0) return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(0, 'day');
  const isRecent = days > 0 && days < daysOfWeekday;
  const isThisYear = day.startsWith(String(new Date(nowMs).getUTCFullYear()));
  const date = isThisYear
    ? ({ month: 'short', day: 'numeric' } as const)
    : ({ dateStyle: 'medium' } as const);
  return dateText(start, { ...(isRecent ? { weekday: 'short' } : date), timeZone: 'UTC' });
};

interface Opened {
  opens?: { count: number; day: string | null } | undefined;
  limit?: number | undefined;
  /** Unix seconds. */
  expiresAt?: number | undefined;
}

/** How often a link with a limit works. */
export const limitText = (limit: number): string =>
  limit === 1 ? text('worksOnce') : plural('worksTimes', limit);

/** A sentence about a link, followed by how often the link works if it has a limit. */
export const withLimit = (sentence: string, limit: number | undefined): string =>
  limit === undefined ? sentence : `${sentence} · ${limitText(limit)}`;

/**
 * How often a link was opened, and when last; where that is not known, how often one with a limit works, or null. The
 * day of a link with a limit is left out: what counts is how many opens are left.
 */
export const opensText = (
  { opens, limit, expiresAt = Infinity }: Opened,
  nowMs = Date.now(),
): { count: string; day: string } | null => {
  if (!opens)
    return limit === undefined || expiresAt * 1000 <= nowMs ? null : { count: limitText(limit), day: '' };
  if (limit !== undefined)
    return { count: plural('opensOfLimit', limit, formatNumber(opens.count)), day: '' };
  if (opens.count === 0) return { count: text('neverOpened'), day: '' };
  return {
    count: plural('opens', opens.count),
    day: opens.day === null ? '' : openedDayText(opens.day, nowMs),
  };
};
