import { withTimeout } from '../async/async.ts';

/** Milliseconds: a late clipboard write may never settle. A text waits for a pending link, so its timeout is longer. */
const textTimeout = 30_000;
const timeout = 10_000;

/** Resolves with whether the clipboard holds the item now; false if the browser refuses it or does not finish in time. */
const write = async (
  contents: Record<string, Blob | Promise<Blob>>,
  milliseconds = timeout,
): Promise<boolean> => {
  try {
    const written = navigator.clipboard.write([new ClipboardItem(contents)]).then(() => true);
    return await withTimeout(written, { milliseconds, late: () => false });
  } catch {
    // A content that rejects is reported by whoever waits for it.
    for (const content of Object.values(contents)) Promise.resolve(content).catch(() => undefined);
    return false;
  }
};

/**
 * Copies a text that may be pending. Call it inside the click: Firefox refuses a late start, but accepts a promised item.
 * Resolves with whether the clipboard holds it; a text that never arrives leaves the clipboard unchanged.
 */
export const copy = (promised: Promise<string> | string): Promise<boolean> => {
  const blob = Promise.resolve(promised).then((text) => new Blob([text], { type: 'text/plain' }));
  return write({ 'text/plain': blob }, textTimeout);
};

/**
 * Copies in a document that never has the focus, such as Chromium's offscreen document: the only way there, and it needs
 * the permission `clipboardWrite`. Returns whether the clipboard holds it.
 */
export const copyAsText = (text: string): boolean => {
  const box = document.body.appendChild(document.createElement('textarea'));
  box.value = text;
  box.select();
  // oxlint-disable-next-line typescript/no-deprecated -- navigator.clipboard needs the focus, which this document never has
  const copied = document.execCommand('copy');
  box.remove();
  return copied;
};

/**
 * Copies markup: pages and mail get it as a list, plain text fields get its source. Call it inside the click.
 * Resolves with whether the clipboard holds it.
 */
export const copyHtml = (html: string): Promise<boolean> => {
  const as = (type: string) => new Blob([html], { type });
  return write({ 'text/html': as('text/html'), 'text/plain': as('text/plain') });
};

/** Copies a PNG that may be pending. Call it inside the click. Resolves with whether the clipboard holds it. */
export const copyImage = (promised: Promise<Blob>): Promise<boolean> => write({ 'image/png': promised });
