import { readLink } from './link.ts';

/** What the browser gives of a tab's address: undefined if nothing. Only Chromium gives the address that is still loading. */
interface TabAddress {
  url?: string | undefined;
  pendingUrl?: string | undefined;
}

/**
 * Firefox's Reader View, or a page with which another extension has put a tab to sleep, and the web address that it names: encoded,
 * or as it is up to the end, as The Great Suspender writes it (`suspended.html#ttl=Title&pos=0&uri=https://…`).
 */
const pageAround =
  /^(?:about:reader|(?:chrome|moz)-extension:\/\/[^?#]*)(?=[?#]).*?[?#&]ur[il]=(?:(https?:\/\/.*)|(https?%3a%2f%2f[^&#]*))/is;

/** The web address within the address of another page; null if there is none. */
const addressWithin = (url: string): string | null => {
  const [, plain, encoded = ''] = pageAround.exec(url) ?? [];
  try {
    return plain ?? (decodeURIComponent(encoded) || null);
  } catch {
    // It is not encoded as UTF-8.
    return null;
  }
};

/** Whether the tab shows no page of the web, and the browser gives the address that it waits for. */
const isPending = ({ url, pendingUrl = '' }: TabAddress): boolean =>
  pendingUrl !== '' && !/^https?:/i.test(url ?? '');

/**
 * The address of the web page that a person sees in a tab, or waits for in one that shows none yet; otherwise the tab's own
 * address.
 */
export const addressOfTab = (tab: TabAddress): string | undefined => {
  const shown = isPending(tab) ? tab.pendingUrl : tab.url;
  return shown === undefined ? undefined : (addressWithin(shown) ?? shown);
};

/** The title of that page; empty while a tab still has the title of the page before. */
export const titleOfTab = ({ title = '', ...tab }: TabAddress & { title?: string | undefined }): string =>
  isPending(tab) ? '' : title;

/**
 * Whether a tab waits for a page whose address the browser does not give yet: Firefox never gives it, and Chromium only with the
 * permission for all tabs.
 */
export const isWaiting = ({ status, ...tab }: TabAddress & { status?: string | undefined }): boolean => {
  if (status !== 'loading') return false;
  const read = readLink(addressOfTab(tab) ?? '');
  return !read.ok && (read.reason === 'link-missing' || read.reason === 'browser-page');
};
