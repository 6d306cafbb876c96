import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Failure } from '../../lib/failures/schema.ts';
import { text } from '../../lib/i18n/texts.ts';
import { Icon } from './Icon.tsx';
import { useAction } from './use-action.ts';
import { useCountdown } from './use-countdown.ts';

interface UndoButtonProps {
  /** For how long the button is shown; it stays longer while it runs. */
  seconds: number;
  /** Resolves with why it failed; it can be pressed again then, in the time that was left. */
  undo(): Promise<Failure | null>;
  /** Gets the focus of the button when that is removed. */
  field: RefObject<HTMLElement | null>;
}

/** Undoes what was just done. Its name has no seconds: a screen reader would say each. */
export const UndoButton = ({ seconds, undo, field }: UndoButtonProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const [left, startCountdown] = useCountdown(seconds);
  const [isOver, setOver] = useState(seconds <= 0);
  const { run: press, isRunning } = useAction(async () => {
    // The time stands still meanwhile.
    startCountdown(0);
    const failure = await undo();
    if (failure) startCountdown(left);
    return failure;
  });
  useEffect(() => {
    if (left > 0 || isRunning) return;
    if (document.activeElement === button.current) field.current?.focus();
    setOver(true);
  }, [left, isRunning]);
  if (isOver) return null;
  return (
    <button
      ref={button}
      class="quiet small num"
      type="button"
      aria-label={text('historyUndo')}
      aria-disabled={isRunning}
      onClick={() => void press()}
    >
      <Icon name="undo" small />
      {isRunning ? text('historyUndo') : text('undoIn', String(left))}
    </button>
  );
};
