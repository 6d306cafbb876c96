import type { Page, ScreenshotClip } from 'puppeteer-core';
import { openPopup } from '../browsers/extension.ts';
import { scale, type Studio } from './studio.ts';
import { openSample } from './web-pages.ts';
import { samplePages } from './sample-data.ts';
import { steadyPicture, untilWhole } from './whole.ts';

type ColorScheme = 'light' | 'dark';

/** A screen in one of its states. */
export interface Scene {
  /** Pixels of CSS. A popup has no height of its own. */
  width: number;
  height?: number;
  /** Opens the screen and brings it into its state; resolves with the page to photograph. */
  open(studio: Studio): Promise<Page>;
}

/** A picture of a scene that is to be taken; pixels of CSS if the scene's own size is not wanted. */
export interface Shot {
  name: string;
  look: ColorScheme;
  width?: number;
  height?: number;
}

export type Scenes = Record<string, Scene>;

/** The width of the popup, and that of pages on a desktop. */
export const popupWidth = 360;
export const desktop = { width: 1280, height: 800 };

/** Opens a scene in the studio's look. A popup has the size that its content gives it, and takes no other. */
async function openScene(studio: Studio, scene: Scene): Promise<Page> {
  const page = await scene.open(studio);
  await studio.dress(page);
  const width = studio.look.width ?? scene.width;
  if (scene.height !== undefined) {
    const height = studio.look.height ?? scene.height;
    await page.setViewport({ width, height, deviceScaleFactor: scale });
  }
  return page;
}

/** A picture of what a page shows, or of a part of it, when the page is whole. Every picture is taken here. */
export async function shoot(page: Page, clip?: ScreenshotClip): Promise<string> {
  await untilWhole(page);
  const part = clip && { clip, captureBeyondViewport: true };
  return steadyPicture(() => page.screenshot({ encoding: 'base64', ...part }));
}

/** A picture of all of a popup, whatever the window is that it is in. */
export async function shootPopup(popup: Page): Promise<string> {
  await untilWhole(popup);
  const height = await popup.evaluate(() => document.body.scrollHeight);
  return shoot(popup, { x: 0, y: 0, width: popupWidth, height });
}

/** The picture of a scene, as base64; all of its tabs are closed afterwards. */
export async function photograph(studio: Studio, scene: Scene): Promise<string> {
  const page = await openScene(studio, scene);
  const picture = await (scene.height === undefined ? shootPopup(page) : shoot(page));
  studio.service.fail(null);
  await closeAll(studio);
  return picture;
}

/** Closes all tabs but a new, empty one. */
export async function closeAll({ browser }: Studio): Promise<void> {
  const old = await browser.pages();
  await browser.newPage();
  for (const page of old) await page.close().catch(() => undefined);
}

/** Clicks the toolbar button on one of the sample pages; `query` is appended to its address. */
export async function popupOn(studio: Studio, at = 0, query = ''): Promise<Page> {
  const link = (samplePages[studio.language][at]?.link ?? '') + query;
  const page = await openSample(studio.browser, studio.language, link);
  const popup = await openPopup(studio.browser, page);
  await popup.locator('form, .result, main').wait();
  return popup;
}

/** The same if the history has all of the sample pages but this one. */
export async function newPopupOn(studio: Studio, at = 0, query = ''): Promise<Page> {
  await studio.remember((each) => each !== at);
  return popupOn(studio, at, query);
}
