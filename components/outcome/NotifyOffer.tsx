import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';

export interface NotifyActions {
  hasNotifyAndCopyPermission(): Promise<boolean>;
  /** Opens the prompt of the browser; call it inside the click, before anything is awaited. */
  requestNotifyAndCopyPermission(): Promise<boolean>;
}

/**
 * Offers to show later outcomes in a notification instead of this page, which takes two permissions; nothing if they are
 * granted. Safari has no notifications.
 */
export const NotifyOffer = ({ actions }: { actions: NotifyActions }) => {
  const [isGranted, setGranted] = useState(true);
  const [answer, setAnswer] = useState<boolean | null>(null);
  const answerNote = useRef<HTMLParagraphElement>(null);
  useEffect(() => void actions.hasNotifyAndCopyPermission().then(setGranted), []);
  // The button is removed after a positive answer: the focus moves to the text that replaces it.
  useEffect(() => {
    if (answer) answerNote.current?.focus();
  }, [answer]);
  if (isGranted) return null;
  return (
    <section>
      <p class="note">{text('outcomeNoToast')}</p>
      {answer !== true && !import.meta.env.SAFARI && (
        <button
          type="button"
          class="quiet small"
          title={text('outcomeNotifyWhy')}
          onClick={() => void actions.requestNotifyAndCopyPermission().then(setAnswer)}
        >
          {text('outcomeNotify')}
        </button>
      )}
      <p ref={answerNote} tabIndex={-1} role={answer ? undefined : 'status'} class="note">
        {answer !== null && text(answer ? 'outcomeNotifyGranted' : 'outcomeNotifyRefused')}
      </p>
    </section>
  );
};
