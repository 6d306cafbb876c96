import { withTimeout } from '../../lib/async/timeout.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { copyPending } from '../../lib/formats/copy-pending.ts';
import type { CopiedContent } from '../../lib/formats/formats.ts';
import type { Format } from '../../lib/formats/names.ts';
import type { CopiedLink } from '../../lib/i18n/copied-link.ts';
import { copyFormat } from './copy-format.ts';

/** Milliseconds that what is ready waits for the clipboard, which may never answer. */
const clipboardLimit = 1500;

/**
 * Begins at once to copy what may still be pending, so call it inside the click; null stands for nothing to copy. Resolves with
 * whether the clipboard contains it; null if there was nothing to copy. Rejects only if `pending` does.
 */
export const copyWhenReady = async (
  pending: Promise<CopiedContent | null>,
  format: Format,
): Promise<boolean | null> => {
  const content = pending.then((found) => {
    if (!found) throw new Error('There is nothing to copy.');
    return found;
  });
  const copying = copyPending(content, format, copy);
  const isThere = (await pending) !== null;
  return isThere ? withTimeout(copying, { milliseconds: clipboardLimit, onTimeout: () => false }) : null;
};

/** Copies a link that is still being created, in the format of the page; as `copyWhenReady`. */
export const copyCreated = (pending: Promise<CopiedLink | null>): Promise<boolean | null> => {
  const page = copyFormat.value;
  // The popup has no need of the formats before its first paint.
  const formatted = Promise.all([pending, import('../../lib/i18n/copied-link.ts')]);
  const content = formatted.then(([link, { copiedContent }]) => link && copiedContent([link], page));
  return copyWhenReady(content, page.format);
};
