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

const sizesOf = (name: string, parts: { codes: string[]; most: number; mostGzip?: number }): Figure[] => {
  const all = parts.codes.join('');
  const raw = Buffer.byteLength(all) / 1000;
  return [
    { name: `${name}, raw`, value: raw, unit: 'kB', limit: { at: 'most', value: parts.most } },
    {
      name: `${name}, gzip`,
      value: gzipSync(all).byteLength / 1000,
      unit: 'kB',
      ...(parts.mostGzip !== undefined && { limit: { at: 'most', value: parts.mostGzip } }),
    },
  ];
};

/** Sizes of what a browser parses: the popup's scripts with their imports, and the scripts that stand alone. */
export const measureSizes = (folder: string): Figure[] => {
  const popup = scriptsOf(folder, 'popup.html').flatMap((src) => withImports(folder, src));
  const alone = (file: string): string[] => withImports(folder, file);
  return [
    ...sizesOf('popup script', { codes: popup, most: 40 }),
    ...sizesOf('background script', { codes: alone('background.js'), most: 110 }),
    ...sizesOf('pill script', { codes: alone('pill.js'), most: 14 }),
    ...sizesOf('player script', { codes: alone('player.js'), most: 50, mostGzip: 20 }),
    ...sizesOf('toast script', { codes: alone('toast.js'), most: 16 }),
    ...sizesOf('detector script', { codes: alone('detector.js'), most: 0.6 }),
  ];
};
