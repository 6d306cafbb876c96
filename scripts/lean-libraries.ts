import type { Plugin } from 'vite';

const table = /const apiMetadata = \{.*?^ {6}\};/ms;

/**
 * The polyfill holds a table of all functions of Chromium's that once took a callback. In Manifest V3 they give promises
 * by themselves; what stays needed of the polyfill is its messaging, which has no table. That leaves 6 kB less in each
 * bundle, one of which runs in pages. An empty table it refuses, so one entry stays.
 */
export const leanPolyfill = (): Plugin => ({
  name: 'lean-polyfill',
  transform(code, id) {
    if (!id.includes('webextension-polyfill/dist/browser-polyfill')) return null;
    if (!table.test(code))
      throw new Error('The polyfill has no table where it was: look at scripts/lean-polyfill.ts');
    return { code: code.replace(table, 'const apiMetadata = { runtime: {} };'), map: null };
  },
});
