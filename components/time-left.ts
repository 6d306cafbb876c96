import { noExpiry } from '../lib/validity/contract.ts';
import { language, text } from '../lib/i18n/texts.ts';

/** Seconds of a minute, an hour and a day; days after which one counts in months, and in years. */
const [minute, hour, day] = [60, 3600, 86_400];
const [mostDays, mostMonths] = [60, 730];

/** Midnights between two moments (Unix seconds), by the local calendar: "tomorrow" is the day after this one. */
const daysBetween = (from: number, to: number): number => {
  const midnight = (seconds: number): number => new Date(seconds * 1000).setHours(0, 0, 0, 0);
  return Math.round((midnight(to) - midnight(from)) / (day * 1000));
};

/** How far off a moment is, in the unit that fits; never longer than it is. */
const distance = (to: number, now: number): [number, Intl.RelativeTimeFormatUnit] => {
  const [seconds, sign] = [Math.abs(to - now), to < now ? -1 : 1];
  if (seconds < hour) return [sign * Math.max(1, Math.floor(seconds / minute)), 'minute'];
  if (seconds < day) return [sign * Math.floor(seconds / hour), 'hour'];
  const days = daysBetween(now, to);
  if (Math.abs(days) < mostDays) return [days, 'day'];
  if (Math.abs(days) < mostMonths) return [Math.trunc(days / 30.44), 'month'];
  return [Math.trunc(days / 365.25), 'year'];
};

/** How far off the end of a link is, in words: "ends in 3 days", "ended yesterday". Both in Unix seconds. */
export const timeLeft = (end: number, now: number): string => {
  if (end >= noExpiry) return text('neverEnds');
  const relative = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  return text(end > now ? 'historyEnds' : 'historyEnded', relative.format(...distance(end, now)));
};
