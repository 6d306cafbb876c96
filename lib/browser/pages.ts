import { logAndReturn } from '../errors/error-log.ts';
import { addressOfTab, isWaiting, titleOfTab } from '../url/address-of-tab.ts';
import { browser } from '../webextension/browser.ts';

/** Calls back with whether the button of the popup is in the toolbar: at first, and after each change until the signal aborts. */
export const followPin = (changed: (isPinned: boolean) => void, signal: AbortSignal): void => {
  const { action } = browser;
  const show = ({ isOnToolbar }: { isOnToolbar?: boolean }): void => changed(isOnToolbar === true);
  action.onUserSettingsChanged.addListener(show);
  signal.addEventListener('abort', () => action.onUserSettingsChanged.removeListener(show));
  void action.getUserSettings().then(show).catch(logAndReturn(undefined));
};

/** The active tab; `link` is null if the browser shows no address. */
export interface CurrentPage {
  tabId: number | null;
  link: string | null;
  /** Whether it waits for a page whose address the browser does not give yet. */
  isWaiting?: boolean;
  title: string;
  private: boolean;
}

/** The active tab; a tab whose window is unknown counts as private. */
export const currentPage = async (): Promise<CurrentPage> => {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return {
    tabId: tab?.id ?? null,
    link: addressOfTab({ ...tab }) ?? null,
    isWaiting: isWaiting({ ...tab }),
    title: titleOfTab({ ...tab }),
    private: tab?.incognito ?? true,
  };
};

export const version = (): string => browser.runtime.getManifest().version;

export const openTab = async (url: string): Promise<void> => {
  await browser.tabs.create({ url });
};

/** Opens a page of the extension in a tab, such as "/history.html". */
export const openPage = (path: string): Promise<void> => openTab(browser.runtime.getURL(path));

/** Opens an address, or a page of the extension, as the address bar does: in that tab, or in a new one beside it. */
export const openAsTyped = async (
  url: string,
  {
    tab: { id, index = 0, windowId } = {},
    disposition,
  }: { tab: { id?: number; index?: number; windowId?: number } | undefined; disposition: string },
): Promise<void> => {
  if (disposition === 'currentTab' && id !== undefined) await browser.tabs.update(id, { url });
  else {
    const active = disposition !== 'newBackgroundTab';
    await browser.tabs.create({ url, active, ...(windowId !== undefined && { index: index + 1, windowId }) });
  }
};

/** Whether this page of the extension is in a private window, which only Firefox allows. */
export const isPrivateWindow = (): boolean => browser.extension.inIncognitoContext === true;

/** Whether a tab shows a page of the extension at such an address. */
export const isPageOpen = async (matches: (address: string) => boolean): Promise<boolean> =>
  (await browser.runtime.getContexts({ contextTypes: ['TAB'] })).some(({ documentUrl = '' }) =>
    matches(documentUrl),
  );

export const openOptions = (): Promise<void> => browser.runtime.openOptionsPage();

/** Opens the first steps once, right after installation. */
export const openFirstRunOnInstall = (): void => {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') void openPage('/options.html#first-run');
  });
};

export const isAnyWindowPrivate = async (): Promise<boolean> =>
  (await browser.windows.getAll()).some((window) => window.incognito);

/** Calls back when the last private window has been closed. Firefox for Android has no such event. */
export const onLastPrivateWindowClosed = (closed: () => Promise<void>): void => {
  if (!('windows' in browser)) return;
  const look = async (): Promise<void> => {
    if (!(await isAnyWindowPrivate())) await closed();
  };
  // The windows of a browser that closes are removed as well. It answers no calls then, and what is in memory goes with it.
  browser.windows.onRemoved.addListener(() => void look().catch(logAndReturn(undefined)));
};
