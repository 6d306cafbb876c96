import type { TextKey } from '../lib/i18n/texts.ts';
import { type Choice, choices } from '../lib/validity/validity.ts';

const keyOf = (choice: Choice): TextKey => `validity_${choice}`;

/** The name of each validity. */
export const validityNames = Object.fromEntries(choices.map((choice) => [choice, keyOf(choice)])) as Record<
  Choice,
  TextKey
>;
