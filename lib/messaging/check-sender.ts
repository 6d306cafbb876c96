/** The contexts of the extension that may send messages, by their path. */
export const contexts = {
  popup: '/popup.html',
  options: '/options.html',
  history: '/history.html',
  batch: '/batch.html',
  offscreen: '/offscreen.html',
  background: '/background.js',
} as const;

export type ContextName = keyof typeof contexts;

/** The browser's description of who sent a message. */
export interface Sender {
  id?: string | undefined;
  /** The browser's name of one document of a tab. */
  documentId?: string | undefined;
  url?: string | undefined;
  frameId?: number | undefined;
  tab?: { id?: number | undefined; url?: string | undefined; incognito?: boolean } | undefined;
}

/** The extension's own id, and its origin with a slash at the end. */
interface Self {
  id: string;
  origin: string;
}

/** The tab whose content script sent a message. */
export interface SenderTab {
  tabId: number;
  documentId: string;
  /** Address of the page, as the browser reports it. */
  url: string;
  private: boolean;
}

/** An accepted sender: a page of the extension, or its content script in the top frame of a web page. */
export type KnownSender = { name: ContextName; tab: null } | { name: 'content-script'; tab: SenderTab };

export type SenderName = KnownSender['name'];

const contextOf = (address: string | undefined, self: Self): ContextName | null => {
  const url = address === undefined ? null : URL.parse(address);
  if (!url || `${url.protocol}//${url.host}/` !== self.origin) return null;
  return (Object.keys(contexts) as ContextName[]).find((page) => contexts[page] === url.pathname) ?? null;
};

/**
 * The page of the extension that sent this, or null: for a missing address, another extension, a frame, and a tab whose
 * top page is not the sender (a page of the extension that is framed by another page has the extension's origin, too).
 */
const senderContext = (sender: Sender, self: Self): ContextName | null => {
  if (sender.id !== self.id || (sender.frameId ?? 0) !== 0) return null;
  const page = contextOf(sender.url, self);
  if (!page || !sender.tab) return page;
  return contextOf(sender.tab.url, self) === page ? page : null;
};

const senderTabOf = ({ url, frameId, tab, documentId }: Sender): SenderTab | null => {
  if (frameId !== 0 || tab?.id === undefined || documentId === undefined || url === undefined) return null;
  const isWeb = /^https?:$/.test(URL.parse(url)?.protocol ?? '');
  return isWeb ? { tabId: tab.id, documentId, url, private: tab.incognito ?? true } : null;
};

/** The accepted sender, or null for all others: another extension, a frame, a page that is neither the extension's nor on the web. */
export const knownSenderOf = (sender: Sender, self: Self): KnownSender | null => {
  const page = senderContext(sender, self);
  if (page) return { name: page, tab: null };
  const tab = sender.id === self.id ? senderTabOf(sender) : null;
  return tab && { name: 'content-script', tab };
};
