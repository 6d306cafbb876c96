import { useEffect, useState } from 'preact/hooks';
import { readLink } from '../../lib/url/link.ts';
import { urlWarningOf } from '../../lib/url/warnings.ts';
import type { CurrentPage } from '../../lib/browser/contract.ts';
import type { PopupActions } from './popup-actions.ts';

interface WarningOptions {
  page: CurrentPage;
  /** The text of the field. */
  link: string;
  /** A short link was created for it. */
  isCreated: boolean;
  actions: Pick<PopupActions, 'isKnown'>;
}

/** Whether the first address of the popup was shortened before; it is looked up only if there is a warning. */
const useFirstAddress = (address: string, { page, actions }: WarningOptions) => {
  const [initial] = useState(address);
  const [isKnown, setKnown] = useState<boolean | null>(null);
  useEffect(() => {
    if (urlWarningOf(initial)) void actions.isKnown(initial, page.private).then(setKnown);
  }, []);
  return { initial, isKnown };
};

/** The warning for the address in the field, and whether it was shortened before; none if that was in this popup. */
export const useWarning = (options: WarningOptions) => {
  const read = readLink(options.link);
  // Text that is refused needs no warning.
  const address = read.ok ? read.link : '';
  const { initial, isKnown } = useFirstAddress(address, options);
  const [done, setDone] = useState<readonly string[]>([]);
  useEffect(() => {
    if (options.isCreated) setDone((others) => [...others, address]);
  }, [options.isCreated]);
  return {
    warning: done.includes(address) ? null : urlWarningOf(address),
    /** Whether it was shortened before; null until that was looked up: its line is reserved, so that nothing moves under the pointer. */
    isKnown: address === initial ? isKnown : false,
  };
};

export type ShownWarning = ReturnType<typeof useWarning>;
