import type { LastingChoice } from '../validity/validity.ts';

declare global {
  interface ImportMetaEnv {
    /** What a build of one's own may begin with, as scripts/build-defaults.ts checked it; empty where it says nothing. */
    readonly WXT_DEFAULT_VALIDITY?: LastingChoice | 'last' | '';
  }
}

/** What a person may set, and what holds until they do. */
export interface Settings {
  /** Whether a service is connected: a hint for pages, the account itself is the background's. */
  connected: boolean;
  /** The validity offered first; `last` follows what was chosen last. */
  defaultValidity: LastingChoice | 'last';
  lastValidity: LastingChoice;
  /** Copy a short link as soon as it is made. */
  copyAtOnce: boolean;
  /** Open a short link in a tab as soon as it is made. */
  openAtOnce: boolean;
  /** The menu offers validities to choose from, instead of the default one at once. */
  menuValidities: boolean;
  /** Take tracking parameters out of an address before it is shortened. */
  removeTracking: boolean;
  /** Tell a day before a link ends. */
  noticeBeforeEnd: boolean;
  /** Music on missing pages begins without a click. */
  startByItself: boolean;
  /** Music on pages that are gone for good (410), too. */
  alsoGone: boolean;
  /** Hosts on whose missing pages there is to be no player, such as "example.com". */
  sitesOff: string[];
}

export const defaults: Settings = {
  connected: false,
  defaultValidity: import.meta.env.WXT_DEFAULT_VALIDITY || 'last',
  lastValidity: 'month',
  copyAtOnce: true,
  openAtOnce: false,
  menuValidities: false,
  removeTracking: false,
  noticeBeforeEnd: false,
  startByItself: false,
  alsoGone: false,
  sitesOff: [],
};
