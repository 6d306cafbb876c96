import { durations } from '../validity/validity.ts';
import { dateText } from './dates.ts';
import { language, text } from './texts.ts';

const { day } = durations;

/** From this many days on, a weekday would mean the wrong week. */
const daysInWeek = 7;

/** Local midnight before a time; both in milliseconds. */
const midnight = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);

/** The number of midnights between two times (milliseconds), by the local calendar: tomorrow is one day away. */
const daysBetween = (from: number, to: number): number =>
  Math.round((midnight(to) - midnight(from)) / (day * 1000));

/** Days for which a later day is clear without its year. */
const daysWithoutYear = 300;

/** The day of a later time in short (milliseconds): "Dec 3", with its year if that is not clear. */
export const shortDay = (ms: number, nowMs = Date.now()): string =>
  dateText(
    ms,
    ms - nowMs < daysWithoutYear * day * 1000 ? { month: 'short', day: 'numeric' } : { dateStyle: 'medium' },
  );

const createdDayText = (createdAt: number, nowMs: number): string => {
  const days = daysBetween(createdAt, nowMs);
  if (days >= 0 && days < 2)
    return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(-days, 'day');
  const options: Intl.DateTimeFormatOptions =
    days > 0 && days < daysInWeek ? { weekday: 'long' } : { dateStyle: 'medium' };
  return text('dayOn', dateText(createdAt, options));
};

/** When an existing link was created: "You created this link on Monday". Both in milliseconds. */
export const createdText = (createdAt: number, nowMs = Date.now()): string =>
  text('createdEarlier', createdDayText(createdAt, nowMs));
