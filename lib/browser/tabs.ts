import { browser } from '../webextension/browser.ts';
import { isDocumentThere } from './injection.ts';

/** Activates a tab, and focuses its window. Firefox for Android has no windows. Rejects where the tab was closed. */
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
 * Whether that tab is open and, where a page of it is named, still shows that page. The address alone does not show that
 * the page was reloaded, and the document alone may be in the back/forward cache.
 */
export const isStillAt = async ({ tabId, documentId, url }: PageInTab): Promise<boolean> => {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (!tab || (url !== undefined && tab.url !== url)) return false;
  return documentId === undefined || isDocumentThere({ tabId, documentId });
};

/** Opens a page of the extension next to that tab and activates it; resolves with the new tab's id. */
export const openBeside = async (tabId: number, path: string): Promise<number | undefined> => {
  const url = browser.runtime.getURL(path);
  const tab = await browser.tabs.get(tabId).catch(() => null);
  // Chromium does not show pages of the extension in private windows and opens them in another window.
  const { index = 0, windowId } = tab && !tab.incognito ? tab : {};
  const position = windowId === undefined ? {} : { windowId, index: index + 1 };
  const opened = await browser.tabs.create({ ...position, url });
  return opened.id;
};

/** Opens an address next to that tab, in the background; does nothing where that tab was closed. */
export const openInBackgroundTab = async (tabId: number, url: string): Promise<void> => {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  const { index = 0, windowId } = tab ?? {};
  if (windowId !== undefined) await browser.tabs.create({ url, active: false, index: index + 1, windowId });
};
