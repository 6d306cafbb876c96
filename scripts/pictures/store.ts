/** The pictures of the stores: five screenshots with a caption inside, two tiles, and Edge's logo. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { root } from '../programs.ts';
import { rasterize } from '../rasterize.ts';
import { say } from '../say.ts';
import type { ColorScheme } from './scene.ts';
import { captionsOf, type Screenshot, screenshots, tiles } from './store-texts.ts';
import type { Studio } from './studio.ts';

const folder = join(root, 'store', 'pictures');
const screen = { width: 1280, height: 800 };

/** Takes the picture of a scene, as base64. */
type TakeScene = (name: string, scheme: ColorScheme) => Promise<string>;

type Shown = readonly (readonly [scene: string, scheme: ColorScheme])[];

const lightAndDark = (scene: string): Shown => [
  [scene, 'light'],
  [scene, 'dark'],
];

/** The scenes that a screenshot shows, the first one below the others. */
const shown: Record<Screenshot, Shown> = {
  popup: [
    ['popup-form', 'light'],
    ['popup-result', 'light'],
    ['popup-qr', 'dark'],
  ],
  toast: lightAndDark('menu'),
  history: lightAndDark('history'),
  tabs: lightAndDark('batch'),
  player: lightAndDark('player'),
};

const style = `
  * { box-sizing: border-box; margin: 0 }
  body { font: 600 34px/1.25 system-ui, 'Noto Sans CJK SC', sans-serif; color: #fff; position: relative;
    background: linear-gradient(#30347a, #2f6189 60%, #4a9a98); block-size: 100vh; overflow: hidden }
  header { text-wrap: balance; text-align: center; display: flex; align-items: center; justify-content: center; gap: 24px; block-size: 128px; padding: 0 48px }
  header img { inline-size: 72px }
  .shot { border-radius: 12px; box-shadow: 0 0 0 1px rgb(20 20 60 / 14%), 0 18px 50px rgb(20 20 60 / 40%) }
  .page { position: absolute; inline-size: 800px }
  .page:nth-of-type(1) { inset: 136px auto auto 48px }
  .page:nth-of-type(2) { inset: 268px auto auto 432px }
  .popups { display: flex; justify-content: center; align-items: start; gap: 36px; padding-block-start: 16px }
  .popups .shot { inline-size: 360px }
  .tile { display: grid; place-content: center; justify-items: center; gap: 12px; block-size: 100vh; text-align: center;
    font-size: 26px; padding: 16px }
  .tile .icon { inline-size: 104px }
  .tile strong { font-size: 40px }
  .marquee { grid-template-columns: auto auto; column-gap: 120px; align-items: center; font-size: 40px }
  .marquee .icon { inline-size: 168px }
  .marquee strong { font-size: 72px }
  .marquee > div { display: grid; justify-items: center; gap: 16px }
  .marquee .shot { inline-size: 340px }
`;

const imageOf = (png: string, className: string): string =>
  `<img class="${className}" src="data:image/png;base64,${png}">`;

/** Draws a page without transparency. */
async function draw(
  browser: Browser,
  { body, ...size }: { body: string; width: number; height: number },
): Promise<Uint8Array> {
  const page = await browser.newPage();
  await page.setViewport(size);
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>${style}</style>${body}`);
  const png = await page.screenshot({ clip: { x: 0, y: 0, ...size } });
  await page.close();
  return png;
}

/** The icon as an element of a page. */
const readIcon = async (): Promise<string> => {
  const svg = await readFile(join(root, 'art', 'icon.svg'));
  return `<img class="icon" src="data:image/svg+xml;base64,${svg.toString('base64')}">`;
};

async function screenshotBody(name: Screenshot, take: TakeScene): Promise<string> {
  const pictures: string[] = [];
  for (const [scene, scheme] of shown[name]) pictures.push(await take(scene, scheme));
  if (name !== 'popup') return pictures.map((png) => imageOf(png, 'shot page')).join('');
  return `<div class="popups">${pictures.map((png) => imageOf(png, 'shot')).join('')}</div>`;
}

/** Takes all pictures of the stores in the language of the studio; the extension is connected. */
export async function takeStorePictures({ browser, language }: Studio, take: TakeScene): Promise<void> {
  const captions = captionsOf(await readFile(join(root, 'store', `${language}.md`), 'utf8'));
  const icon = await readIcon();
  await mkdir(join(folder, language), { recursive: true });
  const save = async (name: string, picture: { body: string; width: number; height: number }) => {
    await writeFile(join(folder, language, name), await draw(browser, picture));
    say(`✓ store/pictures/${language}/${name}`);
  };

  for (const [index, name] of screenshots.entries()) {
    const caption = captions.get(name);
    if (caption === undefined) throw new Error(`There is no caption for ${name}.`);
    const body = `<header>${icon}${caption}</header>${await screenshotBody(name, take)}`;
    await save(`${String(index + 1)}-${name}.png`, { ...screen, body });
  }

  const words = `${icon}<strong>Waylark</strong><span>${captions.get('tile') ?? ''}</span>`;
  const result = imageOf(await take('popup-result', 'light'), 'shot');
  const bodies = {
    tile: `<div class="tile">${words}</div>`,
    marquee: `<div class="tile marquee"><div>${words}</div>${result}</div>`,
  };
  for (const { name, width, height } of tiles) {
    await save(`${name}-${String(width)}x${String(height)}.png`, { width, height, body: bodies[name] });
  }
}

/** Draws the logo that Edge's store wants beside the package. */
export async function drawLogo(): Promise<void> {
  const svg = await readFile(join(root, 'art', 'icon.svg'), 'utf8');
  const [png] = await rasterize([{ svg, size: 300 }]);
  if (!png) throw new Error('The logo was not drawn.');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'logo-300x300.png'), png);
  say('✓ store/pictures/logo-300x300.png');
}
