import type { TextKey } from '../lib/i18n/texts.ts';
import type { Act } from '../lib/delivery/contract.ts';

/** What the button beside an outcome is called. */
export const actNames: Record<Act, TextKey> = {
  'try-again': 'tryAgain',
  another: 'againAnother',
  'without-password': 'useWithoutPassword',
  settings: 'settings',
};
