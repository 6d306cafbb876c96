import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { OutcomePageActions } from './use-outcome.ts';

type NotifyOfferProps = Pick<
  OutcomePageActions,
  'hasNotifyAndCopyPermission' | 'requestNotifyAndCopyPermission'
>;

/**
 * Offers to show later outcomes in a notification instead of this page, which takes two permissions; nothing if they are
 * granted. Safari has no notifications.
 */
export const NotifyOffer = ({
  hasNotifyAndCopyPermission,
  requestNotifyAndCopyPermission,
}: NotifyOfferProps) => {
  const [isGranted, setGranted] = useState(true);
  const [answer, setAnswer] = useState<boolean | null>(null);
  const answerNote = useRef<HTMLParagraphElement>(null);
  useEffect(() => void hasNotifyAndCopyPermission().then(setGranted), []);
  // The button is removed after a positive answer: the focus moves to the text that replaces it.
  useEffect(() => {
    if (answer) answerNote.current?.focus();
  }, [answer]);
  if (isGranted) return null;
  return (
    <section class="notify-offer">
      <p class="note">{text('outcomeNoToast')}</p>
      {answer !== true && !import.meta.env.SAFARI && (
        <>
          <p class="note">{text('outcomeNotifyWhy')}</p>
          <button
            type="button"
            class="small"
            onClick={() => void requestNotifyAndCopyPermission().then(setAnswer)}
          >
            {text('outcomeNotify')}
          </button>
        </>
      )}
      <p ref={answerNote} tabIndex={-1} role={answer ? undefined : 'status'} class="note">
        {answer !== null && text(answer ? 'outcomeNotifyGranted' : 'outcomeNotifyRefused')}
      </p>
    </section>
  );
};
