import { useEffect, useRef, useState } from 'preact/hooks';
import type { MusicActions, Reach } from './actions.ts';

/** What there is to say about the switch. */
export interface Outcome {
  /** Refused: the person said no. Kept: the browser does not take the access back. */
  said: 'refused' | 'kept' | null;
  lostService: string | null;
}

export interface SwitchParts {
  first: Reach;
  actions: Pick<MusicActions, 'allow' | 'giveBack' | 'readReach' | 'onReachChange'>;
}

/** The reach as it is now, whoever changes it; a reading that was overtaken by another counts for nothing. */
const useReach = ({ first, actions }: SwitchParts) => {
  const [reach, setReach] = useState(first);
  const reading = useRef(0);
  const refresh = async (): Promise<Reach> => {
    const turn = (reading.current += 1);
    const now = await actions.readReach();
    if (turn === reading.current) setReach(now);
    return now;
  };
  return { reach, refresh };
};

/** The switch of music: it shows the permission itself, and nothing else is stored. */
export const useSwitch = ({ first, actions }: SwitchParts) => {
  const { reach, refresh } = useReach({ first, actions });
  const [said, setSaid] = useState<Outcome['said']>(null);
  const [isBusy, setBusy] = useState(false);
  // State is set after the second click of a double click has already been dispatched; this is not.
  const busy = useRef(false);
  useEffect(() => actions.onReachChange(() => void refresh()), []);
  // What was said is about the permission as it was.
  useEffect(() => setSaid(null), [reach.all]);

  const settle = async (done: Promise<boolean>, otherwise: Outcome['said']): Promise<void> => {
    const isDone = await done;
    await refresh();
    setSaid(isDone ? null : otherwise);
    busy.current = false;
    setBusy(false);
  };
  /** Call it inside the click: the permission is asked for before anything is awaited. */
  const toggle = (): void => {
    if (busy.current) return;
    const done = reach.all ? actions.giveBack() : actions.allow();
    busy.current = true;
    setBusy(true);
    setSaid(null);
    void settle(done, reach.all ? 'kept' : 'refused');
  };
  // Half way the service's own permission is gone with all others, and comes back.
  const lostService = isBusy ? null : reach.lostService;
  return { isOn: reach.all, outcome: { said, lostService }, toggle };
};
