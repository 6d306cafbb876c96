import { withoutUsual } from './advanced.ts';
import type { Advanced } from '../api/contract.ts';

declare global {
  interface ImportMetaEnv {
    /** What the form of a build of one's own begins with, as scripts/build-defaults.ts checked it; empty for nothing. */
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

/** What the connection's form holds to begin with. */
export const built = {
  address: import.meta.env.WXT_SERVICE_ADDRESS ?? '',
  template: import.meta.env.WXT_SHORT_LINK_ADDRESS ?? '',
  advanced: withoutUsual({
    paths: {
      token: import.meta.env.WXT_TOKEN_PATH ?? '',
      time: import.meta.env.WXT_TIME_PATH ?? '',
      add: import.meta.env.WXT_ADD_PATH ?? '',
      music: import.meta.env.WXT_MUSIC_PATH ?? '',
      grey: import.meta.env.WXT_GRAYSCALE_PATH ?? '',
      divisions: import.meta.env.WXT_DIVISIONS_PATH ?? '',
    },
    credentials: import.meta.env.WXT_CREDENTIAL_STYLE || 'detect',
  }),
};
