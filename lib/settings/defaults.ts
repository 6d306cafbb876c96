import type { LastingChoice } from '../validity/validity.ts';

/** What a person may set, and what holds until they do. */
export interface Settings {
  /** Whether a service is connected: a hint for pages, the account itself is the background's. */
  connected: boolean;
  /** The validity offered first; `last` follows what was chosen last. */
  defaultValidity: LastingChoice | 'last';
  lastValidity: LastingChoice;
  /** Copy a short link as soon as it is made. */
  copyAtOnce: boolean;
}

export const defaults: Settings = {
  connected: false,
  defaultValidity: 'last',
  lastValidity: 'month',
  copyAtOnce: true,
};
