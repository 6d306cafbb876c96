import type { Page } from 'puppeteer-core';
import { press, valueOf } from '../browsers/controls.ts';
import { chooseLinkItem, pageOpenedBy } from '../browsers/extension.ts';
import { openBatch } from './page-scenes.ts';
import { inPopup } from './popup-scenes.ts';
import { samplePages } from './sample-data.ts';
import { closeAll, desktop, popupOn, type Scene, type Scenes } from './scene.ts';
import type { Fault } from './stand-in.ts';
import type { Studio } from './studio.ts';
import { openSample } from './web-pages.ts';

/** The sample pages that have a link already. */
const reused = [2, 7];
const fresh = [0, 1, 3, 4, 5];

/** Creates a link for each of them: those that a picture writes into the history belong to no account. */
async function createLinks(studio: Studio): Promise<void> {
  await studio.remember();
  for (const at of reused) {
    const popup = await popupOn(studio, at);
    await press(popup, studio.text('shorten'));
    await valueOf(popup, studio.text('shortLinkLabel'));
  }
  await closeAll(studio);
}

/** A batch of pages of which some have a link already; `fault` is what goes wrong then. */
async function startBatch(studio: Studio, fault: Fault | null): Promise<Page> {
  await createLinks(studio);
  studio.service.fail(fault);
  const addressOf = (at: number): string => samplePages[studio.language][at]?.link ?? '';
  // A request that got no answer goes on after its picture, and no other one is sent for its address meanwhile.
  const others = fresh.map((at) => addressOf(at) + (fault === null ? '' : `?by=${fault}`));
  const page = await openBatch(studio, [...reused.map(addressOf), ...others]);
  await page.locator('form button[type=submit]').click();
  await page.mouse.move(0, 0);
  return page;
}

/** Marks the newest link of the history as one whose outcome is unseen. */
const forgetOutcome = `new Promise((resolve) => {
  indexedDB.open('waylark-history').onsuccess = ({ target: { result: database } }) => {
    const attempts = database.transaction('attempts', 'readwrite').objectStore('attempts');
    attempts.getAll().onsuccess = ({ target: { result } }) => {
      const newest = result.reduce((one, other) => (one.createdAt > other.createdAt ? one : other));
      attempts.put({ ...newest, shown: false }).onsuccess = resolve;
    };
  };
})`;

/** The link of a page in the context menu that has a short link already, on another page. */
const chooseReused = async (studio: Studio, page: Page): Promise<void> => {
  await page.bringToFront();
  await chooseLinkItem(studio.browser, samplePages[studio.language][reused[0] ?? 0]?.link ?? '');
};

/** Scenes in which a link exists already, and of a run that has not ended. */
export const reuseScenes: Scenes = {
  'popup-earlier': inPopup(async (studio) => {
    await studio.remember(() => true);
    const page = await studio.open('history.html');
    await page.evaluate(forgetOutcome);
    await page.close();
    const popup = await popupOn(studio, 3);
    await popup.locator('.earlier').wait();
    return popup;
  }),
  'outcome-reuse': {
    ...desktop,
    open: async (studio) => {
      await createLinks(studio);
      const page = await studio.browser.newPage();
      await page.goto('chrome://version');
      await chooseReused(studio, page);
      const opened = await pageOpenedBy(studio.browser, 'outcome.html');
      await valueOf(opened, studio.text('shortLinkLabel'));
      return opened;
    },
  },
  'batch-running': {
    ...desktop,
    open: async (studio) => {
      const page = await startBatch(studio, 'stuck');
      await page.waitForFunction(() => document.querySelectorAll('[data-state=created]').length === 2);
      await page.waitForFunction(() => document.querySelectorAll('[data-state=sending]').length === 3);
      return page;
    },
  },
  'batch-reuse': {
    ...desktop,
    open: async (studio) => {
      const page = await startBatch(studio, null);
      await page.locator('#preview').wait();
      return page;
    },
  },
};

/** The same on a page of the web. */
export const toastReuse: Scene = {
  ...desktop,
  open: async (studio) => {
    await createLinks(studio);
    const page = await openSample(
      studio.browser,
      studio.language,
      samplePages[studio.language][0]?.link ?? '',
    );
    await studio.dress(page);
    await page.evaluate(() => document.body.focus());
    await chooseReused(studio, page);
    await page.locator(`aria/${studio.text('open')}[role="button"]`).wait();
    return page;
  },
};
