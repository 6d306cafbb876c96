/**
 * `npm run pictures -- matrix`: looks at every screen in light, dark and forced colours, in English, in Chinese and in the
 * invented language, as wide as on a desktop, at 200 % and on 320 pixels. Two sheets a screen are in .output/pictures, and what
 * is wider than its window is named. More arguments select scenes and languages (en, zh_CN, pseudo).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, MediaFeature, Page } from 'puppeteer-core';
import { build, root, say, sentenceOf } from '../programs.ts';
import { languages } from '../languages.mjs';
import { scenes } from './scenes.ts';
import { closeAll, desktop, drawHtml, popupWidth, type Scene, shoot, untilWhole } from './shoot.ts';
import { openStudio, still, type Studio } from './studio.ts';

const looks = {
  light: [{ name: 'prefers-color-scheme', value: 'light' }],
  dark: [{ name: 'prefers-color-scheme', value: 'dark' }],
  forced: [
    { name: 'forced-colors', value: 'active' },
    { name: 'prefers-color-scheme', value: 'dark' },
  ],
} as const satisfies Record<string, MediaFeature[]>;

type Look = keyof typeof looks;

interface Variant {
  look: Look;
  /** Pixels of CSS: a window of 1,280 pixels is half as wide at 200 %. */
  width: number;
  /** Pixels of the sheet. */
  shownAs: number;
}

/** The sheets of a page in a tab. A popup has the first one only, in its own width and on a narrow phone. */
const sheets: Record<string, readonly Variant[]> = {
  wide: [
    { look: 'light', width: 1280, shownAs: 790 },
    { look: 'dark', width: 1280, shownAs: 790 },
    { look: 'forced', width: 1280, shownAs: 790 },
  ],
  narrow: [
    { look: 'light', width: 320, shownAs: 320 },
    { look: 'forced', width: 320, shownAs: 320 },
    { look: 'light', width: 640, shownAs: 460 },
    { look: 'dark', width: 640, shownAs: 460 },
  ],
};

const popupVariants: readonly Variant[] = [
  { look: 'light', width: popupWidth, shownAs: 360 },
  { look: 'dark', width: popupWidth, shownAs: 360 },
  { look: 'forced', width: popupWidth, shownAs: 360 },
  { look: 'light', width: 320, shownAs: 320 },
];

/** Pixels of CSS: more of a long page is not on its sheet. */
const longest = 2600;

/** In the page: what reaches beyond the window, and texts that are cut without an ellipsis. */
function findOverflow(): string[] {
  const name = (node: Element): string => {
    const label = node.textContent.trim().slice(0, 40);
    return `${node.localName}${node.className === '' ? '' : `.${node.className.replaceAll(' ', '.')}`} “${label}”`;
  };
  // A list that scrolls within itself, or a text that ends with an ellipsis.
  const isClipped = (node: Element): boolean => {
    for (let outer = node.parentElement; outer && outer !== document.body; outer = outer.parentElement)
      if (getComputedStyle(outer).overflowX !== 'visible') return true;
    return false;
  };
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`the page by ${String(scrollWidth - clientWidth)} px`] : [];
  for (const node of document.body.querySelectorAll('*')) {
    const { left, right, width, height } = node.getBoundingClientRect();
    if (width < 2 || height < 2 || node.closest('.unseen, svg') || !node.checkVisibility()) continue;
    if ((left < -1 || right > clientWidth + 1) && !isClipped(node))
      found.push(`beyond the window: ${name(node)}`);
    const style = getComputedStyle(node);
    const isText = node.childElementCount === 0 && node.textContent !== '';
    const isCut = node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0;
    const hasEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    if (isText && isCut && style.display !== 'inline' && !hasEllipsis) found.push(`cut: ${name(node)}`);
  }
  return found;
}

/**
 * Gives the page this width. A page of our own gets a window as high as itself: a sticky bar is then at the end of its page,
 * and nothing scrolls. An overlay is seen on a page of the web, in a window of the usual height, which at 200 % is half as high.
 */
async function resize(page: Page, width: number): Promise<void> {
  const deviceScaleFactor = 1;
  const usual = width < 600 ? 640 : width < 1000 ? 400 : desktop.height;
  // Even if the width stays, this is another size: what closes with a change of the size is closed.
  await page.setViewport({ width, height: 200, deviceScaleFactor });
  await untilWhole(page);
  const full = await page.evaluate(() => document.documentElement.scrollHeight);
  const height = page.url().startsWith('https:') ? usual : Math.min(Math.max(full, usual), longest);
  await page.setViewport({ width, height, deviceScaleFactor });
}

async function shootVariant(
  { page, session, scene, studio }: { page: Page; session: CDPSession; scene: Scene; studio: Studio },
  { look, width }: Variant,
): Promise<{ png: string; overflow: string[] }> {
  const isPopup = scene.height === undefined;
  await session.send('Emulation.setEmulatedMedia', { features: [...looks[look], still] });
  if (isPopup)
    await page.evaluate((wide) => {
      document.body.style.inlineSize = `${String(wide)}px`;
    }, width);
  else await resize(page, width);
  await scene.finish?.(page, studio);
  await untilWhole(page);
  const overflow = isPopup && width < popupWidth ? [] : await page.evaluate(findOverflow);
  // On a page from right to left, a popup is at the right of its window.
  const { x, height } = await page.evaluate(() => ({
    x: document.body.getBoundingClientRect().left,
    height: document.body.scrollHeight,
  }));
  return { png: await shoot(page, isPopup ? { x, y: 0, width, height } : undefined), overflow };
}

function drawVariants(
  studio: Studio,
  shots: readonly { png: string; shownAs: number }[],
): Promise<Uint8Array> {
  const images = shots.map(
    ({ png, shownAs }) =>
      `<img src="data:image/png;base64,${png}" style="inline-size: ${String(shownAs)}px">`,
  );
  const style = `body { margin: 0; padding: 6px; background: #999; display: flex; gap: 6px; flex-wrap: wrap; align-items: start }
    img { display: block }`;
  const options = { fullPage: true };
  return drawHtml(studio, { style, body: images.join(''), width: 1600, height: 400, options });
}

/** Opens a scene once, and shows it in all of its variants. The other scenes do not depend on it. */
async function lookAt(studio: Studio, scene: Scene, path: string): Promise<void> {
  try {
    const page = await scene.open(studio);
    const session = await page.createCDPSession();
    const all = scene.height === undefined ? { popup: popupVariants } : sheets;
    for (const [sheet, variants] of Object.entries(all)) {
      const shots: { png: string; shownAs: number }[] = [];
      for (const variant of variants) {
        const { png, overflow } = await shootVariant({ page, session, scene, studio }, variant);
        shots.push({ png, shownAs: variant.shownAs });
        for (const each of new Set(overflow))
          say(`  ${path} ${variant.look} ${String(variant.width)}: ${each}`);
      }
      await writeFile(`${path}-${sheet}.png`, await drawVariants(studio, shots));
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
      for (const isUnconnected of [true, false]) {
        if (!isUnconnected) await studio.connect();
        for (const [name, scene] of Object.entries(scenes).filter(isSelected))
          if ((scene.isUnconnected ?? false) === isUnconnected)
            await lookAt(studio, scene, join(folder, name));
      }
    } finally {
      await studio.close();
    }
  }
}
