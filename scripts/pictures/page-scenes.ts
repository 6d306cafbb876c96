import type { Page } from 'puppeteer-core';
import { press, valueOf } from '../browsers/controls.ts';
import { chooseLinkItem, pageOpenedBy } from '../browsers/extension.ts';
import { samplePages } from './sample-data.ts';
import { desktop, type Scene, type Scenes } from './scene.ts';
import type { Studio } from './studio.ts';
import { openSample } from './web-pages.ts';

type Prepare = (page: Page, studio: Studio) => Promise<unknown>;

/** A page of the extension when it has an element `ready` and `prepare` has run. */
export const ownPage = (path: string, ready: string, prepare?: Prepare): Scene => ({
  ...desktop,
  open: async (studio) => {
    const page = await studio.open(path);
    await page.setViewport({ ...desktop, width: studio.look.width ?? desktop.width });
    await page.bringToFront();
    await page.locator(ready).wait();
    await prepare?.(page, studio);
    return page;
  },
});

export const history = (prepare?: Prepare): Scene => ({
  ...desktop,
  open: async (studio) => {
    await studio.remember(() => true);
    return ownPage('history.html', '.entry', prepare).open(studio);
  },
});

const checked: Prepare = async (page, studio) => {
  await press(page, studio.text('diagnosticsCheck'));
  await page.locator(`aria/${studio.text('diagnosticsCopy')}[role="button"]`).wait();
  await page.mouse.move(0, 0);
  await page.$eval('#diagnostics', (section) => section.scrollIntoView({ behavior: 'instant' }));
};

/** The page that shows an outcome where no script may run. */
const outcome: Scene = {
  ...desktop,
  open: async (studio) => {
    await studio.remember();
    const page = await studio.browser.newPage();
    await page.goto('chrome://version');
    await page.bringToFront();
    await chooseLinkItem(studio.browser, samplePages[studio.language][8]?.link ?? '');
    const opened = await pageOpenedBy(studio.browser, 'outcome.html');
    await valueOf(opened, studio.text('shortLinkLabel'));
    return opened;
  },
};

/** The page for tabs of these addresses, before its run. */
export async function openBatch(studio: Studio, addresses: readonly string[]): Promise<Page> {
  for (const address of addresses) await openSample(studio.browser, studio.language, address);
  const popup = await studio.open('popup.html');
  const id = await popup.evaluate('chrome.windows.getCurrent().then(({ id }) => id)');
  await popup.close();
  return ownPage(`batch.html?window=${String(id)}`, 'form button[type=submit]').open(studio);
}

/** The page for many tabs; with `run`, when their links are created. */
export const batch = (run: boolean): Scene => ({
  ...desktop,
  open: async (studio) => {
    await studio.remember();
    const page = await openBatch(
      studio,
      samplePages[studio.language].slice(8).map(({ link }) => link),
    );
    if (!run) return page;
    await page.locator('form button[type=submit]').click();
    await page.locator('#preview').wait();
    await page.mouse.move(0, 0);
    return page;
  },
});

const step = (hash: string): Scene => ownPage(`options.html#${hash}`, 'h1');

/** The pages before the extension is connected. */
export const unconnectedPages: Scenes = {
  'first-run': ownPage('options.html#first-run', 'form'),
};

export const pageScenes: Scenes = {
  history: history((page) => page.hover('.entry')),
  'history-menu': history(async (page) => (await page.waitForSelector('.acts [aria-haspopup]'))?.click()),
  'history-selection': history(async (page) => {
    for (const box of (await page.$$('.pick input')).slice(0, 3)) await box.click();
    await page.mouse.move(0, 0);
  }),
  'history-empty': {
    ...desktop,
    open: async (studio) => {
      await studio.remember();
      return ownPage('history.html', '.empty').open(studio);
    },
  },
  'first-run-defaults': step('first-run-2'),
  'first-run-music': step('first-run-3'),
  'first-run-ready': step('first-run-done'),
  options: ownPage('options.html#connection', '.shortening'),
  doctor: ownPage('options.html#diagnostics', '#diagnostics-title', checked),
  'doctor-problem': ownPage('options.html#diagnostics', '#diagnostics-title', async (page, studio) => {
    studio.service.fail('music-missing');
    await checked(page, studio);
  }),
  'batch-plan': batch(false),
  batch: batch(true),
  outcome,
};
