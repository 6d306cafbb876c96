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
  /^(?:about:reader|(?:chrome|moz|safari-web)-extension:\/\/[^?#]*)(?=[?#]).*?[?#&]ur[il]=(?:(https?:\/\/.*)|(https?%3a%2f%2f[^&#]*))/is;

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

/**
 * The address of the web page that a person sees in a tab, or waits for in one that shows none yet; otherwise the tab's own
 * address.
 */
export const addressOfTab = ({ url, pendingUrl }: TabAddress): string | undefined => {
  const isWaiting = pendingUrl !== undefined && pendingUrl !== '' && !/^https?:/i.test(url ?? '');
  const shown = isWaiting ? pendingUrl : url;
  return shown === undefined ? undefined : (addressWithin(shown) ?? shown);
};
