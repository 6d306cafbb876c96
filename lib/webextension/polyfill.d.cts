import type { Browser } from 'webextension-polyfill';

export const polyfill: Browser;
