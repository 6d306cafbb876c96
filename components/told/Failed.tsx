import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Act } from '../../lib/delivery/contract.ts';
import { actNames } from '../act-names.ts';
import { Problem } from '../ui/Problem.tsx';

interface FailedProps {
  failure: Failure;
  what: Act | null;
  act(): void;
}

/** Seconds that the service still wants to be left alone. */
const usePause = (seconds: number): number => {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
};

/** The sentence, and what can be done about it. */
export const Failed = ({ failure, what, act }: FailedProps) => {
  const pause = usePause(failure.retryAfter ?? 0);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <Problem failure={failure} place="popup" />
      {what && (
        <div class="buttons">
          <button
            ref={button}
            class="primary"
            type="button"
            aria-disabled={pause > 0}
            onClick={() => pause <= 0 && act()}
          >
            {text(actNames[what])}
            {pause > 0 && ` (${pause})`}
          </button>
        </div>
      )}
    </>
  );
};
