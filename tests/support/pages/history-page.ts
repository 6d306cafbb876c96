import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { eventually } from '../browsers/eventually.ts';
import { history, inStore } from '../browsers/stored.ts';

/** The titles on the history page, from top to bottom. */
export const titlesOf = (page: Page): Promise<string[]> =>
  page.$$eval('.row', (rows) =>
    rows
      .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
      .map((row) => row.querySelector('.name')?.textContent ?? ''),
  );

/** Chooses an item of the menu that is open. */
const chooseItem = (page: Page, name: string): Promise<void> =>
  page.locator(`::-p-xpath(//*[@role="menuitem" and starts-with(@aria-label, "${name}")])`).click();

/** Chooses an item of the menu of the page, or of the one that this button opens. */
export async function pressInMenu(page: Page, name: string, button = '.page-menu button'): Promise<void> {
  await (await page.waitForSelector(button))?.click();
  await chooseItem(page, name);
}

/** The notice at the bottom of the window. */
export const noticeOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('.about-action')?.textContent ?? '');

/** Chooses a file with this content for the import. */
export async function giveFile(page: Page, content: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'waylark-import-'));
  const file = join(folder, 'history.json');
  await writeFile(file, content);
  const input = await page.$<'input'>('input[type=file]' as 'input');
  await input?.uploadFile(file);
}

/** Announces to the pages that the history has changed, as the extension does. */
export const announceChange = (page: Page): Promise<void> =>
  page.evaluate(() => new BroadcastChannel('waylark-history').postMessage(null));

/** Removes all entries, and waits until the page has none. */
export async function emptyHistory(page: Page): Promise<void> {
  await inStore((expression) => page.evaluate(expression), history, 'clear()');
  await announceChange(page);
  await eventually(() => titlesOf(page)).toEqual([]);
}
