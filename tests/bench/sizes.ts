import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Figure } from './figures.ts';

const importPattern = /(?:from|import)\s*["'](\.[^"']+\.js)["']/g;

/** A built script and everything that it imports before it runs. */
const withImports = (folder: string, file: string, seen = new Set<string>()): string[] => {
  const path = normalize(file);
  if (seen.has(path)) return [];
  seen.add(path);
  const code = readFileSync(join(folder, path), 'utf8');
  const imported = [...code.matchAll(importPattern)].map(([, name = '']) => join(dirname(path), name));
  return [code, ...imported.flatMap((next) => withImports(folder, next, seen))];
};

const scriptsOf = (folder: string, page: string): string[] => {
  const html = readFileSync(join(folder, page), 'utf8');
  const scripts = [...html.matchAll(/<script[^>]+src="\/([^"]+)"/g)].map(([, src = '']) => src);
  if (scripts.length === 0) throw new Error(`${page} names no script.`);
  return scripts;
};

/** `most` is the limit in kB, if there is one. */
const sizesOf = (name: string, codes: string[], most?: number): Figure[] => {
  const all = codes.join('');
  const raw = Buffer.byteLength(all) / 1000;
  const limit = most === undefined ? {} : { limit: { at: 'most' as const, value: most } };
  return [
    { name: `${name}, raw`, value: raw, unit: 'kB', ...limit },
    { name: `${name}, gzip`, value: gzipSync(all).byteLength / 1000, unit: 'kB' },
  ];
};

/** Sizes of what a browser parses: the popup's scripts with their imports, and the scripts that stand alone. */
export const measureSizes = (folder: string): Figure[] => {
  const popup = scriptsOf(folder, 'popup.html').flatMap((src) => withImports(folder, src));
  const alone = (file: string): string[] => withImports(folder, file);
  return [
    // Each costs a request: scripts/page-chunks.ts.
    { name: 'popup scripts', value: popup.length, unit: '', limit: { at: 'most', value: 2 } },
    ...sizesOf('popup script', popup),
    ...sizesOf('background script', alone('background.js')),
    ...sizesOf('player script', alone('player.js')),
    ...sizesOf('toast script', alone('toast.js')),
    ...sizesOf('detector script', alone('detector.js'), 0.6),
  ];
};
