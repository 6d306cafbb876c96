/** `npm run icons`: draws art/icon*.svg as public/icons/*.png, and as the logo that Edge's store wants beside the package. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from '../tests/support/browsers/chromium.ts';
import { root } from '../scripts/programs.ts';

const read = (name: string): Promise<string> => readFile(join(root, 'art', `${name}.svg`), 'utf8');

/** The tile of the small drawing holds on light and dark toolbars; Firefox says which it has, and gets a tile for each. */
const tile = '#464bb0';
const themeTiles = { light: '#34388a', dark: '#6a70dc' };

/** The stores want 96 pixels of drawing in the 128. */
const withMargin = (svg: string): string =>
  svg.replace('viewBox="0 0 128 128"', 'viewBox="-21.333 -21.333 170.667 170.667"');

const large = await read('icon');
// The toolbar's sizes have their own drawing: one wing, no eye, and a plain tile.
const small = await read('icon-small');

/** Each with the edge of its square in pixels. */
const drawings = [
  ...[16, 32].map((size) => ({ file: `public/icons/${size}.png`, size, svg: small })),
  ...[48, 96].map((size) => ({ file: `public/icons/${size}.png`, size, svg: large })),
  { file: 'public/icons/128.png', size: 128, svg: withMargin(large) },
  ...Object.entries(themeTiles).flatMap(([theme, color]) =>
    [16, 32].map((size) => ({
      file: `public/icons/${size}-${theme}.png`,
      size,
      svg: small.replace(tile, color),
    })),
  ),
  { file: 'store/pictures/logo-300x300.png', size: 300, svg: large },
];

await mkdir(join(root, 'public', 'icons'), { recursive: true });
const browser = await launchChromium({ extensions: [], headless: true });
try {
  const page = await browser.newPage();
  for (const { file, size, svg } of drawings) {
    await page.setViewport({ width: size, height: size });
    const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
    await page.setContent(
      `<body style="margin:0"><img style="display:block" width="${size}" height="${size}" src="${source}">`,
    );
    await writeFile(join(root, file), await page.screenshot({ omitBackground: true }));
  }
} finally {
  await browser.close();
}
