import { useEffect, useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { closeTab } from '../../lib/browser/close-tab.ts';
import { isPrivateWindow } from '../../lib/browser/pages.ts';
import { hasNotifyAndCopyPermission, requestNotifyAndCopy } from '../../lib/browser/permissions.ts';
import { addressNotes, warningFor } from '../../lib/delivery/for-page.ts';
import type { StoredDelivery } from '../../lib/delivery/types.ts';
import { undoSecondsLeft } from '../../lib/delivery/undo-time.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { failureOf, isCreated, isUndone } from '../../lib/history/outcome.ts';
import { text, type TextKey, urlWarningText } from '../../lib/i18n/texts.ts';
import { undoneSentences } from '../../lib/outcome/sentence.ts';
import { unansweredAttempt } from '../../lib/shortening/new-attempt.ts';
import { choiceOf } from '../../lib/validity/validity.ts';
import { settings } from '../page.ts';
import { copyCreated } from '../ui/copy-created.ts';
import { CheckHistory } from '../ui/Problem.tsx';
import { useRingAfterKey } from '../ui/use-ring-after-key.ts';
import { Header, Popup } from './Popup.tsx';
import type { FirstOutcome } from './use-shortening.ts';

/**
 * Says why the outcome is not on its page, and offers to show later ones in a notification instead of this page, which takes two
 * permissions; nothing if they are granted, unless a site may be restricted by Firefox.
 * `isRefused`: the browser allowed no toast on a page of the web.
 */
const NotifyOffer = ({ isRefused = false }: { isRefused: boolean | undefined }) => {
  const [isGranted, setGranted] = useState(true);
  const [answer, setAnswer] = useState<boolean | null>(null);
  const answerNote = useRef<HTMLParagraphElement>(null);
  useEffect(() => void hasNotifyAndCopyPermission().catch(logAndReturn(true)).then(setGranted), []);
  // The prompt of the browser opens inside the click only.
  const request = (): void => void requestNotifyAndCopy().then(setAnswer);
  // The button is removed after a positive answer: the focus moves to the text that replaces it.
  useEffect(() => {
    if (answer) answerNote.current?.focus();
  }, [answer]);
  const isRestricted = isRefused && import.meta.env.FIREFOX;
  if (isGranted && !isRestricted) return null;
  return (
    <section>
      <p class="note">{text(isRestricted ? 'outcomeRestricted' : 'outcomeNoToast')}</p>
      {!isGranted && answer !== true && (
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

/** Shown if the background does not answer. */
const unanswered = (): StoredDelivery => {
  const request = { link: '', title: '', validity: { kind: 'never' as const }, private: false };
  const id = crypto.randomUUID();
  const attempt = unansweredAttempt({ id, ...request });
  const page = { tabId: -1, removed: [], isFromPage: false };
  return { id, ...page, request, tries: 1, attempt, settledAt: Date.now(), buttons: [] };
};

/** The link of a delivery that is still to be copied. */
const toCopy = (delivery: StoredDelivery | null) => {
  if (!delivery || delivery.isCopied || delivery.isReplaced) return null;
  const { attempt, request } = delivery;
  return isCreated(attempt) && !isUndone(attempt) ? { ...attempt, ...request } : null;
};

/** The delivery once its outcome is known, and whether the clipboard has its link; null if it is no longer stored. */
const receive = async (id: string): Promise<{ delivery: StoredDelivery; copied: boolean | null } | null> => {
  const pending = background.outcome({ id }).then((found) => (found === undefined ? unanswered() : found));
  // Begins at once: a click on the page allows copying for a moment only.
  const copying = settings.value.copyAtOnce ? copyCreated(pending.then(toCopy)) : null;
  const delivery = await pending;
  const isCopiedHere = await copying;
  return delivery && { delivery, copied: delivery.isCopied || (isCopiedHere ?? delivery.isCopied ?? null) };
};

const firstOutcome = (delivery: StoredDelivery, copied: boolean | null): FirstOutcome => {
  const { request, attempt, isReplaced } = delivery;
  const warning = warningFor(delivery);
  // Firefox opens the page of a notification in the window in front. A private one does not change a link of the history.
  const isForeign = isPrivateWindow() && !request.private;
  const link =
    isCreated(attempt) && !isUndone(attempt)
      ? {
          attempt: isForeign ? { ...attempt, isReused: true } : attempt,
          copied,
          undoSeconds: isForeign ? 0 : undoSecondsLeft(delivery),
        }
      : null;
  return {
    request,
    link,
    failure: isCreated(attempt) ? null : failureOf(attempt),
    attempt: attempt.id,
    undone: isUndone(attempt) ? undoneSentences(attempt, null) : '',
    notes: [...(isReplaced ? [text('replaced')] : []), ...addressNotes(delivery)],
    warning: warning ? urlWarningText(warning) : '',
  };
};

/** The title of the tab: it promises no link where there is none. The outcome is null if it is no longer stored. */
const titleOf = (first: FirstOutcome | null | undefined): TextKey => {
  if (first === null) return 'outcomeGone';
  if (!first?.failure) return 'outcomeTitle';
  return first.failure.hadEffect === 'no' ? 'outcomeFailedTitle' : 'outcomeUnknownTitle';
};

/** The popup in a tab: it shows the outcome of a request without the popup first, if no toast can appear. */
export const ResultInTab = ({ id }: { id: string }) => {
  useRingAfterKey();
  const [received, setReceived] = useState<Awaited<ReturnType<typeof receive>>>();
  useEffect(() => void receive(id).then(setReceived), []);
  const first = received && firstOutcome(received.delivery, received.copied);
  useEffect(() => {
    document.title = text(titleOf(first));
  }, [received]);

  if (!first) {
    const isPrivate = isPrivateWindow();
    // The history has nothing of a private window.
    const mayBeInHistory = first === null && !isPrivate;
    return (
      <>
        <Header back={null} isPrivate={isPrivate} />
        <main class="unconnected">
          <h1 aria-live="polite">{text(titleOf(first))}</h1>
          <p role="status" class="soft">
            {first === undefined && text('shortening')}
            {mayBeInHistory && text('outcomeGoneAdvice')}
          </p>
          {mayBeInHistory && <CheckHistory />}
        </main>
      </>
    );
  }
  const { request, tabId, isRefused } = received.delivery;
  const { link, title, validity, connection } = request;
  const choice = choiceOf(validity) ?? 'custom';
  return (
    <>
      <Popup
        page={{ tabId, link, title, private: request.private || isPrivateWindow() }}
        draft={{
          link,
          choice,
          customExpiry: '',
          options: connection ? { limit: null, ending: '', connection } : null,
        }}
        first={first}
      />
      <footer class="line wrap">
        {!first.failure && <NotifyOffer isRefused={isRefused} />}
        <button type="button" onClick={() => void closeTab()}>
          {text('done')}
        </button>
      </footer>
    </>
  );
};
