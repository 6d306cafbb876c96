import { withTimeout } from '../../lib/async/timeout.ts';
import { type Copy, copyPending } from '../../lib/formats/copy-pending.ts';
import type { CopiedContent } from '../../lib/formats/formats.ts';
import type { Format } from '../../lib/formats/names.ts';
import { copyByEvent } from './copy-event.ts';

/** Milliseconds that the browser has to write what is ready: a write may never settle. */
const writeLimit = 1_000;

/**
 * Writes only while the page has user activation. Without it, Chromium would show a permission prompt in the name of the
 * page, and not settle until the person answers.
 */
const write = async (promised: Promise<CopiedContent>, format: Format, copyItem: Copy): Promise<boolean> =>
  isSecureContext && navigator.userActivation.isActive && copyPending(promised, format, copyItem);

/** Copies in a document of the extension, where the page has no listeners. The focus moves there and back. */
const copyInFrame = (content: CopiedContent, frame: HTMLIFrameElement): boolean => {
  const page = frame.contentDocument;
  // A frame that the page has removed has no document.
  if (!page) return false;
  const before = (frame.getRootNode() as ShadowRoot).activeElement;
  frame.contentWindow?.focus();
  const isCopied = copyByEvent(content, page);
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
};

/**
 * Copies what may still be pending, from a script in a page and without a permission. Resolves with whether the clipboard
 * contains it, at the latest a second after it is ready; what rejects leaves the clipboard unchanged.
 *
 * Call it as soon as the person has clicked: by a promised item, else by the event `copy`; what each page lets through is measured
 * in docs/delivery.md, "What a page lets a toast copy".
 *
 * `copyItem` writes a promised item; `frame` is an empty frame of the extension that was in the page before the click.
 */
export const copy = async (
  promised: Promise<CopiedContent>,
  format: Format,
  { copyItem, frame = null }: { copyItem: Copy; frame?: HTMLIFrameElement | null | undefined },
): Promise<boolean> => {
  const writing = write(promised, format, copyItem);
  const content = await promised.catch(() => null);
  if (content === null) return false;
  if (await withTimeout(writing, { milliseconds: writeLimit, onTimeout: () => false })) return true;
  return copyByEvent(content, document) || (frame !== null && copyInFrame(content, frame));
};
