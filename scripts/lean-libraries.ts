import type { Plugin } from 'vite';

interface Lean {
  /** The file, as its path ends. */
  file: string;
  cuts: [piece: RegExp, instead: string][];
}

const lean: Lean[] = [
  {
    // In Manifest V3 Chromium's functions give promises by themselves; what stays needed of the polyfill is its messaging.
    // An empty table of functions it refuses, so one entry stays.
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
    // Nothing here wants to know how far a request has come.
    file: 'ky/distribution/utils/body.js',
    cuts: [
      [/(?<=export const streamResponse = ).*?^\};/ms, '(response) => response;'],
      [/(?<=export const streamRequest = ).*?^\};/ms, '(request) => request;'],
    ],
  },
];

/**
 * Leaves out of libraries what Waylark never uses and a bundler cannot see: 6 kB of the polyfill in each bundle, some of
 * which run in pages, and one of ky in the background. Fails where a library is no longer as it was.
 */
export const leanLibraries = (): Plugin => ({
  name: 'lean-libraries',
  transform(code, id) {
    const library = lean.find(({ file }) => (id.split('?')[0] ?? id).endsWith(file));
    if (!library) return null;
    const rest = library.cuts.reduce((left, [piece, instead]) => {
      if (!piece.test(left))
        throw new Error(
          `${library.file} has changed: ${piece.source} is not in it (scripts/lean-libraries.ts)`,
        );
      return left.replace(piece, instead);
    }, code);
    return { code: rest, map: null };
  },
});
