import { daysBetween } from '../../lib/i18n/dates.ts';
import { language } from '../../lib/i18n/texts.ts';
import type { Entry } from '../../lib/history/search.ts';

/** The heading of each day, by the index of its first row. */
export type Days = ReadonlyMap<number, string>;

/** Writes the heading of a day: "Today", "Yesterday", "November 20, 2026". Both times in milliseconds. */
const createHeadings = (): ((createdAt: number, now: number) => string) => {
  // Constructed once: a long history has thousands of days.
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'long' });
  return (createdAt, now) => {
    const days = daysBetween(createdAt, now);
    if (days < 0 || days > 1) return date.format(createdAt);
    const word = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(-days, 'day');
    return `${word.charAt(0).toLocaleUpperCase(language())}${word.slice(1)}`;
  };
};

/** A range of times in milliseconds, without its end. */
interface Day {
  start: number;
  end: number;
}

/** Local midnight before and after a time, in milliseconds. */
const dayAround = (ms: number): Day => {
  const start = new Date(ms);
  start.setHours(0, 0, 0, 0);
  const end = new Date(start);
  end.setDate(end.getDate() + 1);
  return { start: start.getTime(), end: end.getTime() };
};

/** The row after the last one of the day of row `at`. Few rows are looked at: a long list is all over the memory. */
const nextDay = (rows: readonly Entry[], at: number, { start, end }: Day): number => {
  const isInDay = (row: number): boolean => {
    const createdAt = rows[row]?.attempt.createdAt ?? NaN;
    return createdAt >= start && createdAt < end;
  };
  let step = 1;
  while (isInDay(at + step)) step *= 2;

  let [last, next] = [at + Math.floor(step / 2), at + step];
  while (next - last > 1) {
    const middle = Math.floor((last + next) / 2);
    if (isInDay(middle)) last = middle;
    else next = middle;
  }
  return next;
};

/** The days of rows that are sorted by the time of their creation. `nowMs` in milliseconds. */
export const daysOf = (rows: readonly Entry[], nowMs: number): Days => {
  const days = new Map<number, string>();
  const heading = createHeadings();
  let at = 0;
  while (at < rows.length) {
    const createdAt = rows[at]?.attempt.createdAt ?? NaN;
    days.set(at, heading(createdAt, nowMs));
    at = nextDay(rows, at, dayAround(createdAt));
  }
  return days;
};
