import { useEffect, useState } from 'preact/hooks';
import type { CurrentPage } from '../../lib/browser/types.ts';
import type { Attempt } from '../../lib/history/types.ts';
import type { Draft } from '../../lib/shortening/draft.ts';
import { linkRefusalText, text } from '../../lib/i18n/texts.ts';
import { completeLink, readLink } from '../../lib/url/link.ts';
import type { UrlWarning } from '../../lib/url/contract.ts';
import { secretIn, urlWarningOf } from '../../lib/url/warnings.ts';
import type { PopupActions, RemoveTracking } from './popup-actions.ts';

/** The address of the tab; empty for a page that cannot be shortened, with the text that says why. */
const readPage = ({ link, isWaiting }: CurrentPage): { link: string; hint: string | null } => {
  if (isWaiting) return { link: '', hint: text('addressLoading') };
  if (link === null) return { link: '', hint: text('addressHidden') };
  const read = readLink(link);
  // What can be corrected in the field stays there.
  if (read.ok || read.reason === 'password' || read.reason === 'too-long') return { link, hint: null };
  return { link: '', hint: linkRefusalText(read.reason) };
};

/** The text of the field Link, and the hint while it is empty. It stays while a result is shown, for the button Shorten another. */
export const useAddress = (page: CurrentPage, draft: Draft | null) => {
  const [{ link: initial, hint }] = useState(() => readPage(page));
  const [link, setLink] = useState(draft?.link ?? initial);
  return { link, setLink, hint };
};

export type Address = ReturnType<typeof useAddress>;

interface TrackingOptions extends Pick<Address, 'link' | 'setLink'> {
  /** Removes the parameters as soon as they are known. */
  removeAtOnce: boolean;
  actions: Pick<PopupActions, 'tracking'>;
}

/** The last removal of parameters. */
interface Removal {
  before: string;
  after: string;
  names: string[];
}

/** The tracking parameters of the address in the field: their names, whether they were removed, and the toggle. */
export const useTracking = ({ link, setLink, removeAtOnce, actions }: TrackingOptions) => {
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [clean, setClean] = useState<RemoveTracking | null>(null);
  const hasQuery = link.includes('?');
  useEffect(() => {
    if (hasQuery) void actions.tracking().then((found) => setClean(() => found));
  }, [hasQuery]);
  const remove = (): string => {
    const before = completeLink(link);
    const { link: after, removed: names } = clean?.(before) ?? { link: before, removed: [] };
    if (names.length === 0) return link;
    setRemoval({ before, after, names });
    setLink(after);
    return after;
  };
  useEffect(() => {
    if (removeAtOnce) remove();
  }, [clean]);
  const isRestored = removal !== null && removal.before === completeLink(link);
  const isRemoved = removal !== null && removal.after === link;
  return {
    names: isRemoved ? removal.names : (clean?.(completeLink(link)).removed ?? []),
    isRemoved,
    toggle: (): void => {
      if (isRemoved) setLink(removal.before);
      else remove();
    },
    /**
     * Returns the address to send. If tracking parameters are removed at once, those of an address that was typed later are
     * removed now, unless the person has restored them.
     */
    prepare: (): string => (removeAtOnce && !isRestored ? remove() : link),
    /** Whether the address in the field is this one without its tracking parameters. */
    isCleanedFrom: (address: string | null): boolean => isRemoved && removal.before === address,
  };
};

interface ActiveLinksOptions {
  page: CurrentPage;
  /** The address of the page; null while another one is in the field. */
  address: string | null;
  /** The short link that is shown. After it, the links are read again, as it may be one of them. */
  shownLink: string | undefined;
  actions: Pick<PopupActions, 'activeLinks'>;
}

/** The short links to the page that work, the newest first; null until they are known. */
export const useActiveLinks = ({ page, address, shownLink, actions }: ActiveLinksOptions) => {
  const [found, setFound] = useState<{ address: string; attempts: Attempt[] } | null>(null);
  useEffect(() => {
    setFound(null);
    if (address === null || shownLink !== undefined) return;
    void actions.activeLinks(address, page.private).then((attempts) => setFound({ address, attempts }));
  }, [address, shownLink]);
  if (address === null) return [];
  return found?.address === address ? found.attempts : null;
};

/**
 * The warning for an address, and the parameter that may sign other people in. Null for text that is refused. An address
 * that has short links was shared already, so it gets no other warning than that of such a parameter.
 */
export const warningOf = (
  link: string,
  activeLinks: readonly Attempt[] | null,
): { warning: UrlWarning; secret?: string | undefined } | null => {
  const read = readLink(link);
  if (!read.ok) return null;
  const warning = urlWarningOf(read.link);
  if (warning === 'secret') return { warning, secret: secretIn(read.link) };
  return warning && !activeLinks?.length ? { warning } : null;
};
