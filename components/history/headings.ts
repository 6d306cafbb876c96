import type { Entry } from '../../lib/history/search.ts';
import { language, text } from '../../lib/i18n/texts.ts';

/** The heading of each period, by the index of its first row. */
export type Headings = ReadonlyMap<number, string>;

/** A range of times in milliseconds, without its end. */
interface Period {
  start: number;
  end: number;
  heading: string;
}

/** The first day of the week, from 1 for Monday to 7; Firefox may not know it. */
const firstWeekday = (): number => {
  const locale = new Intl.Locale(language()) as Intl.Locale & { getWeekInfo?(): { firstDay: number } };
  return locale.getWeekInfo?.().firstDay ?? 1;
};

/** "today" as the language begins a line: "Today". */
const dayName = (days: number): string => {
  const word = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(days, 'day');
  return `${word.charAt(0).toLocaleUpperCase(language())}${word.slice(1)}`;
};

/** Today, yesterday, and what is left of this week and of this month. `now` in milliseconds. */
const recentPeriods = (now: number): Period[] => {
  const date = new Date(now);
  const midnight = (day: number): number => new Date(date.getFullYear(), date.getMonth(), day).getTime();
  const today = date.getDate();
  const weekday = (date.getDay() + 7 - (firstWeekday() % 7)) % 7;
  const periods: Period[] = [];
  // A link that was created while the clock was ahead is one of today.
  let end = Infinity;
  const add = (start: number, heading: string): void => {
    if (start >= end) return;
    periods.push({ start, end, heading });
    end = start;
  };
  add(midnight(today), dayName(0));
  add(midnight(today - 1), dayName(-1));
  add(midnight(today - weekday), text('historyThisWeek'));
  add(midnight(1), text('historyThisMonth'));
  return periods;
};

/** Finds the period of a time, both in milliseconds: one of the recent ones, or a month, "October 2026". */
const createPeriodOf = (now: number): ((createdAt: number) => Period) => {
  // Constructed once: a long history has many months.
  const month = new Intl.DateTimeFormat(language(), { year: 'numeric', month: 'long' });
  const recent = recentPeriods(now);
  return (createdAt) => {
    const found = recent.find(({ start }) => createdAt >= start);
    if (found) return found;
    const date = new Date(createdAt);
    const first = (after: number): number => new Date(date.getFullYear(), date.getMonth() + after).getTime();
    const end = Math.min(first(1), recent.at(-1)?.start ?? Infinity);
    return { start: first(0), end, heading: month.format(date) };
  };
};

/** The row after the last one of the period of row `at`. It looks at few rows, since reading each row of a long list is slow. */
const nextPeriod = (rows: readonly Entry[], at: number, { start, end }: Period): number => {
  const isInPeriod = (row: number): boolean => {
    const createdAt = rows[row]?.attempt.createdAt ?? NaN;
    return createdAt >= start && createdAt < end;
  };
  let step = 1;
  while (isInPeriod(at + step)) step *= 2;

  let last = at + Math.floor(step / 2);
  let next = at + step;
  while (next - last > 1) {
    const middle = Math.floor((last + next) / 2);
    if (isInPeriod(middle)) last = middle;
    else next = middle;
  }
  return next;
};

/** The headings of rows that are sorted by the time of their creation. `now` in milliseconds. */
export const headingsOf = (rows: readonly Entry[], now: number): Headings => {
  const headings = new Map<number, string>();
  const periodOf = createPeriodOf(now);
  let at = 0;
  while (at < rows.length) {
    const period = periodOf(rows[at]?.attempt.createdAt ?? 0);
    headings.set(at, period.heading);
    at = nextPeriod(rows, at, period);
  }
  return headings;
};
