import { language, text } from '../lib/i18n/texts.ts';

/** Days after which a weekday alone would be the one before. */
const week = 7;

const midnight = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);

const dayInWords = (madeAt: number, now: number): string => {
  const days = Math.round((midnight(now) - midnight(madeAt)) / 86_400_000);
  const [spoken, date] = [language(), new Date(madeAt)];
  if (days >= 0 && days < 2)
    return new Intl.RelativeTimeFormat(spoken, { numeric: 'auto' }).format(-days, 'day');
  const how: Intl.DateTimeFormatOptions =
    days > 0 && days < week ? { weekday: 'long' } : { dateStyle: 'medium' };
  return text('againOn', new Intl.DateTimeFormat(spoken, how).format(date));
};

/** When a link was made that is offered again, in words: "You made this on Monday". Both in milliseconds. */
export const madeInWords = (madeAt: number, now = Date.now()): string =>
  text('againMade', dayInWords(madeAt, now));
