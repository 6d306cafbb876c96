import { setTimeout } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { field, press, valueOf } from '../browsers/controls.ts';
import { chooseLinkItem, openPopup, pageOpenedBy } from '../browsers/extension.ts';
import type { Shot } from './sheet.ts';
import { host, type Stage } from './stage.ts';

type Scheme = 'light' | 'dark';

/** Takes a screen's pictures in one scheme. */
export type Screen = (stage: Stage, scheme: Scheme) => Promise<Shot[]>;

const inScheme = (page: Page, value: Scheme): Promise<void> =>
  page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);

/** Pixels of a page in a tab, and of the sheet that it is shown on. */
const tab = { width: 560, height: 740 };
/** Of a web page with little on it. */
const webTab = { width: 560, height: 480 };

const shoot = async (page: Page, width = tab.width): Promise<Shot> => {
  const png = await page.screenshot({ encoding: 'base64' });
  await page.close();
  return { png, width };
};

/** A page of the extension, as it is once `ready` is there. */
const ownPage =
  (path: string, ready: string, get?: (page: Page, stage: Stage) => Promise<void>): Screen =>
  async (stage, scheme) => {
    const page = await stage.open(path);
    await page.setViewport(tab);
    await inScheme(page, scheme);
    await page.locator(ready).wait();
    await get?.(page, stage);
    return [await shoot(page)];
  };

/** Brings a section to the top, with some room above. */
const scrollTo = (selector: string) => (page: Page) =>
  page.$eval(selector, (section) => {
    globalThis.scrollTo({ top: scrollY + section.getBoundingClientRect().top - 24, behavior: 'instant' });
  });

/** The popup, without what arrives later below: without a window it does not grow with that. */
const popupShot = async (popup: Page): Promise<Shot> => {
  const size = await popup.evaluate(() => ({
    width: innerWidth,
    height: document.querySelector('.extras')?.getBoundingClientRect().top ?? document.body.offsetHeight,
  }));
  const png = await popup.screenshot({ encoding: 'base64', clip: { x: 0, y: 0, ...size } });
  return { png, width: size.width };
};

const popup: Screen = async (stage, scheme) => {
  const page = await stage.browser.newPage();
  await page.goto(`${host}/skylarks?by=${scheme}`);
  const opened = await openPopup(stage.browser, page);
  await inScheme(opened, scheme);
  await (await field(opened, stage.text('validityLabel'))).select('week');
  const form = await popupShot(opened);
  await press(opened, stage.text('shorten'));
  await valueOf(opened, stage.text('shortLinkLabel'));
  return [form, await popupShot(opened)];
};

const menu: Screen = async (stage, scheme) => {
  const page = await stage.browser.newPage();
  await page.setViewport(webTab);
  await inScheme(page, scheme);
  await page.goto(`${host}/skylarks`);
  await page.bringToFront();
  // The driver's call counts as a click of the person's, as the menu does.
  await page.evaluate(() => document.body.focus());
  for (const path of ['songs', 'nests', 'guide']) {
    await chooseLinkItem(stage.browser, `${host}/${path}/${scheme}`);
    await page.locator(`aria/${stage.text('toastClose')}[role="button"]`).wait();
    await setTimeout(500);
  }
  return [await shoot(page)];
};

/** What tells an outcome where no script may run, such as on the browser's own pages. */
const told: Screen = async (stage, scheme) => {
  const page = await stage.browser.newPage();
  await page.goto('chrome://version');
  await page.bringToFront();
  await chooseLinkItem(stage.browser, `${host}/flight/${scheme}`);
  const opened = await pageOpenedBy(stage.browser, 'told.html');
  await opened.setViewport(webTab);
  await inScheme(opened, scheme);
  await valueOf(opened, stage.text('shortLinkLabel'));
  await page.close();
  return [await shoot(opened)];
};

/** A missing page with the pill, then with the player some seconds into a track. */
const player: Screen = async (stage, scheme) => {
  const page = await stage.browser.newPage();
  await page.setViewport(webTab);
  await inScheme(page, scheme);
  await page.goto(`${stage.service}/ended-long-ago`);
  if (scheme === 'light') {
    await page.locator(`aria/${stage.text('playerPlay')}[role="button"]`).wait();
    return [await shoot(page)];
  }
  await press(page, stage.text('playerPlay'));
  await press(page, stage.text('playerOpen'));
  await page.locator(`aria/${stage.text('playerPause')}[role="button"]`).wait();
  await page.mouse.move(0, 0);
  await setTimeout(8_000);
  return [await shoot(page)];
};

/** Some tabs with pages about birds, shortened. */
const many: Screen = async (stage, scheme) => {
  const tabs: Page[] = [];
  for (const path of ['/skylarks', '/songs', '/nests', '/guide']) {
    const page = await stage.browser.newPage();
    await page.goto(`${host}${path}?by=${scheme}`);
    tabs.push(page);
  }
  const somewhere = await stage.open('popup.html');
  const id = await somewhere.evaluate('chrome.windows.getCurrent().then(({ id }) => id)');
  await somewhere.close();
  const shots = await ownPage(`many.html?window=${String(id)}`, 'form, button', async (page) => {
    await press(page, stage.text('manyStart'));
    await page.locator('[data-state="made"] a').wait();
    await page.waitForFunction(() => document.querySelectorAll('[data-state="made"]').length >= 4);
  })(stage, scheme);
  for (const page of tabs) await page.close();
  return shots;
};

const doctor = ownPage('options.html#diagnostics', '#diagnostics-title', async (page, stage) => {
  await press(page, stage.text('diagnosticsCheck'));
  await page.locator(`aria/${stage.text('diagnosticsCopy')}[role="button"]`).wait();
  await scrollTo('.diagnostics')(page);
});

/** What one sees before anything is connected, by the name of its picture. */
export const firstScreens: Record<string, Screen> = {
  'first-run': ownPage('options.html#first-run', 'form'),
};

/** Every other screen there is. */
export const screens: Record<string, Screen> = {
  popup,
  menu,
  history: ownPage('history.html', '.entry'),
  told,
  player,
  options: ownPage('options.html', '.shortening', scrollTo('.shortening')),
  many,
  doctor,
};
