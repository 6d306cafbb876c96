import { useEffect, useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { closeTab } from '../../lib/browser/close-tab.ts';
import { isPrivateWindow } from '../../lib/browser/pages.ts';
import { hasNotifyAndCopyPermission, requestNotifyAndCopy } from '../../lib/browser/permissions.ts';
import { addressNotes } from '../../lib/delivery/address-notes.ts';
import type { DeliveredOutcome, OutcomeAction } from '../../lib/delivery/types.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { unanswered } from '../../lib/failures/interrupted.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { mayExist } from '../../lib/i18n/failure-sentence.ts';
import { text, type TextKey, urlWarningText } from '../../lib/i18n/texts.ts';
import { undoSentences } from '../../lib/i18n/undo-sentences.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { goToPage, goToSettings, settings } from '../page.ts';
import { Icon } from '../ui/Icon.tsx';
import { Initial } from '../ui/Initial.tsx';
import { NoteField } from '../ui/NoteField.tsx';
import { CheckHistory, Problem } from '../ui/Problem.tsx';
import { type CreatedLink, Result } from '../ui/Result.tsx';
import { UndoneNotice } from '../ui/UndoneNotice.tsx';
import { actionLabel } from '../ui/action-labels.ts';
import { LiveRegion } from '../ui/announce.tsx';
import { copyWhenReady } from '../ui/copy-when-ready.ts';
import { copyPendingLink } from '../ui/copying.ts';
import { useAction } from '../ui/use-action.ts';
import { useCountdown } from '../ui/use-countdown.ts';

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
const noAnswer: DeliveredOutcome = {
  link: '',
  title: '',
  outcome: unanswered,
  warning: null,
  private: false,
  removed: [],
  action: null,
};

interface SettledOutcome {
  delivered: DeliveredOutcome;
  /** Whether the clipboard has the short link; null if copying was not tried. */
  copied: boolean | null;
  /** After Undo: whether the clipboard has the address in its place; null if it never had the short link. */
  isAddressCopied?: boolean | null;
}

/** Runs an action of an outcome: the new outcome, or null if the action was used before. */
const runAction = async (id: string): Promise<DeliveredOutcome | null> => {
  const next = await background.runAction({ id });
  return next === undefined ? noAnswer : next;
};

/**
 * The outcome (null while it is pending), whose link is copied as soon as it exists unless it stands in a field, and a function
 * that runs its action and shows the new outcome.
 */
const useOutcome = () => {
  const [shown, setShown] = useState<SettledOutcome | 'gone' | null>(null);
  const { run: show } = useAction(async (request: () => Promise<DeliveredOutcome | null>) => {
    setShown(null);
    const pending = request();
    const outcome = pending.then((next) =>
      next && !next.undone && !next.isCopied && !next.isReplaced ? { ...next, ...next.outcome } : null,
    );
    // Begins at once: a click on the page allows copying for a moment only.
    const copying = settings.value.copyAtOnce ? copyWhenReady(outcome, copyPendingLink) : null;
    const delivered = await pending;
    const isCopiedHere = await copying;
    const copied = delivered?.isCopied || (isCopiedHere ?? delivered?.isCopied ?? null);
    setShown(delivered ? { delivered, copied } : 'gone');
    return null;
  });
  useEffect(() => {
    const answer = background.outcome({ id: location.hash.slice(1) });
    void show(() => answer.then((delivered = noAnswer) => delivered));
  }, []);
  const repeat = (id: string): void => void show(() => runAction(id));
  /** Undoes the link; the clipboard gets the address in its place, copied inside the click. Resolves with why it failed. */
  const undo = async ({ undo: button, link }: DeliveredOutcome, isCopied: boolean) => {
    const pending = runAction(button?.id ?? '');
    const undone = pending.then((after) => ({ ok: after?.undone !== undefined }));
    const copying = isCopied ? copyWhenReady(undone, (done) => copy(done.then(() => link))) : null;
    const next = await pending;
    const isAddressCopied = await copying;
    // If it was too late for it, the link is as it was.
    if (next) setShown({ delivered: next, copied: null, isAddressCopied });
    return next?.undoFailure ?? null;
  };
  return { shown, repeat, undo };
};

/** The page that was shortened, what is to be said of its address, and the warning for its address. */
const Target = ({ link, title, warning, ...delivered }: DeliveredOutcome) => (
  <>
    {link !== '' && (
      <div class="target">
        <Initial name={title || withoutScheme(link)} address={link} />
        <div class="grow">
          {title && (
            <p class="clamp" dir="auto">
              {title}
            </p>
          )}
          <p class={title ? 'cut meta' : 'cut'} dir="ltr" title={link}>
            {withoutScheme(link)}
          </p>
        </div>
      </div>
    )}
    <div id="notes">
      {addressNotes(delivered).map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
      {warning && (
        <p class="notice">
          <Icon name="alert" />
          <span>{urlWarningText(warning)}</span>
        </p>
      )}
    </div>
  </>
);

interface CreatedOutcomeProps {
  delivered: DeliveredOutcome;
  undo: ReturnType<typeof useOutcome>['undo'];
  created: CreatedLink;
  createAnother: (() => void) | null;
}

/** The short link as in the popup; its QR code takes the place of everything in the card. */
const CreatedOutcome = ({ delivered, created, createAnother, undo }: CreatedOutcomeProps) => {
  const [isQrShown, showQr] = useState(false);
  const [note, setNote] = useState('');
  const { attempt: id } = delivered;
  return (
    <>
      {isQrShown ? (
        <button class="back plain" type="button" aria-expanded onClick={() => showQr(false)}>
          <Icon name="back" />
          {text('qrCode')}
        </button>
      ) : (
        <Target {...delivered} />
      )}
      <Result
        {...created}
        link={delivered.link}
        title={delivered.title}
        note={note}
        isPrivate={delivered.private}
        isQrShown={isQrShown}
        showQr={showQr}
        sending={false}
        mayLeave={!delivered.private || isPrivateWindow()}
        createAnother={createAnother}
        undo={delivered.undo && { ...delivered.undo, run: (isCopied) => undo(delivered, isCopied) }}
        failure={delivered.undoFailure ?? null}
        notice={delivered.isReplaced ? text('replaced') : null}
        noteField={
          id !== undefined && <NoteField attemptKey={{ id, private: delivered.private }} onNote={setNote} />
        }
      />
    </>
  );
};

interface FailedOutcomeProps {
  failure: Failure;
  action: OutcomeAction | null;
  press(): void;
  isPrivate: boolean;
}

/** The sentence about the failure, and the buttons for what can be done about it. */
const FailedOutcome = ({ failure, action, press, isPrivate }: FailedOutcomeProps) => {
  const [wait] = useCountdown(failure.retryAfter);
  const button = useRef<HTMLButtonElement>(null);
  const isWaiting = wait > 0;
  // If a link may exist, checking the history comes first.
  const look = failure.hadEffect === 'no' ? 'primary' : undefined;
  useEffect(() => {
    // A person who waits may be elsewhere in the page by then.
    if (!isWaiting && document.activeElement === document.body) button.current?.focus();
  }, [isWaiting]);
  return (
    <>
      <Problem failure={failure} place={isPrivate ? 'private' : 'outcome'} />
      <div class="pair">
        {/* Nothing of a private window is in the history. */}
        {!isPrivate && mayExist(failure) && <CheckHistory press={() => goToPage('/history.html')} />}
        {action && (
          <button
            ref={button}
            class={isWaiting ? 'wait' : look}
            style={{ '--left': wait / (failure.retryAfter ?? 1) }}
            type="button"
            aria-disabled={isWaiting}
            onClick={() => !isWaiting && press()}
          >
            {actionLabel(action, wait)}
          </button>
        )}
      </div>
    </>
  );
};

interface OutcomeProps extends SettledOutcome, Pick<CreatedOutcomeProps, 'undo'> {
  repeat(id: string): void;
}

const Outcome = ({ delivered, copied, isAddressCopied = null, repeat, undo }: OutcomeProps) => {
  const { outcome, action, undone } = delivered;
  const press = (): void => {
    if (action?.kind === 'settings') goToSettings();
    else if (action) repeat(action.id);
  };
  if (outcome.ok && undone)
    return (
      <>
        <Target {...delivered} warning={null} />
        <UndoneNotice said={undoSentences({ ...undone, ...outcome, isCopied: isAddressCopied })} />
      </>
    );
  if (outcome.ok)
    return (
      <CreatedOutcome
        delivered={delivered}
        created={{ ...outcome, copied }}
        createAnother={action && press}
        undo={undo}
      />
    );
  return (
    <>
      <Target {...delivered} />
      <FailedOutcome
        failure={outcome.failure}
        action={action?.kind ?? null}
        press={press}
        isPrivate={delivered.private}
      />
    </>
  );
};

/** The heading: it promises no link where there is none. */
const headingOf = (outcome: DeliveredOutcome['outcome'] | undefined): TextKey => {
  if (!outcome || outcome.ok) return 'outcomeTitle';
  return outcome.failure.hadEffect === 'no' ? 'outcomeFailedTitle' : 'outcomeUnknownTitle';
};

/** The page that shows an outcome if no toast can appear, with everything that a toast offers. */
export const OutcomePage = () => {
  const { shown, repeat, undo } = useOutcome();
  const settled = shown === 'gone' ? null : shown;
  const heading = text(headingOf(settled?.delivered.outcome));
  useEffect(() => {
    document.title = heading;
  }, [heading]);
  return (
    <main class="page outcome">
      <header>
        <img src="/icons/96.png" width="28" height="28" alt="" />
        <h1>{heading}</h1>
      </header>
      <div class="form card">
        {shown === null && <p role="status">{text('shortening')}</p>}
        {shown === 'gone' && <p role="status">{text('outcomeGone')}</p>}
        {shown === 'gone' && (
          <button type="button" onClick={() => goToPage('/history.html')}>
            {text('outcomeHistory')}
          </button>
        )}
        {settled && <Outcome {...settled} repeat={repeat} undo={undo} />}
      </div>
      <footer>
        {shown !== 'gone' && <NotifyOffer isRefused={settled?.delivered.isRefused} />}
        <button type="button" onClick={() => void closeTab()}>
          {text('closeTab')}
        </button>
      </footer>
      <LiveRegion />
    </main>
  );
};
