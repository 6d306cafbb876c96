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

/** Local midnight before and after a time, in milliseconds. */
const dayAround = (ms: number): [number, number] => {
  const start = new Date(ms);
  start.setHours(0, 0, 0, 0);
  const end = new Date(start);
  end.setDate(end.getDate() + 1);
  return [start.getTime(), end.getTime()];
};

/** The days of rows that are sorted by the time of their creation. `nowMs` in milliseconds. */
export const daysOf = (rows: readonly Entry[], nowMs: number): Days => {
  const days = new Map<number, string>();
  const heading = createHeadings();
  let [start, end] = [0, 0];
  rows.forEach(({ attempt: { createdAt } }, at) => {
    if (createdAt >= start && createdAt < end) return;
    [start, end] = dayAround(createdAt);
    days.set(at, heading(createdAt, nowMs));
  });
  return days;
};
