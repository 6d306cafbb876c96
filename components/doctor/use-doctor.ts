import { useRef, useState } from 'preact/hooks';
import { diagnose } from '../../lib/diagnostics/diagnose.ts';
import { type Facts, noFacts } from '../../lib/diagnostics/facts.ts';
import { useLinkTest } from '../link-test/use-link-test.ts';
import type { DoctorActions } from './actions.ts';

/** Milliseconds since 1970 at which the check began, and what is known by now. */
interface Known {
  at: number;
  facts: Facts;
}

/** One action at a time: a check, or the test of a real link on request. */
export const useDoctor = (actions: DoctorActions) => {
  const [known, setKnown] = useState<Known | null>(null);
  const [doing, setDoing] = useState<'nothing' | 'checking' | 'adding'>('nothing');
  const busy = useRef(false);
  const { link, start, answer, clear } = useLinkTest(actions);

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
      clear();
      setKnown({ at, facts: noFacts });
      return diagnose(actions, (facts) => setKnown({ at, facts }));
    });

  const tryAdd = (askFor: string | null): void => run('adding', () => start(askFor));
  const shown = known && { ...known, facts: { ...known.facts, link } };
  return { known: shown, doing, check, tryAdd, answer };
};
