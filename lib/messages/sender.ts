import { type Page, pages } from './protocol.ts';

/** What the browser says about who sent a message. */
export interface Sender {
  id?: string | undefined;
  url?: string | undefined;
  frameId?: number | undefined;
  tab?: { url?: string | undefined } | undefined;
}

/** Ourselves: the extension's id, and its origin with a slash at the end. */
export interface Self {
  id: string;
  origin: string;
}

const pageOf = (address: string | undefined, self: Self): Page | null => {
  const url = address === undefined ? null : URL.parse(address);
  if (!url || `${url.protocol}//${url.host}/` !== self.origin) return null;
  return (Object.keys(pages) as Page[]).find((page) => pages[page] === url.pathname) ?? null;
};

/**
 * Which of our pages sent this, or null. Refuses whatever it cannot tell: a missing address, another extension, a
 * frame, and a tab whose top page is not the sender (one of our pages framed elsewhere carries our origin, too).
 */
export const senderPage = (sender: Sender, self: Self): Page | null => {
  if (sender.id !== self.id || (sender.frameId ?? 0) !== 0) return null;
  const page = pageOf(sender.url, self);
  if (!page || !sender.tab) return page;
  return pageOf(sender.tab.url, self) === page ? page : null;
};
