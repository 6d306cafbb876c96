import type { Failure } from '../../lib/failures/schema.ts';
import { useEffect, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { OutcomeAction } from '../../lib/delivery/contract.ts';
import { Problem } from '../ui/Problem.tsx';
import { actionLabels } from '../ui/action-labels.ts';
import { useCountdown } from '../ui/use-countdown.ts';

interface FailedOutcomeProps {
  failure: Failure;
  action: OutcomeAction | null;
  press(): void;
}

/** The sentence about the failure, and the button for what can be done about it. */
export const FailedOutcome = ({ failure, action, press }: FailedOutcomeProps) => {
  const [wait] = useCountdown(failure.retryAfter);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <Problem failure={failure} place="popup" />
      {action && (
        <div class="buttons">
          <button
            ref={button}
            class="primary"
            type="button"
            aria-disabled={wait > 0}
            onClick={() => wait <= 0 && press()}
          >
            {text(actionLabels[action])}
            {wait > 0 && ` (${wait})`}
          </button>
        </div>
      )}
    </>
  );
};
