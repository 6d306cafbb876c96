import type { Tabs } from 'webextension-polyfill';
import { browser } from '../webextension/browser.ts';

/** Activates a tab, and focuses its window. Firefox for Android has no windows. Rejects if the tab was closed. */
export const showTab = async (tabId: number): Promise<void> => {
  const tab = await browser.tabs.update(tabId, { active: true });
  if ('windows' in browser && tab.windowId !== undefined)
    await browser.windows.update(tab.windowId, { focused: true });
};

/**
 * The ids of the tabs to which the menu of this tab applies, which are all selected ones if it is one of them; and that of
 * the tab in front in its window.
 */
export const readMenuTabs = async ({
  id = -1,
  windowId,
}: Tabs.Tab): Promise<{ tabs: number[]; inFront: number }> => {
  // The tab in front is always highlighted.
  const highlighted = await browser.tabs.query({
    highlighted: true,
    ...(windowId !== undefined && { windowId }),
  });
  const ids = highlighted.flatMap((tab) => tab.id ?? []);
  return {
    tabs: ids.includes(id) ? ids : [id],
    inFront: highlighted.find(({ active }) => active)?.id ?? id,
  };
};

/** Opens a page of the extension next to that tab and activates it; resolves with the new tab's id. */
export const openBeside = async (tabId: number, path: string): Promise<number | undefined> => {
  const url = browser.runtime.getURL(path);
  // The tab may be closed by now.
  const tab = await browser.tabs.get(tabId).catch(() => null);
  // Chromium does not show pages of the extension in private windows and opens them in another window. Firefox would open the page of
  // a private window in a regular one, if that is in front by now.
  const { index = 0, windowId } = tab && (import.meta.env.FIREFOX || !tab.incognito) ? tab : {};
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
