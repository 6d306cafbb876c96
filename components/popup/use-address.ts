import { useEffect, useState } from 'preact/hooks';
import type { CurrentPage } from '../../lib/browser/types.ts';
import { linkRefusalText, text } from '../../lib/i18n/texts.ts';
import { completeLink, readLink } from '../../lib/url/link.ts';
import { urlWarningOf } from '../../lib/url/warnings.ts';
import type { PopupActions, Tracking } from './popup-actions.ts';

/** The address of the tab; empty for a page that cannot be shortened, with the text that says why. */
const readPage = ({ link }: CurrentPage): { link: string; hint: string | null } => {
  if (link === null) return { link: '', hint: text('addressHidden') };
  const read = readLink(link);
  if (read.ok || read.reason === 'password' || read.reason === 'too-long') return { link, hint: null };
  return { link: '', hint: linkRefusalText(read.reason) };
};

/** The text of the field Link, and the hint while it is empty. It stays while a result is shown, for the button New link. */
export const useAddress = (page: CurrentPage) => {
  const [{ link: initial, hint }] = useState(() => readPage(page));
  const [link, setLink] = useState(initial);
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
  const [list, setList] = useState<Tracking | null>(null);
  const hasQuery = link.includes('?');
  useEffect(() => {
    if (hasQuery) void actions.tracking().then(setList);
  }, [hasQuery]);
  const remove = (): string => {
    const before = completeLink(link);
    const names = list?.namesIn(before) ?? [];
    if (!list || names.length === 0) return link;
    const after = list.without(before);
    setRemoval({ before, after, names });
    setLink(after);
    return after;
  };
  useEffect(() => {
    if (removeAtOnce) remove();
  }, [list]);
  const isRestored = removal !== null && removal.before === completeLink(link);
  const isRemoved = removal !== null && removal.after === link;
  return {
    names: isRemoved ? removal.names : (list?.namesIn(completeLink(link)) ?? []),
    isRemoved,
    toggle: (): void => {
      if (isRemoved) setLink(removal.before);
      else remove();
    },
    /** The address to send: also one that was typed later has no tracking parameters, unless the person has restored them. */
    prepare: (): string => (removeAtOnce && !isRestored ? remove() : link),
    /** Whether the address in the field is this one without its tracking parameters. */
    isCleanedFrom: (address: string | null): boolean => isRemoved && removal.before === address,
  };
};

interface WarningOptions {
  page: CurrentPage;
  /** The text of the field. */
  link: string;
  /** A short link was created for it. */
  isCreated: boolean;
  actions: Pick<PopupActions, 'wasShortenedBefore'>;
}

/** The warning for the address in the field, and whether it was shortened before; none if that was in this popup. */
export const useWarning = ({ page, link, isCreated, actions }: WarningOptions) => {
  const read = readLink(link);
  // Text that is refused needs no warning.
  const address = read.ok ? read.link : '';
  const [initial] = useState(address);
  const [wasShortenedBefore, setShortenedBefore] = useState<boolean | null>(null);
  const [createdFor, setCreatedFor] = useState<readonly string[]>([]);
  useEffect(() => {
    if (urlWarningOf(initial))
      void actions.wasShortenedBefore(initial, page.private).then(setShortenedBefore);
  }, []);
  useEffect(() => {
    if (isCreated) setCreatedFor((others) => [...others, address]);
  }, [isCreated]);
  return {
    warning: createdFor.includes(address) ? null : urlWarningOf(address),
    /**
     * Whether it was shortened before, which is looked up only for the first address, and only if there is a warning; null
     * until then: its line is reserved, so that nothing moves under the pointer.
     */
    wasShortenedBefore: address === initial ? wasShortenedBefore : false,
  };
};
