import { notedAs } from '../errors/noted-errors.ts';
import { browser } from '../webextension/browser.ts';
import type { CurrentPage } from './types.ts';

/** The active tab; a tab whose window is unknown counts as private. */
export const currentPage = async (): Promise<CurrentPage> => {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return {
    tabId: tab?.id ?? null,
    link: tab?.url ?? null,
    title: tab?.title ?? '',
    private: tab?.incognito ?? true,
  };
};

/** The number of tabs in this window, and the selected ones; null if the browser does not report them. */
export const readTabCounts = async (): Promise<{
  windowId: number;
  count: number;
  selected: number[];
} | null> => {
  const tabs = await browser.tabs.query({ currentWindow: true }).catch(notedAs([]));
  const windowId = tabs[0]?.windowId;
  const selected = tabs.flatMap(({ id, highlighted }) => (highlighted && id !== undefined ? [id] : []));
  return windowId === undefined ? null : { windowId, count: tabs.length, selected };
};

/** The version of the extension, from its manifest. */
export const version = (): string => browser.runtime.getManifest().version;

export const openTab = async (url: string): Promise<void> => {
  await browser.tabs.create({ url });
};

/** Opens a page of the extension in a tab, such as "/history.html". */
export const openPage = (path: string): Promise<void> => openTab(browser.runtime.getURL(path));

/** Whether this page of the extension is in a private window, which only Firefox allows. */
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

/** Calls back when the last private window has been closed. Firefox for Android has no such event. */
export const onLastPrivateWindowClosed = (closed: () => Promise<void>): void => {
  if (!('windows' in browser)) return;
  const look = async (): Promise<void> => {
    if (!(await isAnyWindowPrivate())) await closed();
  };
  // The windows of a browser that closes are removed as well. It answers no calls then, and what is in memory goes with it.
  browser.windows.onRemoved.addListener(() => void look().catch(notedAs(undefined)));
};

/** Milliseconds after which the browser has begun to read the file that it saves. */
const revokeDelay = 60_000;

/** Saves a file as the browser saves downloads; it needs no permission. Call it inside the click. */
export const saveFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), revokeDelay);
};
