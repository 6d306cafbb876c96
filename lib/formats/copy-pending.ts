import type { CopiedContent } from './formats.ts';
import type { Format } from './names.ts';

/** Copies a text, and the same as HTML for documents, if there is any; both may be pending. Resolves with whether the clipboard contains it. */
export type Copy = (text: Promise<string> | string, html?: Promise<string> | string) => Promise<boolean>;

/** Copies what a pending link is in this format: whether that has HTML must be known inside the click. */
export const copyPending = (content: Promise<CopiedContent>, format: Format, copy: Copy): Promise<boolean> =>
  copy(
    content.then(({ text }) => text),
    format === 'html' ? content.then(({ html = '' }) => html) : undefined,
  );
