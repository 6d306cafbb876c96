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

export const openTab = async (url: string): Promise<void> => {
  await browser.tabs.create({ url });
};

export const openOptions = (): Promise<void> => browser.runtime.openOptionsPage();

/** Opens options once, right after installation. */
export const openOptionsOnInstall = (): void => {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') void openOptions();
  });
};

/** Calls back when the last private window is gone. Firefox for Android has no windows to tell of. */
export const onPrivateWindowsGone = (gone: () => Promise<void>): void => {
  if (!('windows' in browser)) return;
  const look = async (): Promise<void> => {
    const open = await browser.windows.getAll();
    if (!open.some((window) => window.incognito)) await gone();
  };
  browser.windows.onRemoved.addListener(() => void look());
};
