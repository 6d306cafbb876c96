import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import config from '../wxt.config.ts';
import { languages } from './languages.mjs';
import { fieldsOf, listedLanguages } from '../pictures/store.ts';

// The programs that build take most of a second to load.
vi.mock('wxt', () => ({ defineConfig: (given: unknown) => given }));
vi.mock('@preact/preset-vite', () => ({ default: () => [] }));

const root = join(import.meta.dirname, '..');

const manifestOf = async (browser: string) => {
  const { manifest } = config;
  if (typeof manifest !== 'function') throw new Error('The manifest depends on the browser.');
  return manifest({ browser, command: 'build', mode: 'production', manifestVersion: 3 });
};

const permissionsOf = async (browser: string): Promise<string[]> => {
  const names = z.array(z.string());
  const { permissions, optional_permissions } = z
    .looseObject({ permissions: names, optional_permissions: names })
    .parse(await manifestOf(browser));
  return [...permissions, ...optional_permissions].toSorted();
};

/** The edges of a PNG in pixels (its first chunk, bytes 16 to 24). */
const sizeOf = (path: string): [number, number] => {
  const file = readFileSync(join(root, 'public', path));
  return [file.readUInt32BE(16), file.readUInt32BE(20)];
};

it('each folder of texts is a language that set-up, tests and pictures use', () => {
  expect(readdirSync(join(root, 'public/_locales')).toSorted()).toEqual(languages.toSorted());
});

it.each([16, 32, 48, 96, 128])('the icon of %i pixels has that size', (size) => {
  expect(sizeOf(`icons/${size}.png`)).toEqual([size, size]);
});

it('Firefox gets an icon for light and dark toolbars, and Chromium, which knows no such key, does not', async () => {
  const icons = (await manifestOf('firefox')).action?.theme_icons ?? [];
  expect(icons.map(({ size }) => size)).toEqual([16, 32]);
  for (const { light, dark, size } of icons) {
    expect([sizeOf(light), sizeOf(dark)]).toEqual([
      [size, size],
      [size, size],
    ]);
    // "light" is for light text, and so for dark toolbars.
    expect([light, dark]).toEqual([`icons/${size}-dark.png`, `icons/${size}-light.png`]);
  }
  expect((await manifestOf('chrome')).action?.theme_icons).toBeUndefined();
});

it.each(listedLanguages)('the listing in %s justifies each permission, and no other', async (language) => {
  const fields = fieldsOf(readFileSync(join(root, `store/${language}.md`), 'utf8'));
  const justified = [...fields.keys()].flatMap((name) => /^Permission: (.*)$/.exec(name)?.[1] ?? []);
  expect(justified.toSorted()).toEqual(await permissionsOf('chrome'));
  for (const name of justified) {
    const { length } = fields.get(`Permission: ${name}`) ?? '';
    expect(length, name).toBeGreaterThan(10);
    expect(length, name).toBeLessThanOrEqual(1000);
  }
});

it('docs/permissions.md has a reason for each permission, too', async () => {
  const rows = readFileSync(join(root, 'docs/permissions.md'), 'utf8').matchAll(/^\| `(\w+)`/gm);
  expect([...rows].map(([, name]) => name).toSorted()).toEqual(await permissionsOf('chrome'));
});

it('the documents name the oldest browsers that the manifest allows', async () => {
  const { minimum_chrome_version: chromium } = await manifestOf('chrome');
  const { browser_specific_settings: settings } = await manifestOf('firefox');
  const firefox = parseInt(settings?.gecko?.strict_min_version ?? '', 10);
  const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
  const [chromiumRow, firefoxRow] = ['Chromium', 'Firefox'].map(
    (name) => new RegExp(`^\\| ${name} +\\| (\\d+)`, 'm').exec(textOf('docs/support.md'))?.[1],
  );
  expect([chromiumRow, firefoxRow]).toEqual([chromium, String(firefox)]);
  expect(textOf('README.md')).toContain(`Chromium ${chromium} or newer`);
  expect(textOf('README.zh-CN.md')).toContain(`${chromium} 及以上版本`);
  expect(textOf('docs/building.md')).toContain(`Firefox ${firefox} or newer`);
});
