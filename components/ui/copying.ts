import { copy } from '../../lib/browser/clipboard.ts';
import type { Format } from '../../lib/formats/names.ts';
import { type CopiedLink, copiedContent } from '../../lib/i18n/copied-link.ts';
import { rememberFormat } from '../../lib/settings/copy-format.ts';
import { offeredFormat } from '../../lib/settings/schema.ts';
import { settings } from '../page.ts';
import { chosenFormat, copyFormat } from './copy-format.ts';

/**
 * Copies short links in the format of the page, or in another one, which is that of the page from then on and is stored as
 * the one that was used last. Call it inside the click. Resolves with whether the clipboard contains them.
 */
export const copyLinks = async (
  links: readonly CopiedLink[],
  { format, isPrivate = false }: { format?: Format | undefined; isPrivate?: boolean } = {},
): Promise<boolean> => {
  const page = copyFormat.value;
  const { text, html } = copiedContent(links, { ...page, format: format ?? page.format });
  const copying = copy(text, html);
  if (format) {
    chosenFormat.value = { format, offered: offeredFormat(settings.value).format };
    // A popup may close as soon as it says that the link is copied.
    if (!isPrivate) await rememberFormat(format);
  }
  return copying;
};
