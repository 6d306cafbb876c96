import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page, ScreenshotClip, ScreenshotOptions } from 'puppeteer-core';
import { openPopup } from '../tests/support/browsers/extension.ts';
import { root, say } from '../scripts/programs.ts';
import { scale, type Studio } from './studio.ts';

/** The width of the popup, and that of pages on a desktop. */
export const popupWidth = 360;
export const desktop = { width: 1280, height: 800 };

/** Milliseconds after which a screen is not expected to become whole. */
const longest = 15_000;

/** The pictures that are taken of a screen which changes all the time, such as a player that plays. */
const maxPictures = 5;

/** In the page: the part of the screen that is not there yet; undefined when it is whole. */
function missingPart(): string | undefined {
  const find = (selector: string): Element | null => document.querySelector(selector);
  if (document.fonts.status !== 'loaded') return 'the fonts';
  if ([...document.querySelectorAll('img')].some(({ complete }) => !complete)) return 'an image';
  const isMoving = document
    .getAnimations()
    .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations === 1);
  if (isMoving) return 'the end of an animation';

  // Before a service is connected, there is none.
  if (location.pathname === '/popup.html' && !location.hash && !find('.unconnected, footer'))
    return 'the footer';
  if (find('#about') && !find('#about [role=group] .setting')) return 'the permissions';
  if (find('#diagnostics .spinner')) return 'a check';
  return undefined;
}

/** Waits until everything that belongs to a screen is on it. Rejects with the part that is missing after 15 s. */
export async function untilWhole(page: Page): Promise<void> {
  const isWhole = `(${missingPart.toString()})() === undefined`;
  try {
    await page.waitForFunction(isWhole, { timeout: longest, polling: 50 });
  } catch (error) {
    const missing = await page.evaluate(missingPart);
    throw new Error(`The picture is not whole: ${missing ?? 'it was just now'}`, { cause: error });
  }
}

/**
 * A picture of what a page shows, or of a part of it, when the page is whole, as base64. Every picture is taken here: until it
 * is the same twice, as a browser may answer before it has drawn all parts of a page.
 */
export async function shoot(page: Page, clip?: ScreenshotClip): Promise<string> {
  await untilWhole(page);
  const part = clip && { clip, captureBeyondViewport: true };
  let picture = '';
  for (let taken = 0; taken < maxPictures; taken += 1) {
    const before = picture;
    picture = await page.screenshot({ encoding: 'base64', ...part });
    if (picture === before) break;
  }
  return picture;
}

/** A picture of a popup, whatever the window is that it is in. */
export interface PopupPicture {
  png: string;
  /** The bottom of its select in pixels of CSS, and what it offers. */
  list: { below: number; options: readonly string[] } | undefined;
}

/** In the page: the names of two boxes of which one covers a part of the other without standing in it or on it on purpose. */
function findOverlap(selector: string): string[] | undefined {
  const boxes = [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility() && getComputedStyle(each).position !== 'absolute')
    .map((each) => ({
      each,
      name: each.ariaLabel ?? (each.textContent || each.id || each.className),
      box: each.getBoundingClientRect(),
    }));
  for (const [at, { each, name, box }] of boxes.entries()) {
    const other = boxes
      .slice(at + 1)
      .find(
        ({ each: inner, box: { left, right, top, bottom } }) =>
          !each.contains(inner) &&
          Math.min(right, box.right) - Math.max(left, box.left) > 1 &&
          Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1,
      );
    if (other) return [name, other.name];
  }
  return undefined;
}

/** Rejects if boxes of a page overlap: by default its controls, its cards, and the line below them. */
export async function refuseOverlap(
  page: Page,
  selector = 'button, a, input, select, .card, .foot',
): Promise<void> {
  const overlap = await page.evaluate(findOverlap, selector);
  if (overlap) throw new Error(`In a picture, these overlap: “${overlap.join('” and “')}”.`);
}

/** Takes a picture of a popup down to the end of `last`, with so many pixels for one of CSS; above `first`, with some space. */
export async function shootPopup(
  popup: Page,
  pixels: number,
  { first, last = 'body' }: { first?: string; last?: string } = {},
): Promise<PopupPicture> {
  await untilWhole(popup);
  await refuseOverlap(popup);
  const measured = await popup.evaluate(
    ([from, to]) => {
      // A popup in a low window may be scrolled.
      const { top } = document.body.getBoundingClientRect();
      const bottomOf = (node: Element | null): number => (node?.getBoundingClientRect().bottom ?? 0) - top;
      const start = from && document.querySelector(from)?.getBoundingClientRect().top;
      const select = document.querySelector('select');
      const list = select && {
        below: bottomOf(select),
        options: [...select.options].map(({ label }) => label),
      };
      const y = start ? start - top - 12 : 0;
      return { y, height: Math.ceil(bottomOf(document.querySelector(to)) - y), list: list ?? undefined };
    },
    [first ?? '', last] as const,
  );
  const { y, height } = measured;
  const clip = { x: 0, y, width: popupWidth, height, scale: pixels / scale };
  return { png: await shoot(popup, clip), list: measured.list };
}

/** Closes all tabs but a new, empty one, ends the fault of the service, and sets the clock. */
export async function closeAll({ browser, service, setClock }: Studio): Promise<void> {
  service.setFault(null);
  await setClock();
  const old = await browser.pages();
  await browser.newPage();
  // A popup may have closed by itself meanwhile.
  await Promise.all(old.map((page) => page.close().catch(() => undefined)));
}

/** Closes the browser's own empty tabs, so that a picture has those of its scene only. */
export async function closeEmptyTabs({ browser }: Studio): Promise<void> {
  for (const page of await browser.pages()) if (page.url() === 'about:blank') await page.close();
}

/** Clicks the toolbar button on one of the sample pages; `query` is appended to its address. */
export async function popupOn(studio: Studio, at = 0, query = ''): Promise<Page> {
  const page = await studio.openSample(studio.linkOf(at) + query);
  const popup = await openPopup(studio.browser, page);
  await popup.locator('form, .result, main').wait();
  return popup;
}

interface DrawnPage {
  style: string;
  body: string;
  width: number;
  height: number;
  deviceScaleFactor?: number;
  options?: ScreenshotOptions;
}

/** Draws a page of our own as a PNG without transparency, which the stores refuse. */
export async function drawHtml(
  { browser, samples }: Pick<Studio, 'browser' | 'samples'>,
  { style, body, options, ...viewport }: DrawnPage,
): Promise<Uint8Array> {
  const { width, height } = viewport;
  const page = await browser.newPage();
  await page.setViewport(viewport);
  await page.setContent(`<!doctype html><html lang="${samples.lang}"><style>${style}</style>${body}`);
  await refuseOverlap(page, '.parts > *');
  const picture = await page.screenshot(options ?? { clip: { x: 0, y: 0, width, height } });
  await page.close();
  return picture;
}

/**
 * Writes pictures as a WebP file without losses, as a film with so many milliseconds for each or as the only one, with img2webp
 * (Debian's package webp). Resolves with its bytes.
 */
export async function writeWebp(
  path: string,
  pictures: readonly Uint8Array[],
  milliseconds: readonly number[] = [],
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'waylark-webp-'));
  const args = ['-loop', '0', '-min_size', '-lossless'];
  for (const [at, picture] of pictures.entries()) {
    const file = join(folder, `${at}.png`);
    await writeFile(file, picture);
    args.push('-d', String(milliseconds[at] ?? 1000), file);
  }
  const target = join(root, path);
  await mkdir(dirname(target), { recursive: true });
  const { status, stderr } = spawnSync('img2webp', [...args, '-o', target], { encoding: 'utf8' });
  await rm(folder, { recursive: true, force: true });
  if (status !== 0) throw new Error(`img2webp (Debian's package webp) failed. ${stderr}`);
  const { size } = await stat(target);
  say(`✓ ${path}: ${Math.round(size / 1000)} kB`);
  return size;
}

const icon = readFileSync(join(root, 'public', 'icons', '48.png'), 'base64');

export const imageOf = (png: string, attributes = ''): string =>
  `<img ${attributes} src="data:image/png;base64,${png}">`;

/** For what is drawn around the pictures of screens. */
export const drawnStyle = `
  * { box-sizing: border-box; margin: 0 }
  body { position: relative; block-size: 100vh; overflow: hidden; font-family: system-ui, 'Noto Sans CJK SC', sans-serif }
  .window { position: absolute; overflow: hidden; background: #fff }
  .window.dark { background: #1b1c20 }
  .bar { display: flex; align-items: center; gap: 8px; block-size: 48px; padding: 0 16px; background: #e9eaf1 }
  .dark > .bar { background: #2a2b32 }
  .bar i { inline-size: 11px; block-size: 11px; border-radius: 50%; background: #c3c5d4 }
  .dark i { background: #4b4d58 }
  .address { flex: 1; margin-inline: 12px; padding: 0 16px; border-radius: 99px; background: #fff; color: #45474f;
    font-size: 14px; line-height: 32px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
  .dark .address { background: #1b1c20; color: #b9bac2 }
  .button { display: grid; place-items: center; inline-size: 36px; block-size: 36px; border-radius: 50% }
  .lit { background: #d3d5e4 }
  .view { position: relative }
  .view > img { display: block }
  .popup { position: absolute; inline-size: ${popupWidth}px }
  .popup > img { display: block; inline-size: 100%; border-radius: 16px; box-shadow: 0 0 0 1px #1d21481a, 0 2px 6px #1d214814, 0 12px 32px #1d214833 }
  .list { position: absolute; inset-inline: 16px; padding: 4px; border-radius: 8px; background: #fff; color: #1d2148; font-size: 14px; line-height: 28px;
    box-shadow: 0 0 0 1px #0002, 0 12px 32px #0003 }
  .list span { display: block; padding: 0 8px; border-radius: 4px }
  .list .on { background: #34388a; color: #fff }
  /* On a white page, a picture has an edge. */
  .frame { position: absolute; inset: 0; border: 1px solid #d5d7e4 }
  .pointer { position: absolute; filter: drop-shadow(0 1px 2px #0008) }
`;

/** A pointer whose tip is there, in pixels of CSS. */
export const pointerAt = (x: number, y: number): string =>
  `<svg class="pointer" style="left: ${x - 3}px; top: ${y - 2}px" width="22" height="22" viewBox="0 0 22 22"><path d="M3 2v15l4-4 3 7 3-1.3-3-6.7h6z" fill="#fff" stroke="#111" stroke-width="1.3"/></svg>`;

interface DrawnWindow {
  /** Without its scheme, as browsers show it. */
  address: string;
  isDark?: boolean;
  /** The toolbar button is pressed. */
  isLit?: boolean;
  /** What is below the toolbar, as HTML. */
  view: string;
}

export const windowOf = ({ address, isDark = false, isLit = false, view }: DrawnWindow): string =>
  `<div class="window ${isDark ? 'dark' : ''}"><div class="bar"><i></i><i></i><i></i><span class="address">${address.replace('https://', '')}</span>
    <span class="button ${isLit ? 'lit' : ''}">${imageOf(icon, 'width="20"')}</span></div><div class="view">${view}</div></div>`;

/** A popup with something over it. */
export const popupOf = ({ png }: PopupPicture, over = ''): string =>
  `<div class="popup">${imageOf(png)}${over}</div>`;

/** The position of an option in the popup's select, whose Chinese texts have spaces of their own. */
export const positionIn = ({ list }: PopupPicture, option: string): number => {
  const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '');
  const at = list?.options.findIndex((each) => withoutSpaces(each) === withoutSpaces(option)) ?? -1;
  if (at === -1) throw new Error(`The popup does not offer “${option}”.`);
  return at;
};

/** The open list of the popup's select: the system draws it, so a picture of a page does not have it. */
export const listOf = (picture: PopupPicture, chosen: string): string => {
  const marked = positionIn(picture, chosen);
  const options = picture.list?.options.map(
    (each, at) => `<span class="${at === marked ? 'on' : ''}">${each}</span>`,
  );
  return `<div class="list" style="top: ${(picture.list?.below ?? 0) + 4}px">${(options ?? []).join('')}</div>`;
};
