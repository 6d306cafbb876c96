import { browser } from '../webextension/browser.ts';

/** Milliseconds that a browser takes at most to close a prompt and give the focus back. */
const promptClosing = 1_000;

/** Resolves when the page has the focus again that a prompt has taken, or without it if it does not come back. */
const focused = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hasFocus()) resolve();
    addEventListener('focus', () => resolve(), { once: true });
    setTimeout(resolve, promptClosing);
  });

/** Opens the popup over this page if it is shown, where the browser does that without a click: Chrome 127, Firefox 149. */
export const openPopup = async (): Promise<void> => {
  // On phones a popup is a page, which would take the place of this one.
  if (/Android|Mobi/.test(navigator.userAgent)) return;
  // It would close together with the prompt.
  await focused();
  // Older versions refuse, and the page goes on without it.
  if (!document.hidden) await browser.action.openPopup().catch(() => undefined);
};
