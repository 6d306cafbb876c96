import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'palette.css'), 'utf8');

/** The colors by their names, each by day and by night. */
const colors = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name = '', ...both]) => [
    name,
    both,
  ]),
);

it('the pages of the service have the same colors', () => {
  const style = readFileSync(join(import.meta.dirname, '../../server/pages/pages.ts'), 'utf8');
  const lines = css.split('\n').filter((line) => line.includes('light-dark('));
  expect(lines.filter((line) => !style.includes(line))).toEqual([]);
});

/** Relative luminance as in WCAG 2.2. */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

it.each([
  ['ink', 'paper'],
  ['soft', 'paper'],
  ['soft', 'raised'],
  ['accent', 'raised'],
  ['on-accent', 'accent'],
  ['warn', 'raised'],
  // Chips of links that expire soon, and buttons that remove something.
  ['warn', 'warn-paper'],
  ['ink', 'warn-paper'],
  ['good', 'raised'],
])('%s can be read on %s by day and by night', (text, ground) => {
  const [day, night] = [0, 1].map((at) =>
    contrast(colors.get(text)?.[at] ?? '#000000', colors.get(ground)?.[at] ?? '#000000'),
  );
  expect(day).toBeGreaterThanOrEqual(4.5);
  expect(night).toBeGreaterThanOrEqual(4.5);
});
