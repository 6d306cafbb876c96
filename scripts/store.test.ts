/** What store/ holds is complete in each language and within the limits of the stores of Chrome, Edge and Firefox. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { catalogueOf } from '../tests/support/browsers/texts.ts';
import { fieldsOf, listedLanguages, screenshots, tiles } from '../pictures/store.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/**
 * Least and most characters of a field: the strictest of the stores that ask for it. Sources, read in November 2026:
 * - Chrome: developer.chrome.com/docs/extensions/reference/manifest/description, developer.chrome.com/docs/webstore/images
 * - Edge: learn.microsoft.com/microsoft-edge/extensions-chromium/publish/publish-extension, step 7
 * - Firefox: extensionworkshop.com/documentation/develop/create-an-appealing-listing, and MDN on manifest.json/name
 * "No source" marks what no documentation names: the number is that of the counter in a store's form, as people report it.
 */
const limits: Record<string, [number, number]> = {
  // MDN: Edge 45, Firefox 50, Chrome 75.
  Name: [1, 45],
  // Chrome 132, Firefox 250. Edge takes it from the manifest.
  Summary: [1, 132],
  // Edge: 250 to 10,000. Chrome 16,000, no source. Firefox names none. Chinese says the same in fewer characters.
  Description: [250, 10_000],
  // Firefox's release notes, no source.
  'What is new': [1, 3000],
  // Chrome's form, no source.
  'Single purpose': [1, 1000],
  'Host permissions': [1, 1000],
  'Remote code': [1, 1000],
  // No store has one field for these: they are ticked, one by one.
  'Data use': [1, 3000],
  // Edge: seven terms of 30.
  'Search terms': [1, 210],
  Captions: [1, 1000],
};

it.each(listedLanguages)('%s has every field, each within the limits', async (language) => {
  const fields = fieldsOf(read(`store/${language}.md`));
  for (const [name, [least, most]] of Object.entries(limits)) {
    const { length } = fields.get(name) ?? '';
    expect(length, name).toBeGreaterThanOrEqual(least);
    expect(length, name).toBeLessThanOrEqual(most);
  }
  // Those of the package.
  const { extensionName, extensionDescription } = await catalogueOf(language);
  expect(fields.get('Name')).toBe(extensionName?.message);
  expect(fields.get('Summary')).toBe(extensionDescription?.message);
  // Edge's form takes seven terms of 30 characters and 21 words.
  const terms = (fields.get('Search terms') ?? '').split('\n').filter(Boolean);
  expect(terms.length).toBeLessThanOrEqual(7);
  expect(terms.filter((term) => term.length > 30)).toEqual([]);
  expect(terms.join(' ').split(/\s+/).length).toBeLessThanOrEqual(21);
});

// The counters of both forms; no documentation names them.
it('tells reviewers what to do, within 500 characters for Chrome and 2,000 for Edge', () => {
  const fields = fieldsOf(read('store/reviewers.md'));
  expect(fields.get('Short')?.length).toBeLessThanOrEqual(500);
  expect(fields.get('Full')?.length).toBeLessThanOrEqual(2000);
});

it('has all addresses in one file, and in each language where to get what one needs', () => {
  const address = z.url({ protocol: /^https$/ });
  const account = z.strictObject({ address, secretId: z.string(), secretKey: z.string() });
  const { source } = z
    .strictObject({
      note: z.string(),
      home: address,
      support: address,
      supportMail: z.email(),
      source: address,
      privacy: address,
      testService: account,
    })
    .parse(JSON.parse(read('store/addresses.json')));
  for (const language of listedLanguages)
    expect(fieldsOf(read(`store/${language}.md`)).get('Description')).toContain(source);
});

/** Width and height of a PNG in pixels, and its kind of colours: 2 is RGB without transparency. */
const headerOf = (path: string) => {
  const png = readFileSync(join(root, path));
  expect(png.toString('latin1', 1, 4), path).toBe('PNG');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), colors: png[25] };
};

// Chrome takes at most 5 screenshots, Edge 6. Each has this size in both, and so have the tiles.
it.each(listedLanguages)('%s has five screenshots and two tiles, without transparency', (language) => {
  for (const [index, name] of screenshots.entries()) {
    const path = `store/pictures/${language}/${index + 1}-${name}.png`;
    expect(headerOf(path), path).toEqual({ width: 1280, height: 800, colors: 2 });
  }
  for (const { name, width, height } of tiles) {
    const path = `store/pictures/${language}/${name}-${width}x${height}.png`;
    expect(headerOf(path), path).toEqual({ width, height, colors: 2 });
  }
});

// Edge: 300 × 300 recommended, at least 128 × 128.
it("has Edge's logo", () => {
  expect(headerOf('store/pictures/logo-300x300.png')).toMatchObject({ width: 300, height: 300 });
});
