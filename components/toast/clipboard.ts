import { withTimeout } from '../../lib/async/timeout.ts';
import { copyByEvent } from './copy-event.ts';

/** Milliseconds that the browser has to write a text that is ready: a write may never settle. */
const writeLimit = 1_000;

/**
 * Writes only while the page has user activation. Without it, Chromium would show a permission prompt in the name of the
 * page, and not settle until the person answers.
 */
const write = (promised: Promise<string>): Promise<boolean> => {
  if (!isSecureContext || !navigator.userActivation.isActive) return Promise.resolve(false);
  const blob = promised.then((text) => new Blob([text], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]).then(
    () => true,
    () => false,
  );
};

/** Copies in a document of the extension, where the page has no listeners. The focus moves there and back. */
const copyInFrame = (text: string, frame: HTMLIFrameElement): boolean => {
  const page = frame.contentDocument;
  // A frame that the page has removed has no document.
  if (!page) return false;
  const before = (frame.getRootNode() as ShadowRoot).activeElement;
  frame.contentWindow?.focus();
  const isCopied = copyByEvent({ text }, page);
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
};

/**
 * Copies a text that may still be pending, from a script in a page and without a permission. Resolves with whether the
 * clipboard contains it, at the latest a second after the text is ready; a text that rejects leaves the clipboard unchanged.
 *
 * Call it as soon as the person has clicked. On secure pages, both browsers accept a promised item whose writing began
 * while the page had user activation, however late the text is then. On all HTML pages, they accept the event `copy` while
 * the page has user activation. Measured with real clicks in Chromium 156 and Firefox 153:
 *
 * | page | promised item | event |
 * |---|---|---|
 * | secure, also with `default-src 'none'; sandbox` | both, at any time | both, for 5 s |
 * | `Permissions-Policy: clipboard-write=()` | Firefox | both, for 5 s |
 * | http | - | both, for 5 s |
 * | stops the event | both, on secure pages | no; in a frame of the extension both, after another click |
 * | has lost the focus by then | both | Firefox |
 * | never had it: shortcut in the address bar | - | - |
 *
 * In Chromium, a right click, the menu item and a shortcut activate the page, if the injection is the first thing that
 * follows; in Firefox the 5 s begin with the right click, and a shortcut counts while the page has the focus.
 *
 * `frame` is an empty frame of the extension that was in the page before the click.
 */
export const copy = async (
  promised: Promise<string>,
  frame: HTMLIFrameElement | null = null,
): Promise<boolean> => {
  const writing = write(promised);
  const text = await promised.catch(() => null);
  if (text === null) return false;
  if (await withTimeout(writing, { milliseconds: writeLimit, late: () => false })) return true;
  return copyByEvent({ text }, document) || (frame !== null && copyInFrame(text, frame));
};
