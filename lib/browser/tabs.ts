import type { BrowserTab, TabSelection } from './types.ts';
import { browser } from '../webextension/browser.ts';
import { notedAs } from '../errors/noted-errors.ts';

/** Activates a tab, and focuses its window. Firefox for Android has no windows. Rejects if the tab was closed. */
export const showTab = async (tabId: number): Promise<void> => {
  const tab = await browser.tabs.update(tabId, { active: true });
  if ('windows' in browser && tab.windowId !== undefined)
    await browser.windows.update(tab.windowId, { focused: true });
};

/** Opens a page of the extension next to that tab and activates it; resolves with the new tab's id. */
export const openBeside = async (tabId: number, path: string): Promise<number | undefined> => {
  const url = browser.runtime.getURL(path);
  // The tab may be closed by now.
  const tab = await browser.tabs.get(tabId).catch(() => null);
  // Chromium does not show pages of the extension in private windows and opens them in another window.
  const { index = 0, windowId } = tab && !tab.incognito ? tab : {};
  const position = windowId === undefined ? {} : { windowId, index: index + 1 };
  const opened = await browser.tabs.create({ ...position, url });
  return opened.id;
};

/** Opens an address next to that tab, in the background; does nothing if that tab was closed. */
export const openInBackgroundTab = async (tabId: number, url: string): Promise<void> => {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  const { index = 0, windowId } = tab ?? {};
  if (windowId !== undefined) await browser.tabs.create({ url, active: false, index: index + 1, windowId });
};

/**
 * The addresses of tabs. Only shortening a batch of tabs needs this permission, so it is optional and requested on that
 * page. It is separate from the permissions of sites, which other pages need.
 */
const tabs = { permissions: ['tabs' as const] };

/** Whether the extension may see the addresses of tabs. */
export const maySeeTabs = (): Promise<boolean> => browser.permissions.contains(tabs).catch(notedAs(false));

/** Requests it; resolves with whether it was granted. Call it before anything is awaited in a click's handler. */
export const requestTabs = (): Promise<boolean> => browser.permissions.request(tabs);

/** The id of the tab of this page. */
export const ownTabId = async (): Promise<number | undefined> => (await browser.tabs.getCurrent()).id;

/**
 * The tabs of a window, or those of these ids that are still open, in the order of the tab strip; without the tab of the
 * caller. Empty if the window is closed.
 */
export const readTabs = async ({ window, tabs: ids }: TabSelection): Promise<BrowserTab[]> => {
  const query = window === null ? {} : { windowId: window };
  const [open, own] = await Promise.all([browser.tabs.query(query).catch(notedAs([])), ownTabId()]);
  return open
    .filter(({ id }) => id !== own && (window !== null || (id !== undefined && ids.includes(id))))
    .map(({ url, title, incognito }) => ({ link: url ?? '', title: title ?? '', private: incognito }));
};
