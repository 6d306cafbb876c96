import { withTimeout } from '../async/timeout.ts';
import type { Copy } from '../formats/copy-pending.ts';

/** A late clipboard write may never settle. A text waits for a pending link, so its limit is longer. */
const textTimeoutMs = 30_000;
const timeoutMs = 10_000;

/** Resolves with whether the clipboard holds the item now; false if the browser refuses it or does not finish in time. */
const write = async (
  contents: Record<string, Blob | Promise<Blob>>,
  milliseconds = timeoutMs,
): Promise<boolean> => {
  try {
    const written = navigator.clipboard.write([new ClipboardItem(contents)]).then(() => true);
    return await withTimeout(written, { milliseconds, onTimeout: () => false });
  } catch {
    // A content that rejects is reported by whoever waits for it.
    for (const content of Object.values(contents)) Promise.resolve(content).catch(() => undefined);
    return false;
  }
};

const blobOf = async (promised: Promise<string> | string, type: string): Promise<Blob> =>
  new Blob([await promised], { type });

/**
 * Copies a text that may be pending, and the same as HTML for documents, if there is any. Call it inside the click: Firefox
 * refuses a late start, but accepts a promised item. Resolves with whether the clipboard holds it; a text that never arrives
 * leaves the clipboard unchanged.
 */
export const copy: Copy = (text, html) => {
  const contents = { 'text/plain': blobOf(text, 'text/plain') };
  return write(
    html === undefined ? contents : { ...contents, 'text/html': blobOf(html, 'text/html') },
    textTimeoutMs,
  );
};

/** Copies a PNG that may be pending. Call it inside the click. Resolves with whether the clipboard holds it. */
export const copyImage = (promised: Promise<Blob>): Promise<boolean> => write({ 'image/png': promised });
