/** `npm run icons`: draws art/icon*.svg as public/icons/*.png. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { rasterize } from './rasterize.ts';

const root = new URL('../', import.meta.url);

// The toolbar's sizes have their own drawing: a bolder bird that fills the tile, and a horizon on the pixel grid.
const icons = [
  { size: 16, source: 'art/icon-small.svg' },
  { size: 32, source: 'art/icon-small.svg' },
  { size: 48, source: 'art/icon.svg' },
  { size: 96, source: 'art/icon.svg' },
  { size: 128, source: 'art/icon.svg' },
];

const drawings = await Promise.all(
  icons.map(async ({ size, source }) => ({ size, svg: await readFile(new URL(source, root), 'utf8') })),
);
const images = await rasterize(drawings);

await mkdir(new URL('public/icons/', root), { recursive: true });
for (const [index, image] of images.entries()) {
  await writeFile(new URL(`public/icons/${drawings[index]?.size}.png`, root), image);
}
