import type { Browser, Page, ScreenshotClip, ScreenshotOptions } from 'puppeteer-core';
import { openPopup } from '../browsers/extension.ts';
import { scale, type Studio } from './studio.ts';

/** A screen in one of its states. */
export interface Scene {
  /** Pixels of CSS. A popup has no height of its own. */
  width: number;
  height?: number;
  /** It is shown before the extension is connected. */
  isUnconnected?: boolean;
  /** Opens the screen and brings it into its state; resolves with the page to photograph. */
  open(studio: Studio): Promise<Page>;
}

export type Scenes = Record<string, Scene>;

/** A picture of a scene that is to be taken; pixels of CSS if the scene's own size is not wanted. */
export interface Shot {
  name: string;
  look: 'light' | 'dark';
  width?: number;
  height?: number;
}

/** The width of the popup, and that of pages on a desktop. */
export const popupWidth = 360;
export const desktop = { width: 1280, height: 800 };

/** The popup before, after, and with its code, as the README and the stores show it. */
export const popupShots: readonly Shot[] = [
  { name: 'popup-form', look: 'light' },
  { name: 'popup-result', look: 'light' },
  { name: 'popup-qr', look: 'dark' },
];

/** Milliseconds after which a screen is not expected to become whole. */
const longest = 15_000;

/** The pictures that are taken of a screen which changes all the time, such as a player that plays. */
const mostPictures = 5;

/** In the page: the part of the screen that is not there yet; undefined when it is whole. */
function missingPart(): string | undefined {
  const find = (selector: string): Element | null => document.querySelector(selector);
  if (document.fonts.status !== 'loaded') return 'the fonts';
  if ([...document.querySelectorAll('img')].some(({ complete }) => !complete)) return 'an image';
  const isMoving = document
    .getAnimations()
    .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations === 1);
  if (isMoving) return 'the end of an animation';

  if (location.pathname === '/popup.html') {
    // Before a service is connected, there is none.
    if (!find('main.empty, footer')) return 'the footer';
    const created = document.querySelector<HTMLInputElement>('#short-link')?.value;
    if (created !== undefined && !find(`footer a[href="${created}"]`))
      return 'the new link among the recent ones';
  }
  if (find('#about') && !find('#about [role=group] .setting')) return 'the permissions';
  if (find('#diagnostics [data-state=waiting]')) return 'a check';
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
  for (let taken = 0; taken < mostPictures; taken += 1) {
    const before = picture;
    picture = await page.screenshot({ encoding: 'base64', ...part });
    if (picture === before) break;
  }
  return picture;
}

/** A picture of all of a popup, whatever the window is that it is in. */
export async function shootPopup(popup: Page): Promise<string> {
  await untilWhole(popup);
  const height = await popup.evaluate(() => document.body.scrollHeight);
  return shoot(popup, { x: 0, y: 0, width: popupWidth, height });
}

/** The picture of a scene; all of its tabs are closed afterwards. A popup has the size that its content gives it. */
export async function photograph(studio: Studio, scene: Scene, { look, ...size }: Shot): Promise<string> {
  studio.look = { features: [{ name: 'prefers-color-scheme', value: look }], ...size };
  const page = await scene.open(studio);
  await studio.applyLook(page);
  if (scene.height !== undefined) {
    const { width = scene.width, height = scene.height } = size;
    await page.setViewport({ width, height, deviceScaleFactor: scale });
  }
  const picture = await (scene.height === undefined ? shootPopup(page) : shoot(page));
  await closeAll(studio);
  return picture;
}

/** Closes all tabs but a new, empty one, and ends the fault of the service. */
export async function closeAll({ browser, service }: Studio): Promise<void> {
  service.setFault(null);
  const old = await browser.pages();
  await browser.newPage();
  // A popup may have closed by itself meanwhile.
  for (const page of old) await page.close().catch(() => undefined);
}

/** Clicks the toolbar button on one of the sample pages; `query` is appended to its address. */
export async function popupOn(studio: Studio, at = 0, query = ''): Promise<Page> {
  const page = await studio.openSample(studio.linkOf(at) + query);
  const popup = await openPopup(studio.browser, page);
  await popup.locator('form, .result, main').wait();
  return popup;
}

/** The same if the history has all of the sample pages but this one. */
export async function newPopupOn(studio: Studio, at = 0, query = ''): Promise<Page> {
  await studio.setHistory((each) => each !== at);
  return popupOn(studio, at, query);
}

/** Draws a page of our own. Resolves with a PNG unless the options say otherwise. */
export async function drawHtml(
  browser: Browser,
  html: string,
  {
    options = {},
    ...viewport
  }: { width: number; height: number; deviceScaleFactor?: number; options?: ScreenshotOptions },
): Promise<Uint8Array> {
  const page = await browser.newPage();
  await page.setViewport(viewport);
  await page.setContent(html);
  const picture = await page.screenshot(options);
  await page.close();
  return picture;
}
