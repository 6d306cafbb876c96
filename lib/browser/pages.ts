import { browser } from '@wxt-dev/webextension-polyfill/browser';
import type { CurrentPage } from './contract.ts';

/** The tab in front of the person; what the browser does not tell counts as private. */
export const currentPage = async (): Promise<CurrentPage> => {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return {
    tabId: tab?.id ?? null,
    link: tab?.url ?? null,
    title: tab?.title ?? '',
    private: tab?.incognito ?? true,
  };
};

/** How many tabs there are in this window, and which are selected; null where the browser does not say. */
export const readTabCounts = async (): Promise<{
  windowId: number;
  count: number;
  selected: number[];
} | null> => {
  const tabs = await browser.tabs.query({ currentWindow: true }).catch(() => []);
  const windowId = tabs[0]?.windowId;
  const selected = tabs.flatMap(({ id, highlighted }) => (highlighted && id !== undefined ? [id] : []));
  return windowId === undefined ? null : { windowId, count: tabs.length, selected };
};

/** Our own version, as the manifest has it. */
export const version = (): string => browser.runtime.getManifest().version;

export const openTab = async (url: string): Promise<void> => {
  await browser.tabs.create({ url });
};

/** Opens a page of ours in a tab, such as "/history.html". */
export const openPage = (path: string): Promise<void> => openTab(browser.runtime.getURL(path));

/** Whether this page of ours stands in a private window; only Firefox lets it. */
export const isPrivateWindow = (): boolean => browser.extension.inIncognitoContext === true;

export const openOptions = (): Promise<void> => browser.runtime.openOptionsPage();

/** Opens the first steps once, right after installation. */
export const openFirstRunOnInstall = (): void => {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') void openPage('/options.html#first-run');
  });
};

export const isAnyWindowPrivate = async (): Promise<boolean> =>
  (await browser.windows.getAll()).some((window) => window.incognito);

/** Calls back when the last private window is gone. Firefox for Android has no windows to tell of. */
export const onLastPrivateWindowClosed = (gone: () => Promise<void>): void => {
  if (!('windows' in browser)) return;
  const look = async (): Promise<void> => {
    if (!(await isAnyWindowPrivate())) await gone();
  };
  browser.windows.onRemoved.addListener(() => void look());
};
