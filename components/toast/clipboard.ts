/** Milliseconds that a browser may take for a text that is there: a write may never settle. */
const patience = 1_000;

const within = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(() => resolve(false), ms));

/**
 * Only while the page is activated: later, Chromium would ask the person, in the page's name, for the right to read the
 * clipboard, and never settle until they answer.
 */
const write = (promised: Promise<string>): Promise<boolean> => {
  if (!isSecureContext || !navigator.userActivation.isActive) return Promise.resolve(false);
  const blob = promised.then((text) => new Blob([text], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]).then(
    () => true,
    () => false,
  );
};

/** By the event `copy`; false also where a listener of the page's own has kept it from ours. */
const copyByEvent = (text: string, page: Document): boolean => {
  const view = page.defaultView;
  let isSet = false;
  const set = (event: ClipboardEvent): void => {
    event.clipboardData?.clearData();
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isSet = true;
  };
  view?.addEventListener('copy', set, { capture: true });
  try {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way on pages of http
    return page.execCommand('copy') && isSet;
  } catch {
    // Documents that are not HTML have no commands.
    return false;
  } finally {
    view?.removeEventListener('copy', set, { capture: true });
  }
};

/** In a document where no listener of the page hears it. The focus goes there and comes back. */
const copyInFrame = (text: string, frame: HTMLIFrameElement): boolean => {
  const page = frame.contentDocument;
  const root = frame.getRootNode();
  if (!page || !(root instanceof ShadowRoot)) return false;
  const before = root.activeElement;
  frame.contentWindow?.focus();
  const isCopied = copyByEvent(text, page);
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
};

/**
 * Copies a text that may still be on its way, from a script in a page and with no permission. Resolves with whether the
 * clipboard holds it, at the latest a second after the text is there; a text that never comes leaves the clipboard alone.
 *
 * Call it as soon as the person has clicked. Either browser takes a promised item whose writing began while the page was
 * activated, however late the text then is, from secure pages; and the event `copy`, from all pages of HTML, while the page
 * still is. Measured by real clicks in Chromium 156 and Firefox 153:
 *
 * | page | promised item | event |
 * |---|---|---|
 * | secure, also with `default-src 'none'; sandbox` | both, at any time | both, for 5 s |
 * | `Permissions-Policy: clipboard-write=()` | Firefox | both, for 5 s |
 * | http | - | both, for 5 s |
 * | kills the event | both, on secure pages | no; in a frame of ours both, where a click comes after it |
 * | loses the focus meanwhile | both | Firefox |
 * | never has it: shortcut in the address bar | - | - |
 *
 * A right click activates the page, and so does its menu's item or a shortcut in Chromium, where the injection is the first
 * thing that is done about it; in Firefox the 5 s begin with the right click, and a shortcut counts while the page has the focus.
 *
 * `frame` is an empty one of ours that has been in the page since before the click.
 */
export const copy = async (
  promised: Promise<string>,
  frame: HTMLIFrameElement | null = null,
): Promise<boolean> => {
  const writing = write(promised);
  const text = await promised.catch(() => null);
  if (text === null) return false;
  if (await Promise.race([writing, within(patience)])) return true;
  return copyByEvent(text, document) || (frame !== null && copyInFrame(text, frame));
};
