import { useEffect, useState } from 'preact/hooks';
import { completeLink } from '../../lib/url/link.ts';
import type { PopupActions, Tracking } from './popup-actions.ts';
import type { Fields } from './use-fields.ts';

interface TrackingOptions {
  fields: Pick<Fields, 'link' | 'setLink'>;
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

/** The list of tracking parameters, loaded when the address has a query. */
const useList = (hasQuery: boolean, { tracking }: TrackingOptions['actions']): Tracking | null => {
  const [list, setList] = useState<Tracking | null>(null);
  useEffect(() => {
    if (hasQuery) void tracking().then(setList);
  }, [hasQuery]);
  return list;
};

/** The tracking parameters of the address in the field: their names, whether they were removed, and the toggle. */
export const useTracking = ({ fields, removeAtOnce, actions }: TrackingOptions) => {
  const { link, setLink } = fields;
  const [removal, setRemoval] = useState<Removal | null>(null);
  const list = useList(link.includes('?'), actions);
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
  const restore = (): void => {
    if (removal) setLink(removal.before);
  };
  return {
    names: isRemoved ? removal.names : (list?.namesIn(completeLink(link)) ?? []),
    isRemoved,
    toggle: isRemoved ? restore : remove,
    /** The address to send: also one that was typed later has no tracking parameters, unless the person has restored them. */
    prepare: (): string => (removeAtOnce && !isRestored ? remove() : link),
    /** Whether the address in the field is this one without its tracking parameters. */
    isCleanedFrom: (address: string | null): boolean => isRemoved && removal.before === address,
  };
};
