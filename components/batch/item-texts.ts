import { dateText } from '../../lib/i18n/dates.ts';
import { text } from '../../lib/i18n/texts.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { durations } from '../../lib/validity/validity.ts';

/** Characters that are shown of an address; the rest would only make the page longer. */
const longestShown = 300;

export const shownLink = (link: string): string => {
  const address = withoutScheme(link).replace(/\/$/, '');
  return address.length > longestShown ? `${address.slice(0, longestShown)}…` : address;
};

export const tabName = ({ title, link }: { title: string; link: string }): string =>
  title.trim() || shownLink(link) || text('batchUnnamed');

const optionsFor = (end: Date, now: Date): Intl.DateTimeFormatOptions => {
  if (end.getFullYear() !== now.getFullYear()) return { dateStyle: 'medium' };
  const isWithinDay = end.getTime() - now.getTime() < durations.day * 1000;
  return isWithinDay ? { timeStyle: 'short' } : { month: 'short', day: 'numeric' };
};

/** When a link expires (Unix seconds), in short: "Expires Dec 3"; the time within a day, and the year if it is another one. */
export const shortExpiryText = (expiresAt: number, nowMs = Date.now()): string => {
  if (expiresAt >= noExpiry) return text('expiryNever');
  const options = optionsFor(new Date(expiresAt * 1000), new Date(nowMs));
  return text('expires', dateText(expiresAt * 1000, options));
};
