import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import config from '../wxt.config.ts';

// The programs that build take most of a second to load.
vi.mock('wxt', () => ({ defineConfig: (given: unknown) => given }));
vi.mock('@preact/preset-vite', () => ({ default: () => [] }));

const folder = join(import.meta.dirname, '..', 'public');

/** The edges of a PNG in pixels (its first chunk, bytes 16 to 24). */
const sizeOf = (path: string): [number, number] => {
  const file = readFileSync(join(folder, path));
  return [file.readUInt32BE(16), file.readUInt32BE(20)];
};

const actionOf = async (browser: string) => {
  const { manifest } = config;
  if (typeof manifest !== 'function') throw new Error('The manifest depends on the browser.');
  const env = { browser, command: 'build', mode: 'production', manifestVersion: 3 } as const;
  const { action } = await manifest(env);
  return action;
};

it.each([16, 32, 48, 96, 128])('the icon of %i pixels has that size', (size) => {
  expect(sizeOf(`icons/${String(size)}.png`)).toEqual([size, size]);
});

it('Firefox gets an icon for light and dark toolbars, and Chromium, which knows no such key, does not', async () => {
  const icons = (await actionOf('firefox'))?.theme_icons ?? [];
  expect(icons.map(({ size }) => size)).toEqual([16, 32]);
  for (const { light, dark, size } of icons) {
    expect([sizeOf(light), sizeOf(dark)]).toEqual([
      [size, size],
      [size, size],
    ]);
    // "light" is for light text, and so for dark toolbars.
    expect([light, dark]).toEqual([`icons/${String(size)}-dark.png`, `icons/${String(size)}-light.png`]);
  }
  expect((await actionOf('chrome'))?.theme_icons).toBeUndefined();
});
