import type { Advanced } from '../api/contract.ts';
import { withoutDefaults } from './form.ts';

declare global {
  interface ImportMetaEnv {
    /** The first values of the form in a customized build, checked by scripts/build-defaults.ts; empty if none is set. */
    readonly WXT_SERVICE_ADDRESS?: string;
    readonly WXT_SHORT_LINK_ADDRESS?: string;
    readonly WXT_CREDENTIAL_STYLE?: Advanced['credentials'] | '';
    readonly WXT_TOKEN_PATH?: string;
    readonly WXT_ADD_PATH?: string;
    readonly WXT_TIME_PATH?: string;
    readonly WXT_MUSIC_PATH?: string;
    readonly WXT_GRAYSCALE_PATH?: string;
    readonly WXT_DIVISIONS_PATH?: string;
  }
}

/** The first values of the connection form. */
export const buildDefaults = {
  address: import.meta.env.WXT_SERVICE_ADDRESS ?? '',
  template: import.meta.env.WXT_SHORT_LINK_ADDRESS ?? '',
  advanced: withoutDefaults({
    paths: {
      token: import.meta.env.WXT_TOKEN_PATH ?? '',
      time: import.meta.env.WXT_TIME_PATH ?? '',
      add: import.meta.env.WXT_ADD_PATH ?? '',
      music: import.meta.env.WXT_MUSIC_PATH ?? '',
      grayscale: import.meta.env.WXT_GRAYSCALE_PATH ?? '',
      divisions: import.meta.env.WXT_DIVISIONS_PATH ?? '',
    },
    credentials: import.meta.env.WXT_CREDENTIAL_STYLE || 'detect',
  }),
};
