import type { Plugin } from 'vite';

interface Lean {
  /** End of the file's path. */
  file: string;
  cuts: [pattern: RegExp, replacement: string][];
}

const lean: Lean[] = [
  {
    // In Manifest V3, Chromium's own functions return promises; only the polyfill's messaging is needed. One entry stays in
    // the table of functions because the polyfill refuses an empty one.
    file: 'webextension-polyfill/dist/browser-polyfill.js',
    cuts: [
      [/const apiMetadata = \{.*?^ {6}\};/ms, 'const apiMetadata = { runtime: {} };'],
      [/const makeCallback = .*?^ {6}\};/ms, ''],
      [/const wrapAsyncFunction = .*?^ {6}\};/ms, 'const wrapAsyncFunction = () => undefined;'],
      [/const onRequestFinishedWrappers = .*?^ {6}\}\);/ms, ''],
      [/^ {8}devtools: \{.*?^ {8}\},/ms, ''],
      [/const settingMetadata = .*?^ {6}\};\n\s+apiMetadata\.privacy = .*?^ {6}\};/ms, ''],
    ],
  },
  {
    // Waylark does not show the progress of a request.
    file: 'ky/distribution/utils/body.js',
    cuts: [
      [/(?<=export const streamResponse = ).*?^\};/ms, '(response) => response;'],
      [/(?<=export const streamRequest = ).*?^\};/ms, '(request) => request;'],
    ],
  },
];

/**
 * Removes unused code from libraries that a bundler cannot remove: 6 kB of the polyfill in each bundle, some of which run
 * in pages, and 1 kB of ky in the background. Fails the build if the code is not in the library.
 */
export const leanLibraries = (): Plugin => ({
  name: 'lean-libraries',
  transform(code, id) {
    const library = lean.find(({ file }) => (id.split('?')[0] ?? id).endsWith(file));
    if (!library) return null;
    const result = library.cuts.reduce((remaining, [pattern, replacement]) => {
      if (!pattern.test(remaining))
        throw new Error(
          `${library.file} has changed: ${pattern.source} is not in it (scripts/lean-libraries.ts)`,
        );
      return remaining.replace(pattern, replacement);
    }, code);
    return { code: result, map: null };
  },
});
