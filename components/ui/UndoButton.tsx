import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Failure } from '../../lib/failures/schema.ts';
import { text } from '../../lib/i18n/texts.ts';
import { Icon } from './Icon.tsx';
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
  const [isRunning, setRunning] = useState(false);
  const [isOver, setOver] = useState(seconds <= 0);
  // A double click dispatches its second click before the state is updated, so the state cannot stop it.
  const busy = useRef(false);
  useEffect(() => {
    if (left > 0 || busy.current) return;
    if (document.activeElement === button.current) field.current?.focus();
    setOver(true);
  }, [left, isRunning]);
  const press = async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setRunning(true);
    // The time stands still meanwhile.
    startCountdown(0);
    const failure = await undo();
    busy.current = false;
    if (failure) startCountdown(left);
    setRunning(false);
  };
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
