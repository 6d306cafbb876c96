import { browser } from '@wxt-dev/webextension-polyfill/browser';
import { isDocumentThere } from './injection.ts';

/** Brings a tab to the front, and its window. Firefox for Android has no windows. Rejects where the tab is gone. */
export const showTab = async (tabId: number): Promise<void> => {
  const tab = await browser.tabs.update(tabId, { active: true });
  if ('windows' in browser && tab.windowId !== undefined)
    await browser.windows.update(tab.windowId, { focused: true });
};

interface PageInTab {
  tabId: number;
  documentId?: string | undefined;
  url?: string;
}

/**
 * Whether that tab is there and, where a page of it is named, still shows that one. Its address alone would not tell that
 * it was loaded anew, and its document alone may be one that the browser has put aside for coming back to.
 */
export const isStillAt = async ({ tabId, documentId, url }: PageInTab): Promise<boolean> => {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (!tab || (url !== undefined && tab.url !== url)) return false;
  return documentId === undefined || isDocumentThere({ tabId, documentId });
};

/** Opens a page of ours right behind that tab, in front; resolves with the new tab's id. */
export const openBeside = async (tabId: number, path: string): Promise<number | undefined> => {
  const url = browser.runtime.getURL(path);
  const tab = await browser.tabs.get(tabId).catch(() => null);
  // Chromium's private windows do not show our pages: it opens them elsewhere.
  const { index = 0, windowId } = tab && !tab.incognito ? tab : {};
  const place = windowId === undefined ? {} : { windowId, index: index + 1 };
  const opened = await browser.tabs.create({ ...place, url });
  return opened.id;
};

/** Opens an address right behind that tab, in the background; not where that tab is gone. */
export const openBehind = async (tabId: number, url: string): Promise<void> => {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  const { index = 0, windowId } = tab ?? {};
  if (windowId !== undefined) await browser.tabs.create({ url, active: false, index: index + 1, windowId });
};
