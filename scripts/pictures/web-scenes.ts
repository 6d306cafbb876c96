import { setTimeout } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { press } from '../browsers/controls.ts';
import { chooseLinkItem } from '../browsers/extension.ts';
import { missingBodyOf, samplePages } from './sample-data.ts';
import { desktop, type Scene, type Scenes } from './scene.ts';
import { type Fault, shortHost } from './stand-in.ts';
import type { Studio } from './studio.ts';
import { answerWith, openSample } from './web-pages.ts';

/** A toast on a page, whose own address was chosen in the context menu; if something goes wrong, it says so. */
export const toast = (fault: Fault | null = null): Scene => ({
  ...desktop,
  open: async (studio) => {
    const pages = samplePages[studio.language];
    await studio.remember();
    const page = await openSample(studio.browser, studio.language, pages[0]?.link ?? '');
    await studio.dress(page);
    await page.setViewport({ ...desktop, deviceScaleFactor: 2 });
    // The call of the driver counts as a user activation, as a click on the menu does.
    await page.evaluate(() => document.body.focus());
    studio.service.fail(fault);
    await chooseLinkItem(studio.browser, pages[0]?.link ?? '');
    // Close is there while the link is created, Open when it has been.
    const last = studio.text(fault === null ? 'open' : 'toastClose');
    await page.locator(`aria/${last}[role="button"]`).wait();
    await setTimeout(500);
    return page;
  },
});

/** A tab in which the pill is on a missing page. */
const openMissing = async (studio: Studio, address: string, prepare?: (page: Page) => Promise<void>) => {
  const page = await studio.browser.newPage();
  await page.setViewport({ ...desktop, deviceScaleFactor: 2 });
  await studio.dress(page);
  await prepare?.(page);
  await page.goto(address);
  await page.locator(`aria/${studio.text('playerPlay')}[role="button"]`).wait();
  return page;
};

/** The page of a short link that has expired. */
export const missingPage = (studio: Studio): Promise<Page> =>
  openMissing(studio, `https://${shortHost}/${samplePages[studio.language][0]?.id ?? ''}`);

/** Opens the player; 8 seconds into a track. */
const play = async (studio: Studio, page: Page): Promise<Page> => {
  await press(page, studio.text('playerPlay'));
  await press(page, studio.text('playerOpen'));
  await page.locator(`aria/${studio.text('playerPause')}[role="button"]`).wait();
  await page.mouse.move(0, 0);
  // The music goes on where that of the picture before was.
  const position = `aria/${studio.text('playerSeek')}[role="slider"]`;
  await page.locator(position).wait();
  await (await page.$(position))?.press('Home');
  await page.locator('body').click();
  await setTimeout(8000);
  return page;
};

/** Scenes on pages of the web. */
export const webScenes: Scenes = {
  menu: toast(),
  pill: { ...desktop, open: missingPage },
  player: { ...desktop, open: async (studio) => play(studio, await missingPage(studio)) },
};

/** Scenes of the stores' pictures alone. */
export const storeScenes: Scenes = {
  /** The player on a missing page of any site. */
  'player-on-site': {
    ...desktop,
    open: async (studio) => {
      const answer = { status: 404, body: missingBodyOf(studio.language) };
      const page = await openMissing(studio, 'https://fieldnotes.example/songs', (tab) =>
        answerWith(tab, () => answer),
      );
      return play(studio, page);
    },
  },
};
