import { noExpiry } from '../validity/contract.ts';
import { language, text } from './texts.ts';

const minute = 60;
const hour = 3600;
const day = 86_400;

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

/** When a link expires (Unix seconds), in local time: "until 3 May 2027, 14:05". */
export const expiryText = (end: number): string => {
  if (end >= noExpiry) return text('expiryNever');
  const format = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' });
  return text('until', format.format(end * 1000));
};

const dayText = (createdAt: number, now: number): string => {
  const days = daysBetween(createdAt, now);
  if (days >= 0 && days < 2)
    return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(-days, 'day');
  const options: Intl.DateTimeFormatOptions =
    days > 0 && days < daysInWeek ? { weekday: 'long' } : { dateStyle: 'medium' };
  return text('dayOn', new Intl.DateTimeFormat(language(), options).format(createdAt));
};

/** When an existing link was created: "You made this on Monday". Both in milliseconds. */
export const createdText = (createdAt: number, now = Date.now()): string =>
  text('createdEarlier', dayText(createdAt, now));

/** The heading of the links that were created on a day: "Today", "Yesterday", "November 20, 2026". Both in milliseconds. */
export const dayHeading = (createdAt: number, now: number): string => {
  const days = daysBetween(createdAt, now);
  if (days < 0 || days > 1)
    return new Intl.DateTimeFormat(language(), { dateStyle: 'long' }).format(createdAt);
  const word = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(-days, 'day');
  return `${word.charAt(0).toLocaleUpperCase(language())}${word.slice(1)}`;
};

/** The distance to a time in the unit that fits, rounded down. Both in Unix seconds. */
const distance = (to: number, now: number): [number, Intl.RelativeTimeFormatUnit] => {
  const seconds = Math.abs(to - now);
  const sign = to < now ? -1 : 1;
  if (seconds < hour) return [sign * Math.max(1, Math.floor(seconds / minute)), 'minute'];
  if (seconds < day) return [sign * Math.floor(seconds / hour), 'hour'];
  const days = daysBetween(now * 1000, to * 1000);
  if (Math.abs(days) < maxDays) return [days, 'day'];
  if (Math.abs(days) < maxDaysInMonths) return [Math.trunc(days / 30.44), 'month'];
  return [Math.trunc(days / 365.25), 'year'];
};

/** The time until a link expires: "ends in 3 days", "ended yesterday". Both in Unix seconds. */
export const timeLeftText = (end: number, now: number): string => {
  if (end >= noExpiry) return text('expiryNever');
  const relative = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  return text(end > now ? 'expiresIn' : 'expiredAgo', relative.format(...distance(end, now)));
};
