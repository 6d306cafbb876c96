import { language } from '../../lib/i18n/texts.ts';

/** A share from 0 to 1: "70%". */
export const formatPercent = (share: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent' }).format(share);
