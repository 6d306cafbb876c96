import { language } from '../lib/i18n/texts.ts';

type Unit = 'day' | 'hour' | 'minute' | 'second';

/** An amount of time in one unit: "3 minutes", or "3 min" where it is short. */
export const timeIn = (unit: Unit, value: number, unitDisplay: 'long' | 'short' = 'long'): string =>
  new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay }).format(value);
