/**
 * `npm run pictures -- matrix`: takes pictures of every screen in light, dark and forced colors, in English, in Chinese and in
 * the pseudo-language, as wide as on a desktop, at 200 % and on 320 pixels. The sheets of a screen are in .output/pictures.
 * More arguments select scenes and languages (en, zh_CN, pseudo).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, MediaFeature, Page } from 'puppeteer-core';
import { build, root, say, sentenceOf } from '../scripts/programs.ts';
import { languages } from '../scripts/languages.mjs';
import { inOrder, openScene, type Scene } from './scene-steps.ts';
import { scenes } from './scenes.ts';
import { closeAll, desktop, drawHtml, imageOf, popupWidth, shoot, untilWhole } from './shoot.ts';
import { openStudio, still, type Studio } from './studio.ts';

const looks = {
  light: [{ name: 'prefers-color-scheme', value: 'light' }],
  dark: [{ name: 'prefers-color-scheme', value: 'dark' }],
  forced: [
    { name: 'forced-colors', value: 'active' },
    { name: 'prefers-color-scheme', value: 'dark' },
  ],
} as const satisfies Record<string, MediaFeature[]>;

interface Variant {
  look: keyof typeof looks;
  /** Pixels of CSS, which are as many of the sheet unless `shownAs` says otherwise. A page of our own may be higher. */
  width: number;
  height: number;
  shownAs?: number;
}

/** 320 pixels, and 200 %: a window of 1,280 by 800 pixels has half as many then. */
const narrow: readonly Variant[] = [
  { look: 'light', width: 320, height: 640 },
  { look: 'forced', width: 320, height: 640 },
  { look: 'light', width: 640, height: 400, shownAs: 460 },
  { look: 'dark', width: 640, height: 400, shownAs: 460 },
];

const inAllLooks = (variant: Omit<Variant, 'look'>): Variant[] => [
  { look: 'light', ...variant },
  { look: 'dark', ...variant },
  { look: 'forced', ...variant },
];

/** The sheets of a popup, of a page of our own, and of an overlay on a page of the web. */
const sheets = {
  popup: {
    popup: [...inAllLooks({ width: popupWidth, height: 0 }), { look: 'light', width: 320, height: 0 }],
  },
  page: { wide: inAllLooks({ ...desktop, shownAs: 790 }), narrow },
  overlay: { wide: inAllLooks({ width: 780, height: 600 }), narrow },
} satisfies Record<string, Record<string, readonly Variant[]>>;

/** Pixels of CSS: more of a long page is not on its sheet. */
const longest = 4000;

/** Gives the page this size. One of our own is as high as its content, so that nothing scrolls and sticky bars are at its end. */
async function resize(page: Page, { width, height }: Variant): Promise<void> {
  await page.setViewport({ width, height: 200, deviceScaleFactor: 1 });
  await untilWhole(page);
  const full =
    kindOf(page) === 'overlay' ? 0 : await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewport({
    width,
    height: Math.min(Math.max(full, height), longest),
    deviceScaleFactor: 1,
  });
}

/** In a popup: gives it this width. */
function widen(pixels: number): void {
  document.body.style.inlineSize = `${pixels}px`;
}

const kindOf = (page: Page): keyof typeof sheets => {
  if (page.url().startsWith('https:')) return 'overlay';
  return page.url().endsWith('/popup.html') ? 'popup' : 'page';
};

interface Shown {
  page: Page;
  session: CDPSession;
  scene: Scene;
  studio: Studio;
}

async function shootVariant({ page, session, scene, studio }: Shown, variant: Variant) {
  const { look, width } = variant;
  const isPopup = kindOf(page) === 'popup';
  await session.send('Emulation.setEmulatedMedia', { features: [...looks[look], still] });
  // The last step opens a menu again.
  await page.$$eval('div[role=menu]', (menus) => menus.forEach((menu) => menu.hidePopover()));
  if (isPopup) await page.evaluate(widen, width);
  else await resize(page, variant);
  await scene.finish?.(page, studio);
  // On a page from right to left, a popup is at the right of its window.
  const { x, height } = await page.evaluate(() => ({
    x: document.body.getBoundingClientRect().left,
    height: document.body.scrollHeight,
  }));
  return shoot(page, isPopup ? { x, y: 0, width, height } : undefined);
}

function drawSheet(studio: Studio, images: readonly string[]): Promise<Uint8Array> {
  const style = `body { margin: 0; padding: 6px; background: #999; display: flex; gap: 6px; flex-wrap: wrap; align-items: start }
    img { display: block }`;
  const options = { fullPage: true };
  return drawHtml(studio, { style, body: images.join(''), width: 1600, height: 400, options });
}

/** Opens a scene once and writes its sheets, with all variants. The program goes on with other scenes if it fails. */
async function makeSheets(studio: Studio, scene: Scene, path: string): Promise<void> {
  try {
    const page = await openScene(studio, scene);
    const session = await page.createCDPSession();
    for (const [sheet, variants] of Object.entries<readonly Variant[]>(sheets[kindOf(page)])) {
      const images: string[] = [];
      for (const variant of variants) {
        const { width, shownAs = width } = variant;
        const png = await shootVariant({ page, session, scene, studio }, variant);
        images.push(imageOf(png, `width="${shownAs}"`));
      }
      await writeFile(`${path}-${sheet}.png`, await drawSheet(studio, images));
    }
    say(`✓ ${path}`);
  } catch (error) {
    say(`✗ ${path}: ${sentenceOf(error)}`);
    process.exitCode = 1;
  }
  await closeAll(studio);
}

/** Makes the sheets of these scenes and languages; of all if none is named. */
export async function makeMatrix(names: readonly string[]): Promise<void> {
  await build();
  const all = [...languages, 'pseudo' as const];
  const chosen = all.filter((language) => names.includes(language));
  const selected = names.filter((name) => name in scenes);
  const isSelected = ([name]: [string, Scene]) => selected.length === 0 || selected.includes(name);

  for (const language of chosen.length > 0 ? chosen : all) {
    const folder = join(root, '.output', 'pictures', language);
    await mkdir(folder, { recursive: true });
    const studio = await openStudio({
      language: language === 'pseudo' ? 'en' : language,
      isPseudo: language === 'pseudo',
    });
    try {
      for (const [name, scene] of inOrder(scenes).filter(isSelected)) {
        if (!scene.isUnconnected) await studio.connect();
        await makeSheets(studio, scene, join(folder, name));
      }
    } finally {
      await studio.close();
    }
  }
}
