/** The pictures of the stores: five screenshots with a caption inside, two tiles, and Edge's logo. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { root } from '../programs.ts';
import { rasterize } from '../rasterize.ts';
import { say } from '../say.ts';
import type { Screen } from './screens.ts';
import type { Shot } from './sheet.ts';
import { captionsOf, type Screenshot, screenshots, tiles } from './store-texts.ts';
import type { Studio } from './studio.ts';

const folder = join(root, 'store', 'pictures');
const screen = { width: 1280, height: 800 };

/** The screen that a screenshot shows, by its name in screens.ts. */
const shown: Record<Screenshot, string> = {
  popup: 'popup',
  toast: 'menu',
  history: 'history',
  tabs: 'batch',
  player: 'player',
};

const style = `
  * { box-sizing: border-box; margin: 0 }
  body { font: 600 34px/1.25 system-ui, 'Noto Sans CJK SC', sans-serif; color: #fff;
    background: linear-gradient(#30347a, #2f6189 60%, #4a9a98); block-size: 100vh; overflow: hidden }
  header { text-wrap: balance; text-align: center; display: flex; align-items: center; justify-content: center; gap: 24px; block-size: 128px; padding: 0 48px }
  header img { inline-size: 72px }
  .halves { display: grid; grid-template: 100% / 1fr 1fr; block-size: calc(100vh - 128px) }
  .halves > div { display: flex; align-items: center; justify-content: center }
  .light { background: #f3e3d6 }
  .dark { background: #2a2e5c }
  .shots { display: flex; flex-direction: column; align-items: center; gap: 24px }
  .shots img { border-radius: 12px; box-shadow: 0 1px 8px rgb(20 20 60 / 30%) }
  .tile { display: grid; place-content: center; justify-items: center; gap: 12px; block-size: 100vh; text-align: center;
    font-size: 26px; padding: 16px }
  .tile .icon { inline-size: 104px }
  .tile strong { font-size: 40px }
  .marquee { grid-template-columns: auto auto; column-gap: 120px; align-items: center; font-size: 40px }
  .marquee .icon { inline-size: 168px }
  .marquee strong { font-size: 72px }
  .marquee > div { display: grid; justify-items: center; gap: 16px }
`;

const shotsHtml = (shots: Shot[]): string => {
  const images = shots.map(
    ({ png, width }) => `<img style="width: ${String(width)}px" src="data:image/png;base64,${png}">`,
  );
  return `<div class="shots">${images.join('')}</div>`;
};

/** Draws a page without transparency. The shots that are higher than their place become smaller. */
async function draw(
  browser: Browser,
  { body, ...size }: { body: string; width: number; height: number },
): Promise<Uint8Array> {
  const page = await browser.newPage();
  await page.setViewport(size);
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>${style}</style>${body}`);
  await page.evaluate(() => {
    for (const shots of document.querySelectorAll<HTMLElement>('.shots')) {
      const space = (shots.parentElement?.clientHeight ?? innerHeight) - 48;
      shots.style.zoom = String(Math.min(1, space / shots.offsetHeight));
    }
  });
  const png = await page.screenshot({ clip: { x: 0, y: 0, ...size } });
  await page.close();
  return png;
}

/** The icon as an element of a page. */
const readIcon = async (): Promise<string> => {
  const svg = await readFile(join(root, 'art', 'icon.svg'));
  return `<img class="icon" src="data:image/svg+xml;base64,${svg.toString('base64')}">`;
};

/** Takes all pictures of the stores in the language of the studio; the extension is connected. */
export async function takeStorePictures(studio: Studio, screens: Record<string, Screen>): Promise<void> {
  const { browser, language } = studio;
  const captions = captionsOf(await readFile(join(root, 'store', `${language}.md`), 'utf8'));
  const icon = await readIcon();
  await mkdir(join(folder, language), { recursive: true });
  const save = async (name: string, picture: { body: string; width: number; height: number }) => {
    await writeFile(join(folder, language, name), await draw(browser, picture));
    say(`✓ store/pictures/${language}/${name}`);
  };

  let result: Shot[] = [];
  for (const [index, name] of screenshots.entries()) {
    const take = screens[shown[name]];
    const caption = captions.get(name);
    if (!take || caption === undefined) throw new Error(`There is no screen or no caption for ${name}.`);
    const light = await take(studio, 'light');
    const dark = await take(studio, 'dark');
    if (name === 'popup') result = light.slice(-1);
    const halves = `<div class="light">${shotsHtml(light)}</div><div class="dark">${shotsHtml(dark)}</div>`;
    const body = `<header>${icon}${caption}</header><div class="halves">${halves}</div>`;
    await save(`${String(index + 1)}-${name}.png`, { ...screen, body });
  }

  const words = `${icon}<strong>Waylark</strong><span>${captions.get('tile') ?? ''}</span>`;
  const bodies = {
    tile: `<div class="tile">${words}</div>`,
    marquee: `<div class="tile marquee"><div>${words}</div><div>${shotsHtml(result)}</div></div>`,
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
