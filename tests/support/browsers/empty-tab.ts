import type { Browser, Page } from 'puppeteer-core';
import { tabsOf } from './extension.ts';

/** The empty tab that was last left in each browser. */
const emptyTabs = new WeakMap<Browser, Page>();

/**
 * Closes all tabs but `exception` and an empty one, which is then in front. That of the last call is reused if no test has
 * used it, as a new tab takes Chromium 0.3 s of processor time.
 */
export async function leaveEmptyTab(browser: Browser, exception?: Page): Promise<void> {
  const tabs = await tabsOf(browser);
  const empty = (await unusedOf(browser, tabs)) ?? (await browser.newPage());
  emptyTabs.set(browser, empty);
  // Pages of a removed extension have been closed by the browser already.
  const others = tabs.filter((tab) => tab !== empty && tab !== exception);
  await Promise.all(others.map((tab) => tab.close().catch(() => undefined)));
}

/** The empty tab of the last call, in front, unless it was used, closed or unloaded since. */
async function unusedOf(browser: Browser, tabs: Page[]): Promise<Page | undefined> {
  const empty = tabs.find((tab) => tab === emptyTabs.get(browser));
  if (empty === undefined) return undefined;
  try {
    const isUnused = await empty.evaluate(() => location.href === 'about:blank' && history.length === 1);
    if (!isUnused) return undefined;
    await empty.bringToFront();
    return empty;
  } catch {
    return undefined;
  }
}
