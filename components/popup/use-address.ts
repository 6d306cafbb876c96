import { useEffect, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import type { CurrentPage } from '../../lib/browser/pages.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { text } from '../../lib/i18n/texts.ts';
import { completeLink, readLink } from '../../lib/url/link.ts';
import type { CleanedLink } from '../../lib/url/tracking.ts';
import { settings } from '../page.ts';
import { loadParts } from './Later.tsx';

/** The address of the tab; empty for a page that cannot be shortened, with the text that says why. */
export const readPage = ({ link, isWaiting }: CurrentPage): { link: string; hint: string | null } => {
  if (isWaiting) return { link: '', hint: text('addressLoading') };
  const read = readLink(link ?? '');
  // What can be corrected in the field stays there.
  if (link !== null && (read.ok || read.reason === 'password' || read.reason === 'too-long'))
    return { link, hint: null };
  return { link: '', hint: text('addressHidden') };
};

/** The tracking parameters of the address in the field: their names, whether they were removed, and the toggle. */
export const useTracking = (link: string, setLink: (link: string) => void) => {
  /** The last removal of parameters, which the person may have undone. */
  const [removal, setRemoval] = useState<(CleanedLink & { before: string; isUndone: boolean }) | null>(null);
  const [clean, setClean] = useState<((link: string) => CleanedLink) | null>(null);
  const removeAtOnce = settings.value.removeTracking;
  const hasQuery = link.includes('?');
  const load = async (): Promise<void> => {
    const { readTracking } = await loadParts();
    const found = await readTracking();
    setClean(() => found);
  };
  useEffect(() => {
    if (hasQuery) void load();
  }, [hasQuery]);
  const remove = (): string => {
    const before = completeLink(link);
    const cleaned = clean?.(before);
    if (!cleaned?.removed.length) return link;
    setRemoval({ ...cleaned, before, isUndone: false });
    setLink(cleaned.link);
    return cleaned.link;
  };
  useEffect(() => {
    if (removeAtOnce) remove();
  }, [clean]);
  const isRestored = removal?.isUndone && removal.before === completeLink(link);
  const isRemoved = removal?.link === link;
  return {
    names: isRemoved ? removal.removed : (clean?.(completeLink(link)).removed ?? []),
    isRemoved,
    toggle: (): void => {
      if (!isRemoved) {
        remove();
        return;
      }
      setRemoval({ ...removal, isUndone: true });
      setLink(removal.before);
    },
    /**
     * Returns the address to send. If tracking parameters are removed at once, those of an address that came into the field later
     * are removed now, unless the person has restored them by the toggle.
     */
    prepare: (): string => (removeAtOnce && !isRestored ? remove() : link),
    /** An address without its tracking parameters, once their list is loaded. */
    withoutTracking: (address: string): string => clean?.(address).link ?? address,
  };
};

/**
 * The short links to the page that work, the newest first; null until they are known. `address`: null while that of another page
 * is in the field. After a short link was shown (`shownLink`), they are read again, as it may be one of them.
 */
export const useActiveLinks = (
  address: string | null,
  isPrivate: boolean,
  shownLink: string | undefined,
): Attempt[] | null => {
  const [found, setFound] = useState<{ address: string; attempts: Attempt[] } | null>(null);
  const read = async (link: string): Promise<void> => {
    const attempts = (await background.activeLinks({ link, private: isPrivate })) ?? [];
    setFound({ address: link, attempts });
  };
  useEffect(() => {
    setFound(null);
    if (address !== null && shownLink === undefined) void read(address);
  }, [address, shownLink]);
  if (address === null) return [];
  return found?.address === address ? found.attempts : null;
};
