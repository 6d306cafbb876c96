/** The pictures of the stores: five screenshots, each with a headline, and two tiles. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Viewport } from 'puppeteer-core';
import { choose, press, valueOf } from '../tests/support/browsers/controls.ts';
import { languages } from '../scripts/languages.mjs';
import { root, say } from '../scripts/programs.ts';
import { freshBatch, missingAddress, openScene, type Scene, withoutMusic } from './scene-steps.ts';
import { scenes } from './scenes.ts';
import {
  closeAll,
  closeEmptyTabs,
  drawHtml,
  drawnStyle,
  imageOf,
  pointerAt,
  popupOf,
  popupOn,
  refuseOverlap,
  shoot,
  shootPopup,
  windowOf,
} from './shoot.ts';
import type { Studio } from './studio.ts';

export const listedLanguages = languages.filter((each) => existsSync(join(root, 'store', `${each}.md`)));

/** The texts below the headings of a file of store/, by heading. */
export const fieldsOf = (markdown: string): ReadonlyMap<string, string> => {
  const [, ...sections] = markdown.split('\n## ');
  return new Map(
    sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return [heading, lines.join('\n').trim()];
    }),
  );
};

/** The captions by name: a headline and a line below it, such as "- popup: Short links that expire / One click." */
const captionsOf = (markdown: string) => {
  const lines = (fieldsOf(markdown).get('Captions') ?? '').matchAll(/^- (\w+): ([^/\n]*)(?: \/ (.*))?$/gm);
  return new Map([...lines].map(([, name = '', headline = '', line = '']) => [name, { headline, line }]));
};

const folder = join(root, 'store', 'pictures');
/** Chrome takes at most five screenshots, Edge six, both of exactly this size. */
const screen = { width: 1280, height: 800 };

/** How much pages and popups are enlarged, so that their smallest text has 15 pixels. */
const zoom = 1.25;

/** The size of a page in a browser's window, in CSS pixels; the picture cuts off the lower part of the window. */
const view = { width: 884, height: 455 };

/** How much the popup of the marquee is enlarged: stores show that picture at half its size. */
const banner = 1.4;

const dusk = 'linear-gradient(#191c48, #262a6b 26%, #3c3f8f 50%, #7b6aa3 74%, #d08f93 92%, #f0b18f)';

const style = `${drawnStyle}
  body { color: #1d2148; background: #fdfaf6 }
  h2 { font-size: 44px; line-height: 52px; font-weight: 600; letter-spacing: -0.02em }
  h2:lang(zh) { letter-spacing: 0 }
  .screenshot { block-size: 100%; padding: 56px 88px; background: ${dusk}; color: #fdfaf6 }
  .screenshot > p { margin-block: 8px 40px; font-size: 20px; line-height: 28px; color: #d9daf0 }
  .window, .app { position: relative; block-size: 656px; border-radius: 12px 12px 0 0; box-shadow: 0 0 0 1px #0c0e2c1f, 0 8px 24px #0c0e2c47 }
  .app { overflow: hidden; background: #fff }
  .popup { zoom: ${zoom} }
  .view > .popup { inset: 8px 16px auto auto }
  /* The picture ends below its button Copied. */
  .popup > .popup { zoom: 1; inset-block-start: calc(100% + 20px) }
  .menu { position: absolute; zoom: ${zoom}; inline-size: 256px; padding: 6px; border-radius: 10px; background: #fdfdfe; color: #202124; font-size: 14px;
    box-shadow: 0 0 0 1px #0000001f, 0 12px 32px #0003 }
  .menu span { display: flex; align-items: center; gap: 8px; block-size: 32px; padding: 0 12px; border-radius: 6px }
  .menu .on { background: #e4e6f6 }
  .menu .pointer { inset: auto }
  .menu hr { margin: 5px 0; border: 0; border-block-start: 1px solid #e3e4ea }
  .line-to-toast { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; fill: none; stroke: #d9764a; stroke-width: 3; stroke-dasharray: 2 10; stroke-linecap: round }
  .panels { display: flex; align-items: start; justify-content: space-between }
  .panel { border-radius: 16px; box-shadow: 0 0 0 1px #0c0e2c1f, 0 8px 24px #0c0e2c47 }
  .tile { display: flex; align-items: center; justify-content: center; gap: 24px; block-size: 100% }
  .tile p { font-size: 18px; line-height: 28px; color: #585c80; white-space: nowrap }
  .words { position: absolute; inset: 160px auto auto 96px; inline-size: 520px }
  .words h2 { margin-block: 24px 4px }
  .words p { font-size: 24px; line-height: 36px; color: #585c80; text-wrap: balance }
  .words p:lang(zh) { word-break: keep-all }
  .dusk { position: absolute; inset: 0 0 0 680px; background: ${dusk} }
  .dusk > .popup { zoom: ${banner}; inset: 27px auto auto 77px }
`;

/** Opens the popup on the first sample page, as it is after the installation, with a day chosen. */
async function popupForADay(studio: Studio) {
  await studio.setHistory();
  const popup = await popupOn(studio);
  await withoutMusic(popup, studio);
  await choose(popup, studio.text('validityLabel'), studio.text('validity_day'));
  return popup;
}

/** Takes a picture of a scene, and measures where the first link of the page is. */
async function photograph(studio: Studio, name: 'menu' | 'history' | 'player', viewport: Viewport) {
  const scene: Scene = scenes[name];
  const page = await openScene(studio, scene);
  await studio.applyLook(page);
  await page.setViewport(viewport);
  // The caret of a field blinks.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await scene.finish?.(page, studio);
  await refuseOverlap(page);
  const image = imageOf(await shoot(page));
  const link = await page.$eval('a', (node) => {
    const { left = 0, width = 0, bottom = 0 } = node.getClientRects()[0] ?? {};
    return { left, width, bottom };
  });
  await closeAll(studio);
  return { image, link };
}

/** The popup on a page, and below it the beginning of its result. */
async function drawPopup(studio: Studio): Promise<string> {
  const address = studio.linkOf(0);
  const page = await studio.openSample(address);
  await page.setViewport({ ...view, deviceScaleFactor: zoom });
  const article = imageOf(await shoot(page));
  const popup = await popupForADay(studio);
  const form = await shootPopup(popup, zoom, { last: 'main' });
  await press(popup, studio.text('shorten'));
  await valueOf(popup, studio.text('shortLinkLabel'));
  const result = await shootPopup(popup, zoom, { first: '.result', last: 'main' });
  await closeAll(studio);
  return windowOf({ address, isLit: true, view: article + popupOf(form, popupOf(result)) });
}

/** Pixels of CSS. */
const menuSize = { width: 256, height: 206 };

/** The menu of a link, in which the extension's item is the real one, and the toast on the page. */
async function drawToast(studio: Studio): Promise<string> {
  const { samples, text } = studio;
  const { image, link } = await photograph(studio, 'menu', { ...view, deviceScaleFactor: zoom });
  const [newTab = '', newWindow = '', copy = '', inspect = ''] = samples.browserMenu;
  const icon = await readFile(join(root, 'public', 'icons', '32.png'), 'base64');
  const groups = [
    `<span>${newTab}</span><span>${newWindow}</span>`,
    `<span>${copy}</span>`,
    `<span class="on">${imageOf(icon, 'width="16"')}${text('menuLink')}</span>`,
    `<span>${inspect}</span>`,
  ];
  // It covers the ends of the lines.
  const left = Math.round(link.left + link.width * 0.9);
  const top = Math.round(Math.min(link.bottom, view.height - menuSize.height - 16));
  const menu = `<div class="menu" style="left: ${left}px; top: ${top}px">${groups.join('<hr>')}${pointerAt(180, 136)}</div>`;
  const [x, y] = [(left + menuSize.width + 12) * zoom, (top + 136) * zoom];
  const lineToToast = `<svg class="line-to-toast"><path d="M${x} ${y}C${x + 94} ${y - 10} 908 330 884 196"/></svg>`;
  return windowOf({ address: studio.linkOf(0), view: image + lineToToast + menu });
}

/** The width from which on the choices of the batch page are in one line, and that of its pictures, two of which are side by side. */
const oneLine = 560;
const panel = 536;

/** The batch page before and after its run. */
async function drawTabs(studio: Studio): Promise<string> {
  const page = await freshBatch(studio);
  await studio.openSample(studio.linkOf(5));
  await page.bringToFront();
  await closeEmptyTabs(studio);
  await page.reload();
  // High enough for the whole list: in a lower window, the line with the button is above its last rows.
  await page.setViewport({ width: oneLine, height: 900, deviceScaleFactor: panel / oneLine });
  const take = async (): Promise<string> => {
    await refuseOverlap(page);
    const height = await page.evaluate(() => {
      window.scrollTo(0, 0);
      // The space below the last button, or the list, is as large as beside it.
      const last = document.querySelector('.foot button:last-of-type, .card:last-child');
      return Math.ceil(last?.getBoundingClientRect().bottom ?? 0) + 20;
    });
    const clip = { x: 0, y: 0, width: oneLine, height };
    return imageOf(await shoot(page, clip), `class="panel" width="${panel}"`);
  };
  await choose(page, studio.text('validityLabel'), studio.text('validity_week'));
  await (await page.$$('li input[type=checkbox]')).at(3)?.click();
  await page.focus('form button[type=submit]');
  const plan = await take();
  await page.click('form button[type=submit]');
  await page.locator('.job .split > button').click();
  await page.mouse.move(0, 0);
  const done = await take();
  await closeAll(studio);
  return `<div class="panels parts">${plan}${done}</div>`;
}

/** Takes all pictures of the stores in the language of the studio; the extension is connected. */
export async function takeStorePictures(studio: Studio): Promise<void> {
  const { language } = studio;
  const captions = captionsOf(await readFile(join(root, 'store', `${language}.md`), 'utf8'));
  const captionOf = (name: string) => {
    const caption = captions.get(name);
    if (!caption) throw new Error(`There is no caption for ${name}.`);
    return caption;
  };
  const svg = await readFile(join(root, 'art', 'icon.svg'), 'base64');
  const icon = `<img width="104" src="data:image/svg+xml;base64,${svg}">`;
  await mkdir(join(folder, language), { recursive: true });
  const save = async (name: string, page: { body: string; width: number; height: number }) => {
    await writeFile(join(folder, language, name), await drawHtml(studio, { style, ...page }));
    say(`✓ store/pictures/${language}/${name}`);
  };
  // The five screenshots in their order; each has a headline in store/<language>.md.
  const screenshots: Record<string, () => Promise<string>> = {
    popup: () => drawPopup(studio),
    toast: () => drawToast(studio),
    history: async () => {
      // As wide as its columns and most titles need.
      const shot = { width: 1012, height: 565, deviceScaleFactor: 12 / 11 };
      return `<div class="app">${(await photograph(studio, 'history', shot)).image}</div>`;
    },
    tabs: () => drawTabs(studio),
    player: async () => {
      studio.setLook('dark');
      const { image } = await photograph(studio, 'player', { ...view, deviceScaleFactor: zoom });
      studio.setLook('light');
      return windowOf({ address: missingAddress, isDark: true, view: image });
    },
  };
  for (const [index, [name, draw]] of Object.entries(screenshots).entries()) {
    const { headline, line } = captionOf(name);
    const body = `<div class="screenshot parts"><h2>${headline}</h2><p>${line}</p>${await draw()}</div>`;
    await save(`${index + 1}-${name}.png`, { ...screen, body });
  }

  const popup = await popupForADay(studio);
  const form = await shootPopup(popup, banner);
  await closeAll(studio);
  const tile = `<div class="tile">${icon}<div><h2>Waylark</h2><p>${captionOf('tile').headline}</p></div></div>`;
  const marquee = `<div class="words">${icon}<h2>Waylark</h2><p>${captionOf('marquee').headline}</p></div>
    <div class="dusk">${popupOf(form)}</div>`;
  // The stores ask for exactly these sizes.
  await save('tile-440x280.png', { width: 440, height: 280, body: tile });
  await save('marquee-1400x560.png', { width: 1400, height: 560, body: marquee });
}
