import { browser } from '@wxt-dev/webextension-polyfill/browser';

/** The tab in front of the person. `link` is null where the browser gives no address; unknown counts as private. */
export interface CurrentPage {
  link: string | null;
  title: string;
  private: boolean;
}

export const currentPage = async (): Promise<CurrentPage> => {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return { link: tab?.url ?? null, title: tab?.title ?? '', private: tab?.incognito ?? true };
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
