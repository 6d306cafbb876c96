import type { Browser, Page } from 'puppeteer-core';
import { press } from '../support/browsers/controls.ts';
import { poll } from '../support/browsers/poll.ts';
import { type Figure, inTurn, median } from './figures.ts';

const plays = 10;

const isOffscreen = (target: { url(): string }): boolean => target.url().endsWith('/offscreen.html');

const offscreenPage = (browser: Browser): Promise<Page> =>
  poll('the offscreen document', () => browser.targets().find(isOffscreen)?.asPage());

/** Restores the state before the first Play: no offscreen document and no stored track. The track list stays. */
const resetPlayback = async (options: Page): Promise<void> => {
  await options.evaluate(`(async () => {
    await chrome.storage.local.remove('playback');
    await chrome.offscreen.closeDocument().catch(() => undefined);
  })()`);
};

/** When the one audio element was at its beginning, in milliseconds since 1970, as soon as it advances. */
const beginning = async (sound: Page): Promise<number> =>
  poll('the music to advance', () =>
    sound.evaluate(() => {
      const audio = document.querySelector('audio');
      if (!audio || audio.paused || audio.currentTime === 0) return undefined;
      return performance.timeOrigin + performance.now() - audio.currentTime * 1000;
    }),
  );

const playOnce = async (browser: Browser, { options, address }: Stage): Promise<number> => {
  await resetPlayback(options);
  const page = await browser.newPage();
  await page.goto(address);
  await page.bringToFront();
  const button = await page.locator('aria/Play[role="button"]').waitHandle();
  const box = await button.boundingBox();
  if (!box) throw new Error('Play is not drawn.');
  const clicked = Date.now();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const began = await beginning(await offscreenPage(browser));
  await press(page, 'Close');
  await page.close();
  return began - clicked;
};

interface Stage {
  /** A page of the extension. */
  options: Page;
  /** Of a missing page. */
  address: string;
}

/** How soon it plays after the click, the creation of its sound document included. */
export const measurePlaying = async (browser: Browser, stage: Stage): Promise<Figure[]> => {
  const { taken } = await inTurn({ taken: () => playOnce(browser, stage) }, { rounds: plays });
  return [
    {
      name: 'Play to the music advancing',
      value: median(taken),
      unit: 'ms',
      limit: { at: 'most', value: 300 },
      from: `median of ${plays}`,
    },
  ];
};
