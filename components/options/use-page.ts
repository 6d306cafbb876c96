import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { Prefill } from '../connection/use-form.ts';
import { type Step, stepOf } from '../first-run/steps.ts';
import type { PageActions, Parts } from './parts.ts';

interface Shown {
  /** Null for all settings. */
  step: Step | null;
  parts: Parts;
  prefill: Prefill | null;
  /** Another number for every reading of the parts. */
  round: number;
}

/** What is shown, by the address behind "#", with everything as it was when that began to be shown. */
export const usePage = (
  first: Parts,
  { read, onPolicyChange }: Pick<PageActions, 'read' | 'onPolicyChange'>,
) => {
  const [shown, setShown] = useState<Shown>(() => ({
    ...{ step: stepOf(location.hash), parts: first, prefill: null, round: 0 },
  }));
  const step = useRef(shown.step);
  const show = async (prefill: Prefill | null = null): Promise<void> => {
    const parts = await read();
    step.current = stepOf(location.hash);
    setShown(({ round }) => ({ step: stepOf(location.hash), parts, prefill, round: round + 1 }));
  };
  // At once: in a tab that is not in front, other effects may wait for seconds, and a change meanwhile would be missed.
  useLayoutEffect(() => onPolicyChange(() => void show()), []);
  useEffect(() => {
    // Within the settings the browser itself goes to a section.
    const follow = (): void => {
      if (stepOf(location.hash) !== step.current) void show();
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const connected = (connection: ConnectionView): void =>
    setShown((now) => ({ ...now, parts: { ...now.parts, connection } }));
  return { shown, show, connected };
};
