/** `npm run icons`: draws art/icon*.svg as public/icons/*.png. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { rasterize } from './rasterize.ts';

const root = new URL('../', import.meta.url);

const read = (name: string): Promise<string> => readFile(new URL(`art/${name}.svg`, root), 'utf8');

/** The tile of the small drawing holds on light and dark toolbars; Firefox says which it has, and gets a tile for each. */
const tile = '#464bb0';
const themeTiles = { light: '#34388a', dark: '#6a70dc' };

/** The stores want 96 pixels of drawing in the 128. */
const withMargin = (svg: string): string =>
  svg.replace('viewBox="0 0 128 128"', 'viewBox="-21.333 -21.333 170.667 170.667"');

const large = await read('icon');
// The toolbar's sizes have their own drawing: one wing, no eye, and a plain tile.
const small = await read('icon-small');
const themed = Object.entries(themeTiles).flatMap(([theme, colour]) =>
  [16, 32].map((size) => ({ name: `${String(size)}-${theme}`, size, svg: small.replace(tile, colour) })),
);
const drawings = [
  ...[16, 32].map((size) => ({ name: String(size), size, svg: small })),
  ...[48, 96].map((size) => ({ name: String(size), size, svg: large })),
  { name: '128', size: 128, svg: withMargin(large) },
  ...themed,
];

const images = await rasterize(drawings);
await mkdir(new URL('public/icons/', root), { recursive: true });
for (const [index, image] of images.entries())
  await writeFile(new URL(`public/icons/${drawings[index]?.name ?? ''}.png`, root), image);
