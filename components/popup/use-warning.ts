import { useEffect, useState } from 'preact/hooks';
import { completeLink } from '../../lib/url/link.ts';
import { warningOf } from '../../lib/url/warnings.ts';
import type { CurrentPage } from '../../lib/browser/contract.ts';
import type { PopupActions } from './actions.ts';

interface Parts {
  page: CurrentPage;
  /** As it stands in the field. */
  link: string;
  /** A link was made of it. */
  isMade: boolean;
  actions: Pick<PopupActions, 'isKnown'>;
}

/** Whether the popup's first address was shortened before; asked only where there is something to warn of. */
const useFirst = (address: string, { page, actions }: Parts) => {
  const [first] = useState(address);
  const [isKnown, setKnown] = useState<boolean | null>(null);
  useEffect(() => {
    if (warningOf(first)) void actions.isKnown(first, page.private).then(setKnown);
  }, []);
  return { first, isKnown };
};

/** The warning of the address in the field, once: not of one that was shortened before, in this popup or another. */
export const useWarning = (parts: Parts) => {
  const address = completeLink(parts.link);
  const { first, isKnown } = useFirst(address, parts);
  const [done, setDone] = useState<readonly string[]>([]);
  useEffect(() => {
    if (parts.isMade) setDone((others) => [...others, address]);
  }, [parts.isMade]);
  return {
    warning: done.includes(address) ? null : warningOf(address),
    /** Null while nobody knows: its place is kept, and nothing moves from under the pointer. */
    isKnown: address === first ? isKnown : false,
  };
};

export type ShownWarning = ReturnType<typeof useWarning>;
