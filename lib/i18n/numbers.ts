import { language } from './texts.ts';

type Unit = 'week' | 'day' | 'hour' | 'minute' | 'second';

/** An amount of time in one unit: "3 minutes", or "3 min" for `short`. */
export const timeUnitText = (unit: Unit, value: number, unitDisplay: 'long' | 'short' = 'long'): string =>
  new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay }).format(value);

/** A share from 0 to 1 as a percentage: "70%". */
export const percentText = (share: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent' }).format(share);
