import { useRef, useState } from 'preact/hooks';
import { examine } from '../../lib/doctor/doctor.ts';
import { type Facts, nothingYet } from '../../lib/doctor/facts.ts';
import type { DoctorActions } from './actions.ts';

/** Milliseconds since 1970 at which the check began, and what is known by now. */
interface Known {
  at: number;
  facts: Facts;
}

/** One thing at a time: a check, or a real link on request. */
export const useDoctor = (actions: DoctorActions) => {
  const [known, setKnown] = useState<Known | null>(null);
  const [doing, setDoing] = useState<'nothing' | 'checking' | 'adding'>('nothing');
  const busy = useRef(false);

  const run = (what: 'checking' | 'adding', work: () => Promise<void>): void => {
    if (busy.current) return;
    busy.current = true;
    setDoing(what);
    void work().finally(() => {
      busy.current = false;
      setDoing('nothing');
    });
  };

  const check = (): void =>
    run('checking', () => {
      const at = Date.now();
      setKnown({ at, facts: nothingYet });
      return examine(actions, (facts) => setKnown({ at, facts }));
    });

  const learnAdd = (add: Facts['add']): void =>
    setKnown((now) => now && { ...now, facts: { ...now.facts, add } });
  const tryAdd = (): void =>
    run('adding', () => {
      learnAdd('adding');
      return actions.addLink().then(learnAdd);
    });
  return { known, doing, check, tryAdd };
};
