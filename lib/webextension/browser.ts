import type { Browser } from 'webextension-polyfill';

declare global {
  var browser: Browser | undefined;
}

/**
 * The browser's own extension API, whose functions return promises in both browsers (Manifest V3). Undefined outside of an
 * extension. Only what answers messages has the polyfill (lib/messaging/serve.ts).
 */
export const browser = globalThis.browser as Browser;
