import { useState } from 'preact/hooks';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Batch } from '../../lib/batch/batch.ts';
import type { Plan } from '../../lib/batch/plan.ts';
import { type Choice, durations, type Preset, readChoice, toFieldTime } from '../../lib/validity/validity.ts';

interface PlanOptions {
  tabs: Plan['included'];
  choice: Preset;
  rememberChoice(choice: Preset): void;
  start(batch: Batch): void;
}

/** The fields of the validity; `changed` is called at each change of one. */
const useValidity = (choice: Preset, changed: () => void) => {
  const [chosen, setChosen] = useState<Choice>(choice);
  const [customExpiry, setCustomExpiry] = useState(() => toFieldTime(Date.now() + durations.week * 1000));
  return {
    chosen,
    customExpiry,
    setChosen(next: Choice): void {
      changed();
      setChosen(next);
    },
    setCustomExpiry(next: string): void {
      changed();
      setCustomExpiry(next);
    },
  };
};

/** The tabs that the person includes, and their validity. */
export const usePlan = ({ tabs, choice, rememberChoice, start }: PlanOptions) => {
  const [failure, setFailure] = useState<Failure | null>(null);
  const fields = useValidity(choice, () => setFailure(null));
  const { chosen, customExpiry } = fields;
  // Another link for a tab that may have one is only created if the person asks for it.
  const [left, setLeft] = useState<readonly number[]>(() =>
    tabs.flatMap(({ isUncertain }, at) => (isUncertain ? [at] : [])),
  );
  const isLeftOut = (at: number): boolean => left.includes(at);
  const toggle = (at: number): void =>
    setLeft((now) => (now.includes(at) ? now.filter((each) => each !== at) : [...now, at]));
  const toggleAll = (): void => setLeft(left.length === 0 ? tabs.map((_, at) => at) : []);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const included = tabs.filter((_, at) => !isLeftOut(at));
    if (included.length === 0) return;
    const read = readChoice(chosen, { text: customExpiry, nowMs: Date.now() });
    if (!read.ok) {
      setFailure({ reason: read.reason, linkCreated: 'no' });
      document.getElementById('expires-at')?.focus();
      return;
    }
    if (chosen !== 'custom') rememberChoice(chosen);
    start({
      validity: read.validity,
      items: included.map(({ link, title }) => ({ link, title, state: { kind: 'waiting' } })),
    });
  };
  return { fields, count: tabs.length - left.length, failure, isLeftOut, toggle, toggleAll, submit };
};
