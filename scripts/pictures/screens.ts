import { setTimeout } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { field, press, valueOf } from '../browsers/controls.ts';
import { chooseLinkItem, openPopup, pageOpenedBy } from '../browsers/extension.ts';
import type { Shot } from './sheet.ts';
import { sampleOrigin, type Studio } from './studio.ts';

type Scheme = 'light' | 'dark';

/** Takes the screenshots of a screen in one colour scheme. */
export type Screen = (studio: Studio, scheme: Scheme) => Promise<Shot[]>;

const inScheme = (page: Page, value: Scheme): Promise<void> =>
  page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);

/** Viewport of a page of the extension, in pixels. */
const tab = { width: 560, height: 740 };
/** Viewport of a web page, in pixels. */
const webTab = { width: 560, height: 480 };

/** Takes a screenshot of a page and closes it. */
const shootAndClose = async (page: Page): Promise<Shot> => {
  const png = await page.screenshot({ encoding: 'base64' });
  await page.close();
  return { png, width: tab.width };
};

/** A page of the extension when it has an element `ready` and `prepare` has run. */
const ownPage =
  (path: string, ready: string, prepare?: (page: Page, studio: Studio) => Promise<void>): Screen =>
  async (studio, scheme) => {
    const page = await studio.open(path);
    await page.setViewport(tab);
    await inScheme(page, scheme);
    await page.locator(ready).wait();
    await prepare?.(page, studio);
    return [await shootAndClose(page)];
  };

/** Scrolls a section to 24 pixels below the top. */
const scrollTo = (selector: string) => (page: Page) =>
  page.$eval(selector, (section) => {
    globalThis.scrollTo({ top: scrollY + section.getBoundingClientRect().top - 24, behavior: 'instant' });
  });

/** The popup down to its form: without a window it does not grow when the rest appears. */
const popupShot = async (popup: Page): Promise<Shot> => {
  const size = await popup.evaluate(() => ({
    width: innerWidth,
    height: document.querySelector('.extras')?.getBoundingClientRect().top ?? document.body.offsetHeight,
  }));
  const png = await popup.screenshot({ encoding: 'base64', clip: { x: 0, y: 0, ...size } });
  return { png, width: size.width };
};

const popup: Screen = async (studio, scheme) => {
  const page = await studio.browser.newPage();
  await page.goto(`${sampleOrigin}/skylarks?by=${scheme}`);
  const opened = await openPopup(studio.browser, page);
  await inScheme(opened, scheme);
  await (await field(opened, studio.text('validityLabel'))).select('week');
  const form = await popupShot(opened);
  await press(opened, studio.text('shorten'));
  await valueOf(opened, studio.text('shortLinkLabel'));
  return [form, await popupShot(opened)];
};

const menu: Screen = async (studio, scheme) => {
  const page = await studio.browser.newPage();
  await page.setViewport(webTab);
  await inScheme(page, scheme);
  await page.goto(`${sampleOrigin}/skylarks`);
  await page.bringToFront();
  // The call of the driver counts as a user activation, as a click on the menu does.
  await page.evaluate(() => document.body.focus());
  for (const path of ['songs', 'nests', 'guide']) {
    await chooseLinkItem(studio.browser, `${sampleOrigin}/${path}/${scheme}`);
    await page.locator(`aria/${studio.text('toastClose')}[role="button"]`).wait();
    await setTimeout(500);
  }
  return [await shootAndClose(page)];
};

/** The page that shows an outcome where the extension may not run a script, such as on the browser's own pages. */
const resultPage: Screen = async (studio, scheme) => {
  const page = await studio.browser.newPage();
  await page.goto('chrome://version');
  await page.bringToFront();
  await chooseLinkItem(studio.browser, `${sampleOrigin}/larks/${scheme}`);
  const opened = await pageOpenedBy(studio.browser, 'outcome.html');
  await opened.setViewport(webTab);
  await inScheme(opened, scheme);
  await valueOf(opened, studio.text('shortLinkLabel'));
  await page.close();
  return [await shootAndClose(opened)];
};

/** A missing page: in light with the pill, in dark with the player, 8 seconds into a track. */
const player: Screen = async (studio, scheme) => {
  const page = await studio.browser.newPage();
  await page.setViewport(webTab);
  await inScheme(page, scheme);
  await page.goto(`${studio.serviceOrigin}/expired-link`);
  if (scheme === 'light') {
    await page.locator(`aria/${studio.text('playerPlay')}[role="button"]`).wait();
    return [await shootAndClose(page)];
  }
  await press(page, studio.text('playerPlay'));
  await press(page, studio.text('playerOpen'));
  await page.locator(`aria/${studio.text('playerPause')}[role="button"]`).wait();
  await page.mouse.move(0, 0);
  await setTimeout(8_000);
  return [await shootAndClose(page)];
};

/** The page for many tabs, when the links of four tabs are created. */
const batch: Screen = async (studio, scheme) => {
  const tabs: Page[] = [];
  for (const path of ['/skylarks', '/songs', '/nests', '/guide']) {
    const page = await studio.browser.newPage();
    await page.goto(`${sampleOrigin}${path}?by=${scheme}`);
    tabs.push(page);
  }

  const popupPage = await studio.open('popup.html');
  const id = await popupPage.evaluate('chrome.windows.getCurrent().then(({ id }) => id)');
  await popupPage.close();

  const shots = await ownPage(`batch.html?window=${String(id)}`, 'form, button', async (page) => {
    await page.locator('form button[type=submit]').click();
    await page.locator('[data-state="made"] a').wait();
    await page.waitForFunction(() => document.querySelectorAll('[data-state="made"]').length >= 4);
  })(studio, scheme);
  for (const page of tabs) await page.close();
  return shots;
};

const doctor = ownPage('options.html#diagnostics', '#diagnostics-title', async (page, studio) => {
  await press(page, studio.text('diagnosticsCheck'));
  await page.locator(`aria/${studio.text('diagnosticsCopy')}[role="button"]`).wait();
  await scrollTo('.diagnostics')(page);
});

/** The screens before the extension is connected, by the name of the picture. */
export const screensBeforeConnecting: Record<string, Screen> = {
  'first-run': ownPage('options.html#first-run', 'form'),
};

/** All other screens. */
export const screens: Record<string, Screen> = {
  popup,
  menu,
  history: ownPage('history.html', '.entry'),
  outcome: resultPage,
  player,
  options: ownPage('options.html', '.shortening', scrollTo('.shortening')),
  batch,
  doctor,
};
