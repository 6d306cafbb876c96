import { useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { Icon } from '../ui/Icon.tsx';

interface PlayHereProps {
  /** Whether the browser allowed the player; null if the background did not answer. */
  playHere(): Promise<boolean | null>;
  /** Called when the player is on the page, behind the popup. */
  onDone(): void;
}

/** The button that puts the player on the active page. */
export const PlayHere = ({ playHere, onDone }: PlayHereProps) => {
  const [problem, setProblem] = useState<string | null>(null);
  // A double click dispatches its second click before the state is updated, so the state cannot stop it.
  const busy = useRef(false);
  const start = async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setProblem(null);
    const isIn = await playHere();
    busy.current = false;
    if (isIn) onDone();
    else setProblem(text(isIn === null ? 'playingUnanswered' : 'playingRefused'));
  };
  return (
    <>
      <button class="plain small" type="button" onClick={() => void start()}>
        <Icon name="music" small />
        {text('playingHere')}
      </button>
      <p role="alert" class="note warn">
        {problem}
      </p>
    </>
  );
};
