import type { TextKey } from '../lib/i18n/texts.ts';
import type { Choice } from '../lib/validity/validity.ts';

/** What each choice of a validity is called. */
export const validityNames: Record<Choice, TextKey> = {
  hour: 'validity_hour',
  day: 'validity_day',
  week: 'validity_week',
  month: 'validity_month',
  year: 'validity_year',
  never: 'validity_never',
  custom: 'validity_custom',
};
