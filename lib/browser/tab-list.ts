import type { BrowserTab, TabSelection } from './types.ts';
import { browser } from '../webextension/browser.ts';
import { addressOfTab, isWaiting, titleOfTab } from '../url/address-of-tab.ts';
import { logAndReturn } from '../errors/error-log.ts';

/**
 * The addresses of tabs. Only shortening a batch of tabs needs this permission, so it is optional and requested on that
 * page. It is separate from the permissions of sites, which other pages need.
 */
const tabs = { permissions: ['tabs' as const] };

/** Whether the extension may see the addresses of tabs. */
export const maySeeTabs = (): Promise<boolean> =>
  browser.permissions.contains(tabs).catch(logAndReturn(false));

/** Requests it; resolves with whether it was granted, and never rejects. Call it before anything is awaited in a click's handler. */
export const requestTabs = (): Promise<boolean> =>
  browser.permissions.request(tabs).catch(logAndReturn(false));

/** The id of the tab of this page. */
export const ownTabId = async (): Promise<number | undefined> => (await browser.tabs.getCurrent()).id;

/**
 * The tabs of a window, or those of these ids that are still open, in the order of the tab strip; without the tab of the
 * caller. Empty if the window is closed.
 */
export const readTabs = async ({
  window,
  tabs: ids,
}: Pick<TabSelection, 'window' | 'tabs'>): Promise<BrowserTab[]> => {
  const query = window === null ? {} : { windowId: window };
  const [open, own] = await Promise.all([browser.tabs.query(query).catch(logAndReturn([])), ownTabId()]);
  return open
    .filter(({ id }) => id !== own && (window !== null || (id !== undefined && ids.includes(id))))
    .map((tab) => ({
      link: addressOfTab(tab) ?? '',
      isWaiting: isWaiting(tab),
      title: titleOfTab(tab),
      private: tab.incognito,
    }));
};

/** This window, and the selected tabs in it; null if the browser does not report them. */
export const readWindowTabs = async (): Promise<{ windowId: number; selected: number[] } | null> => {
  const tabs = await browser.tabs.query({ currentWindow: true }).catch(logAndReturn([]));
  const windowId = tabs[0]?.windowId;
  const selected = tabs.flatMap(({ id, highlighted }) => (highlighted && id !== undefined ? [id] : []));
  return windowId === undefined ? null : { windowId, selected };
};
