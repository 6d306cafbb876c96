import { useEffect, useRef, useState } from 'preact/hooks';
import { withTimeout } from '../../lib/async/async.ts';
import type { Told } from '../../lib/delivery/contract.ts';
import type { ToldActions } from './actions.ts';

/** What there is to tell: null while it is on its way; `copied` null where nobody tried to. */
export type Telling = { told: Told; copied: boolean | null } | 'gone' | null;

/** Milliseconds that a finished link waits for the clipboard, which may never answer. */
const clipboardPatience = 1500;

/** Whether the copy that began within the click is on the clipboard. */
const inTime = (copying: Promise<boolean>): Promise<boolean> =>
  withTimeout(copying, { milliseconds: clipboardPatience, late: () => false });

const shortLinkIn = async (promised: Promise<Told | null>): Promise<string> => {
  const told = await promised;
  if (!told?.outcome.ok) throw new Error('Nothing to copy.');
  return told.outcome.shortLink;
};

interface Parts {
  copyAtOnce: boolean;
  actions: Pick<ToldActions, 'told' | 'act' | 'copy'>;
}

/** The outcome, copied as soon as it is there; and what its button does, which takes the outcome's place. */
export const useTold = ({ copyAtOnce, actions }: Parts) => {
  const [telling, setTelling] = useState<Telling>(null);
  const busy = useRef(false);
  const tell = async (promised: Promise<Told | null>): Promise<void> => {
    busy.current = true;
    // At once: within a click, where that is what brought us here.
    const copying = copyAtOnce ? actions.copy(shortLinkIn(promised)) : null;
    const told = await promised;
    const copied = told?.outcome.ok && copying ? await inTime(copying) : null;
    busy.current = false;
    setTelling(told ? { told, copied } : 'gone');
  };
  useEffect(() => void tell(actions.told()), []);
  const act = (id: string): void => {
    if (busy.current) return;
    setTelling(null);
    void tell(actions.act(id));
  };
  return { telling, act };
};
