import { copyPending } from '../formats/copy-pending.ts';
import { type CopiedContent, escapeHtml } from '../formats/formats.ts';
import type { Format } from '../formats/names.ts';
import { copy } from './clipboard.ts';

/**
 * Begins to copy what is not known yet, inside an event of the person. The function that it returns is called with the content
 * in this format, or with null for none, and resolves as `copy` does. If the format is not known (undefined), there is always
 * HTML: of a content without any, it is the text. Not in clipboard.ts, which the popup loads at first, without the formats.
 */
export const beginCopying = (
  format: Format | undefined,
): ((content: CopiedContent | null) => Promise<boolean>) => {
  const { promise, resolve, reject } = Promise.withResolvers<CopiedContent>();
  const copied = copyPending(promise, format ?? 'html', copy);
  return (content) => {
    if (content) resolve({ text: content.text, html: content.html ?? escapeHtml(content.text) });
    else reject(new Error('There is nothing to copy.'));
    return copied;
  };
};
