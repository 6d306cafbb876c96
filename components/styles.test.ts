import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');

/** A style sheet with all that it imports. */
const withImports = (file: string): string => {
  const css = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
  const imported = [...css.matchAll(/@import '([^']+)'/g)].map(([, name = '']) =>
    withImports(path.join(path.dirname(file), name)),
  );
  return [...imported, css].join('\n');
};

/** Those that elements get from their component. */
const setOnElements = ['--characters', '--left', '--share'];

const namesIn = (css: string, pattern: RegExp): string[] => [
  ...new Set([...css.matchAll(pattern)].map(([, name = '']) => name)),
];

const sheets = globSync(['components/{player,toast}/*.css', 'entrypoints/*/style.css'], { cwd: root });

it.each(sheets)('%s defines every color and size that it uses', (file) => {
  const css = withImports(path.join(root, file));
  const used = namesIn(css, /var\((--[\w-]+)\)/g);
  const defined = [...namesIn(css, /(--[\w-]+):/g), ...setOnElements];
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((name) => !defined.includes(name))).toEqual([]);
});
