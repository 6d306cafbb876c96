import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { ToldActions } from './actions.ts';

type QuietProps = Pick<ToldActions, 'mayTellQuietly' | 'askToTellQuietly'>;

/** Offers to tell without this tab from now on, which takes two permissions; nothing where they are granted already. */
export const Quiet = ({ mayTellQuietly, askToTellQuietly }: QuietProps) => {
  const [may, setMay] = useState(true);
  const [answer, setAnswer] = useState<boolean | null>(null);
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => void mayTellQuietly().then(setMay), []);
  // The button goes, and would take the focus along: the answer is said where the focus is then.
  useEffect(() => {
    if (answer) said.current?.focus();
  }, [answer]);
  if (may) return null;
  return (
    <section class="quietly">
      <p class="note">{text('toldNoToast')}</p>
      {answer !== true && (
        <>
          <p class="note">{text('toldQuietWhy')}</p>
          <button type="button" onClick={() => void askToTellQuietly().then(setAnswer)}>
            {text('toldQuiet')}
          </button>
        </>
      )}
      <p ref={said} tabIndex={-1} role={answer ? undefined : 'status'} class="note">
        {answer !== null && text(answer ? 'toldQuietGranted' : 'toldQuietRefused')}
      </p>
    </section>
  );
};
