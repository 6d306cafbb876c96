import type { Browser } from 'webextension-polyfill';

declare global {
  var browser: Browser | undefined;
  var chrome: Browser | undefined;
}

/**
 * The browser's own extension API, whose functions return promises in both browsers (Manifest V3). Undefined outside of an
 * extension. Only listeners that answer messages with a promise need the polyfill (lib/messaging/serve.ts).
 */
export const browser = (globalThis.browser ?? globalThis.chrome) as Browser;
