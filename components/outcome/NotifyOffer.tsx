import { useEffect, useRef, useState } from 'preact/hooks';
import { hasNotifyAndCopyPermission, requestNotifyAndCopy } from '../../lib/browser/permissions.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { text } from '../../lib/i18n/texts.ts';

/**
 * Says why the outcome is not on its page, and offers to show later ones in a notification instead of this page, which takes two
 * permissions; nothing if they are granted, unless a site may be restricted by Firefox. Safari has no notifications.
 * `isRefused`: the browser allowed no toast on a page of the web.
 */
export const NotifyOffer = ({ isRefused = false }: { isRefused: boolean | undefined }) => {
  const [isGranted, setGranted] = useState(true);
  const [answer, setAnswer] = useState<boolean | null>(null);
  const answerNote = useRef<HTMLParagraphElement>(null);
  useEffect(() => void hasNotifyAndCopyPermission().catch(logAndReturn(true)).then(setGranted), []);
  // The prompt of the browser opens inside the click only.
  const request = (): void => void requestNotifyAndCopy().catch(logAndReturn(false)).then(setAnswer);
  // The button is removed after a positive answer: the focus moves to the text that replaces it.
  useEffect(() => {
    if (answer) answerNote.current?.focus();
  }, [answer]);
  const isRestricted = isRefused && import.meta.env.FIREFOX;
  if (isGranted && !isRestricted) return null;
  return (
    <section>
      <p class="note">{text(isRestricted ? 'outcomeRestricted' : 'outcomeNoToast')}</p>
      {!isGranted && answer !== true && !import.meta.env.SAFARI && (
        <button type="button" class="quiet small" title={text('outcomeNotifyWhy')} onClick={request}>
          {text('outcomeNotify')}
        </button>
      )}
      <p ref={answerNote} tabIndex={-1} role={answer ? undefined : 'status'} class="note">
        {answer !== null && text(answer ? 'outcomeNotifyGranted' : 'outcomeNotifyRefused')}
      </p>
    </section>
  );
};
