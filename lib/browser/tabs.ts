import { browser } from '@wxt-dev/webextension-polyfill/browser';

/** Brings a tab to the front, and its window. Firefox for Android has no windows. Rejects where the tab is gone. */
export const showTab = async (tabId: number): Promise<void> => {
  const tab = await browser.tabs.update(tabId, { active: true });
  if ('windows' in browser && tab.windowId !== undefined)
    await browser.windows.update(tab.windowId, { focused: true });
};
