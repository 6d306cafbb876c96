import type { UrlWarning } from '../url/contract.ts';
import type { Choice } from '../validity/validity.ts';
import { text, type TextKey } from './texts.ts';

/** The label of a validity that can be chosen. */
export const validityTextKey = (choice: Choice): TextKey => `validity_${choice}`;

const urlWarningKeys: Record<UrlWarning, TextKey> = {
  loopback: 'urlWarning_loopback',
  'private-network': 'urlWarning_private_network',
  secret: 'urlWarning_secret',
};

/** The sentence about an address that may not be meant for others. */
export const urlWarningText = (warning: UrlWarning): string => text(urlWarningKeys[warning]);
