import { durations } from '../validity/validity.ts';
import { noExpiry } from '../validity/contract.ts';
import { language, text } from './texts.ts';

const minute = 60;
const { hour, day } = durations;

/** A number of days below this is not converted to months, and a number below the next one not to years. */
const maxDays = 60;
const maxDaysInMonths = 730;

/** From this many days on, a weekday would mean the wrong week. */
const daysInWeek = 7;

/** Local midnight before a time; both in milliseconds. */
const midnight = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);

/** The number of midnights between two times (milliseconds), by the local calendar: tomorrow is one day away. */
const daysBetween = (from: number, to: number): number =>
  Math.round((midnight(to) - midnight(from)) / (day * 1000));

/**
 * A local time (milliseconds) in which no line breaks. In Chinese, invisible joiners (U+2060) also keep style sheets from
 * adding their spaces between the digits and the characters of the date.
 */
export const dateText = (ms: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language(), options)
    .format(ms)
    .replaceAll(/(?<=\d)(?=\p{Script=Han})|(?<=\p{Script=Han})(?=\d)/gu, '\u2060')
    .replaceAll(' ', '\u00a0');

/** When a link expires (Unix seconds), in local time: "Expires Nov 28, 2026, 8:49 PM". */
export const expiryText = (expiresAt: number): string =>
  expiresAt >= noExpiry
    ? text('expiryNever')
    : text('expires', dateText(expiresAt * 1000, { dateStyle: 'medium', timeStyle: 'short' }));

/** A time in short (milliseconds): "10:24 AM" of today, else "Dec 3, 10:24 AM", or the day alone in another year. */
export const shortTime = (ms: number, now = Date.now()): string => {
  const [date, today] = [new Date(ms), new Date(now)];
  if (date.toDateString() === today.toDateString()) return dateText(ms, { timeStyle: 'short' });
  if (date.getFullYear() !== today.getFullYear()) return dateText(ms, { dateStyle: 'medium' });
  return dateText(ms, { month: 'short', day: 'numeric', hour: 'numeric', minute: 'numeric' });
};

const dayText = (createdAt: number, now: number): string => {
  const days = daysBetween(createdAt, now);
  if (days >= 0 && days < 2)
    return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(-days, 'day');
  const options: Intl.DateTimeFormatOptions =
    days > 0 && days < daysInWeek ? { weekday: 'long' } : { dateStyle: 'medium' };
  return text('dayOn', dateText(createdAt, options));
};

/** When an existing link was created: "You created this link on Monday". Both in milliseconds. */
export const createdText = (createdAt: number, now = Date.now()): string =>
  text('createdEarlier', dayText(createdAt, now));

/**
 * The distance to a later time in the unit that fits. Both in Unix seconds. Minutes and hours are rounded down; days of 24
 * hours, months and years to the nearest, so that a link for a year begins with 12 months and not with 11.
 */
const distance = (to: number, now: number): [number, 'minute' | 'hour' | 'day' | 'month' | 'year'] => {
  const seconds = to - now;
  if (seconds < hour) return [Math.max(1, Math.floor(seconds / minute)), 'minute'];
  if (seconds < day) return [Math.floor(seconds / hour), 'hour'];
  const days = Math.round(seconds / day);
  if (days < maxDays) return [days, 'day'];
  if (days < maxDaysInMonths) return [Math.round(days / 30.44), 'month'];
  return [Math.round(days / 365.25), 'year'];
};

/** When a link expires, from now: "In 32 days". Both in Unix seconds. */
export const timeUntilText = (expiresAt: number, now: number): string => {
  const said = new Intl.RelativeTimeFormat(language()).format(...distance(expiresAt, now));
  return said.charAt(0).toLocaleUpperCase(language()) + said.slice(1);
};

/** The time until a link expires: "6 days left", "Never expires", "Expired". Both in Unix seconds. */
export const timeLeftText = (expiresAt: number, now: number): string => {
  if (expiresAt >= noExpiry) return text('expiryNever');
  if (expiresAt <= now) return text('expired');
  const [count, unit] = distance(expiresAt, now);
  const format = new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long' });
  return text('timeLeft', format.format(count));
};
