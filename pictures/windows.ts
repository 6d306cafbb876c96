/** The pictures of docs/using.md: a real window of Chromium, with its own menus and its address bar. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { type Display, openDisplay } from '../tests/support/browsers/display.ts';
import { positionOf } from '../tests/support/browsers/menu.ts';
import { fillIn, press } from '../tests/support/browsers/controls.ts';
import { pinToToolbar } from '../tests/support/browsers/extension.ts';
import { shorten, withoutMusic, withSeveral } from './scene-steps.ts';
import { closeAll, closeEmptyTabs, drawHtml, drawnStyle, popupOn, writeWebp } from './shoot.ts';
import { answerWith, openStudio, scale, type Studio } from './studio.ts';

/** The screen in its own pixels; the window, with its position and size, in CSS pixels (see tests/support/browsers/chromium.ts). */
const screen = [2220, 1620] as const;
const window = { left: 10, top: 10, width: 1100, height: 800 };

/** Milliseconds that Chromium has to draw a menu, its address bar or a popup: no driver sees when it has. */
const drawDelay = 1500;

interface Scene {
  /** Pixels of CSS that are shown, from the corner of the window. */
  width: number;
  height: number;
  /** Where they begin, from the left. */
  left?: number;
  show(studio: Studio, display: Display): Promise<unknown>;
}

const keysOf = (typed: string): string[] => Array.from(typed, (key) => (key === ' ' ? 'space' : key));

/** Makes a page of the web gray, so that the edges of what is over it are seen: without a compositor, they have no shadow. */
const makeGray = (page: Page): Promise<void> =>
  page.$$eval('html, body', (all) => all.forEach(({ style }) => (style.background = '#e4e6ef')));

/** A letter with the address of a sample page in it, which is selected. */
async function writeLetter({ browser, samples: { letter }, linkOf }: Studio): Promise<Page> {
  const page = await browser.newPage();
  const paragraphs = letter.paragraphs.map(
    (each) => `<p>${each.replace('%s', `<span>${linkOf(0)}</span>`)}</p>`,
  );
  const body = `<title>${letter.heading}</title><style>body { margin: 40px; font: 16px/24px sans-serif; outline: none }</style>
    <body contenteditable>${paragraphs.join('')}`;
  await answerWith(page, () => ({ status: 200, body }));
  await page.goto('https://mail.example/compose');
  await page.bringToFront();
  await makeGray(page);
  await page.$eval('span', (address) => getSelection()?.selectAllChildren(address));
  return page;
}

/** Opens the popup on a sample page, while the history has the pages for which `isIn` holds. */
const popupAt = async (studio: Studio, at: number, isIn: (each: number) => boolean): Promise<Page> => {
  await studio.setHistory(isIn);
  const shown = await popupOn(studio, at);
  for (const page of await studio.browser.pages()) if (page.url().startsWith('https:')) await makeGray(page);
  await withoutMusic(shown, studio);
  return shown;
};

const openResult = async (
  studio: Studio,
  isIn: (at: number) => boolean = (at) => at !== 0,
): Promise<Page> => {
  const shown = await popupAt(studio, 0, isIn);
  await shorten(shown, studio);
  return shown;
};

/** The right part of a window, with the popup. */
const popupScene = (height: number, show: Scene['show']): Scene => ({ left: 560, width: 460, height, show });

const scenes: Record<string, Scene> = {
  formats: popupScene(700, async (studio) =>
    (await openResult(studio)).click('.result .split > [aria-haspopup]'),
  ),
  qr: popupScene(560, async (studio) => press(await openResult(studio), studio.text('qrCode'))),
  note: popupScene(550, async (studio) => {
    // With links, the popup would be higher than Chromium shows.
    const shown = await openResult(studio, () => false);
    await press(shown, studio.text('noteOpen'));
    await fillIn(shown, studio.text('noteLabel'), studio.samples.letter.fields['Subject'] ?? '');
  }),
  // The history has pages 0 to 7, so this one has no short link yet.
  week: popupScene(620, (studio) => popupAt(studio, 8, () => true)),
  connections: popupScene(620, async (studio) => {
    const shown = await popupAt(studio, 0, (at) => at !== 0);
    await withSeveral(shown, studio);
    await shown.locator('header > .chip').click();
  }),
  'address-bar': {
    width: 942,
    height: 252,
    async show(studio, display) {
      await studio.setHistory(() => true);
      await studio.openSample(studio.linkOf(0));
      await display.press('ctrl+l', ...keysOf('wl web'));
      // The background has to wake up and to search.
      await setTimeout(2 * drawDelay);
    },
  },
  replace: {
    width: 900,
    height: 640,
    async show(studio, display) {
      const page = await writeLetter(studio);
      const [x, y] = await positionOf(page, 'span');
      await display.rightClick(x * scale, y * scale);
    },
  },
  'tab-menu': {
    width: 640,
    height: 538,
    async show(studio, display) {
      for (const at of [5, 1, 0]) await makeGray(await studio.openSample(studio.linkOf(at)));
      await display.rightClick(330, 40);
    },
  },
};

/** Takes all pictures of windows, or those with these names, in English. */
export async function takeWindowPictures(names: readonly string[]): Promise<void> {
  const display = await openDisplay(...screen);
  try {
    const studio = await openStudio({ language: 'en', isPseudo: false, display: display.name });
    try {
      await studio.connect();
      await pinToToolbar(studio.browser);
      for (const [name, scene] of Object.entries(scenes)) {
        if (names.length > 0 && !names.includes(name)) continue;
        await closeAll(studio);
        await scene.show(studio, display);
        await closeEmptyTabs(studio);
        await setTimeout(drawDelay);
        const screenshot = (await display.picture()).toString('base64');
        await display.press('Escape', 'Escape');
        const { left = 0, width, height } = scene;
        const [x, y] = [window.left + left, window.top];
        const body = `<img src="data:image/png;base64,${screenshot}" style="position: absolute; inset: ${-y}px auto auto ${-x}px; inline-size: ${screen[0] / scale}px"><div class="frame"></div>`;
        const picture = { style: drawnStyle, body, width, height, deviceScaleFactor: scale };
        await writeWebp(join('docs', 'pictures', `${name}.webp`), [await drawHtml(studio, picture)]);
      }
    } finally {
      await studio.close();
    }
  } finally {
    await display.close();
  }
}
