import type { LinkRefusal } from '../failures/contract.ts';
import type { UrlWarning } from '../url/contract.ts';
import type { Choice } from '../validity/validity.ts';
import { snakeCase, text, type TextKey } from './texts.ts';

/** The label of a validity that can be chosen. */
export const validityTextKey = (choice: Choice): TextKey => `validity_${choice}`;

const urlWarningKeys: Record<UrlWarning, TextKey> = {
  loopback: 'urlWarning_loopback',
  'private-network': 'urlWarning_private_network',
  secret: 'urlWarning_secret',
  'user-name': 'urlWarning_user_name',
};

/** The sentence about an address that may not be meant for others. */
export const urlWarningText = (warning: UrlWarning): string => text(urlWarningKeys[warning]);

/** What an address is that cannot be shortened, and what to do. */
export const linkRefusalText = (reason: LinkRefusal): string => text(`failure_${snakeCase(reason)}`);
