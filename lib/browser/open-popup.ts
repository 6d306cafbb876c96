import { browser } from '../webextension/browser.ts';

/** The time that a browser takes at most to close a prompt and give the focus back. */
const promptClosingMs = 1_000;

/** Resolves when the page has the focus again that a prompt has taken, or without it if it does not come back. */
const focused = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hasFocus()) resolve();
    addEventListener('focus', () => resolve(), { once: true });
    setTimeout(resolve, promptClosingMs);
  });

/**
 * Opens the popup in the window of this page if the page has the focus, where the browser does that without a click: Chrome
 * 127, Firefox 149.
 */
export const openPopup = async (): Promise<void> => {
  // On phones a popup is a page, which would take the place of this one.
  if (/Android|Mobi/.test(navigator.userAgent)) return;
  // Waits until a permission prompt is closed: the popup would close together with it.
  await focused();
  const { windowId } = await browser.tabs.getCurrent();
  // Without the focus the person is in another tab, window or program by now.
  if (windowId === undefined || !document.hasFocus()) return;
  // Older versions refuse, and the page goes on without it.
  await browser.action.openPopup({ windowId }).catch(() => undefined);
};
