import { useEffect, useRef, useState } from 'preact/hooks';
import type { DeliveredOutcome } from '../../lib/delivery/contract.ts';
import { copyWhenReady } from '../ui/copy-when-ready.ts';

/** The actions of the page. None of them rejects. */
export interface OutcomePageActions {
  /** The outcome, as soon as it is known; null if it is no longer stored. */
  outcome(): Promise<DeliveredOutcome | null>;
  /** Runs the action with this id: the new outcome; null if the action was used before. */
  runAction(id: string): Promise<DeliveredOutcome | null>;
  /** Resolves with whether the clipboard contains the text. */
  copy(promised: Promise<string> | string): Promise<boolean>;
  openSettings(): void;
  openHistory(): void;
  hasNotifyAndCopyPermission(): Promise<boolean>;
  /** Opens the prompt of the browser; call it inside the click, before anything is awaited. */
  requestNotifyAndCopyPermission(): Promise<boolean>;
}

/** What the page shows: null while the outcome is pending; `copied` is null if copying was not tried. */
export type ShownOutcome = { delivered: DeliveredOutcome; copied: boolean | null } | 'gone' | null;

interface OutcomeOptions {
  copyAtOnce: boolean;
  actions: Pick<OutcomePageActions, 'outcome' | 'runAction' | 'copy'>;
}

/** The outcome, whose link is copied as soon as it exists, and a function that runs its action and shows the new outcome. */
export const useOutcome = ({ copyAtOnce, actions }: OutcomeOptions) => {
  const [shown, setShown] = useState<ShownOutcome>(null);
  const busy = useRef(false);
  const show = async (pending: Promise<DeliveredOutcome | null>): Promise<void> => {
    busy.current = true;
    const outcome = pending.then((delivered) => delivered?.outcome ?? null);
    // Begins at once: a click on the page allows copying for a moment only.
    const copying = copyAtOnce ? copyWhenReady(outcome, actions.copy) : null;
    const delivered = await pending;
    const copied = await copying;
    busy.current = false;
    setShown(delivered ? { delivered, copied } : 'gone');
  };
  useEffect(() => void show(actions.outcome()), []);
  const runAction = (id: string): void => {
    if (busy.current) return;
    setShown(null);
    void show(actions.runAction(id));
  };
  return { shown, runAction };
};
