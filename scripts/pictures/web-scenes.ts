import { setTimeout } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { press } from '../browsers/controls.ts';
import { chooseLinkItem } from '../browsers/extension.ts';
import { paths, startTour } from '../demo/tour.ts';
import { inTab } from './page-scenes.ts';
import { createLinks } from './popup-scenes.ts';
import { missingBodyOf } from './sample-data.ts';
import { desktop, type Scene, type Scenes } from './shoot.ts';
import { type Fault, shortHost } from './service-proxy.ts';
import type { Studio } from './studio.ts';

/** Chooses a link in the menu of a sample page. */
async function chooseOnSample(studio: Studio, { link, fault }: { link: string; fault: Fault | null }) {
  const page = await studio.openSample(studio.linkOf(0));
  await studio.applyLook(page);
  await page.setViewport({ ...desktop, deviceScaleFactor: 2 });
  // The call of the driver counts as a user activation, as a click on the menu does.
  await page.evaluate(() => document.body.focus());
  await page.$eval('a', ({ style }) => (style.textDecoration = 'underline'));
  studio.service.setFault(fault);
  await chooseLinkItem(studio.browser, link);
  // Close is there while the link is created, Open when it has been.
  const last = studio.text(fault === null ? 'open' : 'toastClose');
  await page.locator(`aria/${last}[role="button"]`).wait();
  await setTimeout(500);
  return page;
}

/** A toast on a page, of which a link was chosen in the menu. */
const toast = (fault: Fault | null = null): Scene =>
  inTab(async (studio) => {
    await studio.setHistory();
    return chooseOnSample(studio, { link: studio.linkOf(8), fault });
  });

/** A missing page of a site that has nothing to do with the service. */
export const missingAddress = 'https://harbour-museum.example/exhibits/tide-tables';

/** A tab in which the pill is on a missing page; by default that of a short link which has expired. */
async function openMissing(studio: Studio, address?: string): Promise<Page> {
  const page = await studio.browser.newPage();
  await page.setViewport({ ...desktop, deviceScaleFactor: 2 });
  await studio.applyLook(page);
  if (address !== undefined)
    await studio.answerWith(page, () => ({ status: 404, body: missingBodyOf(studio.samples) }));
  await page.goto(address ?? `https://${shortHost}/${studio.samples.pages[0]?.id ?? ''}`);
  await page.locator(`aria/${studio.text('playerPlay')}[role="button"]`).wait();
  return page;
}

/** Opens the player; 8 seconds into a track. */
async function play(studio: Studio, page: Page): Promise<Page> {
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
}

/** The page of `npm start`, of which one step is done. */
async function openTour(studio: Studio): Promise<Page> {
  const tour = await startTour({
    shortened: () => Promise.resolve([tour.address]),
    isPlaying: () => Promise.resolve(false),
  });
  tour.setLanguage(studio.language, studio.text('menuLink'));
  const page = await studio.browser.newPage();
  page.once('close', tour.close);
  await page.goto(`http://${tour.hosts.split(' ').at(-1) ?? ''}${paths.page}?edition=1`);
  await page.locator('li.done').wait();
  return page;
}

/** Scenes on pages of the web. */
export const webScenes: Scenes = {
  pill: inTab((studio) => openMissing(studio)),
  player: inTab(async (studio) => play(studio, await openMissing(studio, missingAddress))),
  'player-tracks': inTab(async (studio) => {
    const page = await openMissing(studio);
    await press(page, studio.text('playerOpen'));
    await press(page, studio.text('playerTracks'));
    return page;
  }),
  'player-problem': inTab(async (studio) => {
    const page = await openMissing(studio);
    studio.service.setFault('music-missing');
    await press(page, studio.text('playerOpen'));
    await press(page, studio.text('playerPlay'));
    await setTimeout(4000);
    return page;
  }),
  tour: inTab(openTour),

  menu: toast(),
  'toast-failure': toast('no-answer'),
  'toast-reuse': inTab(async (studio) => {
    await createLinks(studio, [2]);
    return chooseOnSample(studio, { link: studio.linkOf(2), fault: null });
  }),
  // Last of all, as in the other tables.
  'toast-countdown': toast('too-many-requests'),
};
