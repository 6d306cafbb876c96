import { useEffect, useRef, useState } from 'preact/hooks';
import type { GrantedPermission } from '../../lib/browser/contract.ts';
import type { AboutActions, GivenBack } from './actions.ts';

/** A permission, and how giving it back ended; null where nobody did. */
export interface Row {
  given: GrantedPermission;
  ended: GivenBack | null;
}

interface Parts {
  first: GrantedPermission[];
  actions: AboutActions;
}

/** The rows with what is held now: what was given back here stays, and says so, until it is granted anew. */
const merge = (rows: readonly Row[], held: readonly GrantedPermission[]): Row[] => {
  const isHeld = ({ id }: GrantedPermission): boolean => held.some((each) => each.id === id);
  const isGone = ({ ended }: Row): boolean => ended === 'gone' || ended === 'reached';
  const kept = rows.filter((row) => isHeld(row.given) || isGone(row));
  const shown = kept.map((row) => (isHeld(row.given) && isGone(row) ? { ...row, ended: null } : row));
  const fresh = held.filter(({ id }) => !rows.some(({ given }) => given.id === id));
  return [...shown, ...fresh.map((given) => ({ given, ended: null }))];
};

/** What the person granted, followed live. */
export const useGiven = ({ first, actions }: Parts) => {
  const [rows, setRows] = useState<Row[]>(() => merge([], first));
  const busy = useRef(false);
  const refresh = async (): Promise<void> => {
    const { optional } = await actions.readHeld();
    // Half way all sites may have taken the service's own along, which comes back.
    if (!busy.current) setRows((now) => merge(now, optional));
  };
  useEffect(() => actions.onReachChange(() => void refresh()), []);
  const giveBack = async (given: GrantedPermission): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    const ended = await actions.giveBack(given);
    busy.current = false;
    setRows((now) => now.map((row) => (row.given.id === given.id ? { given, ended } : row)));
    await refresh();
  };
  return { rows, giveBack };
};
