import { useEffect, useState } from 'preact/hooks';
import { completeLink } from '../../lib/url/link.ts';
import type { PopupActions, Tracking } from './actions.ts';
import type { Fields } from './use-fields.ts';

interface Parts {
  fields: Pick<Fields, 'link' | 'setLink'>;
  /** Taken out of the tab's address at once. */
  removeAtOnce: boolean;
  actions: Pick<PopupActions, 'tracking'>;
}

/** What was taken out of which address. */
interface Removal {
  before: string;
  after: string;
  names: string[];
}

/** What knows tracking parameters, read once an address with a query is there. */
const useList = (hasQuery: boolean, { tracking }: Parts['actions']): Tracking | null => {
  const [list, setList] = useState<Tracking | null>(null);
  useEffect(() => {
    if (hasQuery) void tracking().then(setList);
  }, [hasQuery]);
  return list;
};

/** The tracking parameters in the field: which they are, whether they were taken out, and how they come back. */
export const useTracking = ({ fields, removeAtOnce, actions }: Parts) => {
  const { link, setLink } = fields;
  const [removal, setRemoval] = useState<Removal | null>(null);
  const list = useList(link.includes('?'), actions);
  const remove = (): void => {
    const before = completeLink(link);
    const names = list?.namesIn(before) ?? [];
    if (!list || names.length === 0) return;
    const after = list.without(before);
    setRemoval({ before, after, names });
    setLink(after);
  };
  useEffect(() => {
    if (removeAtOnce) remove();
  }, [list]);
  const isRemoved = removal !== null && removal.after === link;
  const putBack = (): void => {
    if (removal) setLink(removal.before);
  };
  return {
    names: isRemoved ? removal.names : (list?.namesIn(completeLink(link)) ?? []),
    isRemoved,
    toggle: isRemoved ? putBack : remove,
    /** Whether an address is what is left of another one. */
    isRestOf: (address: string | null): boolean => isRemoved && removal.before === address,
  };
};
