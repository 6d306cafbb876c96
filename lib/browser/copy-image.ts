import { withTimeout } from '../async/async.ts';

/** Milliseconds: a late clipboard write may never settle. */
const timeout = 10_000;

/** Copies a PNG that may be pending. Call it inside the click. Resolves with whether the clipboard holds it. */
export const copyImage = async (promised: Promise<Blob>): Promise<boolean> => {
  try {
    const written = navigator.clipboard.write([new ClipboardItem({ 'image/png': promised })]);
    return await withTimeout(
      written.then(() => true),
      { milliseconds: timeout, late: () => false },
    );
  } catch {
    // Its own error is reported by whoever waits for it.
    promised.catch(() => undefined);
    return false;
  }
};
