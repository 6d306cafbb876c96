import type { Page } from 'puppeteer-core';
import { openExtensionPage, openTab } from '../browsers/extension.ts';
import type { Fixture } from '../browsers/fixture.ts';

/** Opens the batch page with this query in a new tab, as the popup does. */
export const openBatch = (fixture: Fixture, query: string): Promise<Page> =>
  openExtensionPage(fixture.browser, fixture.origin, `batch.html?${query}`);

/** The query that selects the window with the tabs of the tests. */
export async function thisWindow(fixture: Fixture): Promise<string> {
  // The driver of Chromium has the same number, and no page has to open for it.
  const [tab] = await fixture.browser.pages();
  if (tab && fixture.origin.startsWith('chrome-')) return `window=${await tab.windowId()}`;
  const page = await fixture.open('popup.html');
  const id = await page.evaluate('browser.windows.getCurrent().then(({ id }) => id)');
  await page.close();
  return `window=${Number(id)}`;
}

/** Opens this number of web pages in tabs, with the paths `/name/1` and so on; resolves with their addresses. */
export async function visitTabs(fixture: Fixture, name: string, count: number): Promise<string[]> {
  const links = Array.from({ length: count }, (_, at) => `${fixture.pages.origin}/${name}/${at + 1}`);
  for (const link of links) await openTab(fixture.browser, link);
  return links;
}

/** The name of the button that starts, which counts the chosen tabs. */
export const startName = /^Shorten \d+ tabs?$/;

/** Clicks that button. */
export const startBatch = (page: Page): Promise<void> =>
  page.locator('form button[type=submit]').setTimeout(30_000).click();

/** The short links that the page shows, in order. */
export const shortLinksOn = (page: Page): Promise<string[]> =>
  page.$$eval('[data-state="created"] a', (links) => links.map((link) => link.href));
