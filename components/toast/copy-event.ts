import type { CopiedContent } from '../../lib/formats/formats.ts';

/**
 * Copies by the event `copy`, which needs neither the focus nor a secure page; false also if a listener of the page has
 * stopped the event earlier.
 */
export const copyByEvent = ({ text, html }: CopiedContent, page: Document): boolean => {
  const view = page.defaultView;
  let isSet = false;
  const set = (event: ClipboardEvent): void => {
    event.clipboardData?.clearData();
    event.clipboardData?.setData('text/plain', text);
    if (html !== undefined) event.clipboardData?.setData('text/html', html);
    event.preventDefault();
    event.stopImmediatePropagation();
    isSet = true;
  };
  view?.addEventListener('copy', set, true);
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way on pages of http and in documents without the focus
    return page.execCommand('copy') && isSet;
  } catch {
    // Documents that are not HTML have no commands.
    return false;
  } finally {
    view?.removeEventListener('copy', set, true);
  }
};
