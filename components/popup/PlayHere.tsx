import { useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';

interface PlayHereProps {
  /** Whether the browser let us in; null where nobody answered. */
  playHere(): Promise<boolean | null>;
  /** The player is on the page, under the popup. */
  done(): void;
}

/** Puts the player on the page in front. */
export const PlayHere = ({ playHere, done }: PlayHereProps) => {
  const [problem, setProblem] = useState<string | null>(null);
  // State is set after the second click of a double click has already been dispatched; this is not.
  const busy = useRef(false);
  const start = async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setProblem(null);
    const isIn = await playHere();
    busy.current = false;
    if (isIn) done();
    else setProblem(text(isIn === null ? 'playingUnanswered' : 'playingRefused'));
  };
  return (
    <>
      <button class="quiet" type="button" onClick={() => void start()}>
        {text('playingHere')}
      </button>
      <p role="alert" class="note warn">
        {problem}
      </p>
    </>
  );
};
