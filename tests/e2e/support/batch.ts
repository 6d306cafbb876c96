import type { Page } from 'puppeteer-core';
import { openExtensionPage } from '../../../scripts/browsers/extension.ts';
import type { Fixture } from './fixture.ts';

/** Opens the batch page with this query in a new tab, as the popup does. */
export const openBatch = (fixture: Fixture, query: string): Promise<Page> =>
  openExtensionPage(fixture.browser, fixture.origin, `batch.html?${query}`);

/** The query that selects the window with the tabs of the tests. */
export async function thisWindow(fixture: Fixture): Promise<string> {
  const page = await fixture.open('popup.html');
  const id = await page.evaluate('(globalThis.browser ?? chrome).windows.getCurrent().then(({ id }) => id)');
  await page.close();
  return `window=${Number(id)}`;
}

/** Opens this number of web pages in tabs, with the paths `/name/1` and so on; resolves with their addresses. */
export async function visitTabs(fixture: Fixture, name: string, count: number): Promise<string[]> {
  const links: string[] = [];
  for (let at = 1; at <= count; at += 1) links.push((await fixture.visit(`/${name}/${at}`)).url());
  return links;
}

/** Clicks the button that starts: its name counts the chosen tabs. */
export const startBatch = (page: Page): Promise<void> =>
  page.locator('form button[type=submit]').setTimeout(30_000).click();

/** The state of each tab: `waiting`, `sending`, `made`, `failed` or `unknown`, in order. */
export const outcomesOn = (page: Page): Promise<string[]> =>
  page.$$eval('[data-state]', (rows) => rows.map((row) => row.getAttribute('data-state') ?? ''));

/** The short links that the page shows, in order. */
export const shortLinksOn = (page: Page): Promise<string[]> =>
  page.$$eval('[data-state="made"] a', (links) => links.map((link) => link.textContent));
