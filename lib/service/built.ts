declare global {
  interface ImportMetaEnv {
    /** What the form of a build of one's own begins with, as scripts/build-defaults.ts checked it; empty for nothing. */
    readonly WXT_SERVICE_ADDRESS?: string;
    readonly WXT_SHORT_LINK_ADDRESS?: string;
  }
}

/** What the connection's form holds to begin with. */
export const built = {
  address: import.meta.env.WXT_SERVICE_ADDRESS ?? '',
  template: import.meta.env.WXT_SHORT_LINK_ADDRESS ?? '',
};
