import { withTimeout } from '../../lib/async/timeout.ts';
import type { CopiedContent } from '../../lib/formats/formats.ts';
import type { Format } from '../../lib/formats/names.ts';

/** Milliseconds that a created link waits for the clipboard, which may never answer. */
const clipboardLimit = 1500;

/** Copies a text, and the same as HTML for documents, if there is any; both may be pending. Resolves with whether the clipboard contains it. */
export type Copy = (text: Promise<string> | string, html?: Promise<string> | string) => Promise<boolean>;

/** Copies what a pending link is in this format: whether that has HTML must be known inside the click. */
export const copyPending = (content: Promise<CopiedContent>, format: Format, copy: Copy): Promise<boolean> =>
  copy(
    content.then(({ text }) => text),
    format === 'html' ? content.then(({ html = '' }) => html) : undefined,
  );

/**
 * Begins at once to copy what comes of an outcome that may still be pending, so call it inside the click. Resolves, after
 * the outcome, with whether the clipboard contains it; null for an outcome without a link. Rejects only if the outcome or
 * `copy` does.
 */
export const copyWhenReady = async <Outcome extends { ok: boolean }>(
  outcome: Promise<Outcome | null>,
  copy: (promised: Promise<Extract<Outcome, { ok: true }>>) => Promise<boolean>,
): Promise<boolean | null> => {
  const promised = outcome.then((settled) => {
    if (!settled?.ok) throw new Error('No link to copy.');
    return settled as Extract<Outcome, { ok: true }>;
  });
  const copying = copy(promised);
  const settled = await outcome;
  return settled?.ok ? withTimeout(copying, { milliseconds: clipboardLimit, late: () => false }) : null;
};
