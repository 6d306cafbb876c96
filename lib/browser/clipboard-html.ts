import { withTimeout } from '../async/async.ts';
/** Milliseconds: a late write may never settle. */
const patience = 10_000;

/**
 * Copies markup: a page or a letter gets it as a list, a plain text field as its source. Call it inside the click.
 * Resolves with whether the clipboard holds it.
 */
export const copyHtml = async (html: string): Promise<boolean> => {
  const as = (type: string) => new Blob([html], { type });
  try {
    const item = new ClipboardItem({ 'text/html': as('text/html'), 'text/plain': as('text/plain') });
    const written = navigator.clipboard.write([item]).then(() => true);
    return await withTimeout(written, { milliseconds: patience, late: () => false });
  } catch {
    return false;
  }
};
