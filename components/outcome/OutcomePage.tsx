import { useEffect, useRef, useState } from 'preact/hooks';
import { copy } from '../../lib/browser/clipboard.ts';
import { Target } from './Target.tsx';
import { type NotifyActions, NotifyOffer } from './NotifyOffer.tsx';
import type { DeliveredOutcome, OutcomeAction } from '../../lib/delivery/types.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { mayExist } from '../../lib/i18n/failure-sentence.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { undoSentences } from '../../lib/i18n/undo-sentences.ts';
import { actionLabel } from '../ui/action-labels.ts';
import { copyWhenReady } from '../ui/copy-when-ready.ts';
import { Icon } from '../ui/Icon.tsx';
import { copyPendingLink } from '../ui/copying.ts';
import { NoteField } from '../ui/NoteField.tsx';
import { CheckHistory, Problem } from '../ui/Problem.tsx';
import { type CreatedLink, Result } from '../ui/Result.tsx';
import { UndoneNotice } from '../ui/UndoneNotice.tsx';
import { useCountdown } from '../ui/use-countdown.ts';

/** The actions of the page. None of them rejects. */
export interface OutcomePageActions extends NotifyActions {
  /** The outcome, as soon as it is known; null if it is no longer stored. */
  outcome(): Promise<DeliveredOutcome | null>;
  /** Runs the action with this id: the new outcome; null if the action was used before. */
  runAction(id: string): Promise<DeliveredOutcome | null>;
  closeTab(): void;
  isPrivateWindow: boolean;
  openSettings(): void;
  openHistory(): void;
}

interface SettledOutcome {
  delivered: DeliveredOutcome;
  /** Whether the clipboard has the short link; null if copying was not tried. */
  copied: boolean | null;
  /** After Undo: whether the clipboard has the address in its place; null if it never had the short link. */
  isAddressCopied?: boolean | null;
}

/** What the page shows: null while the outcome is pending. */
type ShownOutcome = SettledOutcome | 'gone' | null;

interface OutcomePageProps {
  copyAtOnce: boolean;
  actions: OutcomePageActions;
}

/**
 * The outcome, whose link is copied as soon as it exists unless it stands in a field, and a function that runs its action and shows
 * the new outcome.
 */
const useOutcome = ({ copyAtOnce, actions }: Pick<OutcomePageProps, 'copyAtOnce' | 'actions'>) => {
  const [shown, setShown] = useState<ShownOutcome>(null);
  const busy = useRef(false);
  const show = async (pending: Promise<DeliveredOutcome | null>): Promise<void> => {
    busy.current = true;
    const outcome = pending.then((next) =>
      next && !next.undone && !next.isCopied && !next.isReplaced ? { ...next, ...next.outcome } : null,
    );
    // Begins at once: a click on the page allows copying for a moment only.
    const copying = copyAtOnce ? copyWhenReady(outcome, copyPendingLink) : null;
    const delivered = await pending;
    const isCopiedHere = await copying;
    const copied = delivered?.isCopied || (isCopiedHere ?? delivered?.isCopied ?? null);
    busy.current = false;
    setShown(delivered ? { delivered, copied } : 'gone');
  };
  useEffect(() => void show(actions.outcome()), []);
  const runAction = (id: string): void => {
    if (busy.current) return;
    setShown(null);
    void show(actions.runAction(id));
  };
  /** Undoes the link; the clipboard gets the address in its place, copied inside the click. Resolves with why it failed. */
  const undo = async ({ undo: button, link }: DeliveredOutcome, isCopied: boolean) => {
    const pending = actions.runAction(button?.id ?? '');
    const undone = pending.then((after) => ({ ok: after?.undone !== undefined }));
    const copying = isCopied ? copyWhenReady(undone, (done) => copy(done.then(() => link))) : null;
    const next = await pending;
    const isAddressCopied = await copying;
    // If it was too late for it, the link is as it was.
    if (next) setShown({ delivered: next, copied: null, isAddressCopied });
    return next?.undoFailure ?? null;
  };
  return { shown, runAction, undo };
};

interface CreatedOutcomeProps {
  delivered: DeliveredOutcome;
  undo: ReturnType<typeof useOutcome>['undo'];
  created: CreatedLink;
  createAnother: (() => void) | null;
  actions: OutcomePageActions;
}

/** The short link as in the popup; its QR code takes the place of everything in the card. */
const CreatedOutcome = (props: CreatedOutcomeProps) => {
  const { delivered, created, createAnother, undo, actions } = props;
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
        mayLeave={!delivered.private || actions.isPrivateWindow}
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
  openHistory: (() => void) | undefined;
}

/** The sentence about the failure, and the buttons for what can be done about it. */
const FailedOutcome = ({ failure, action, press, openHistory }: FailedOutcomeProps) => {
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
      <Problem failure={failure} place={openHistory ? 'outcome' : 'private'} />
      <div class="pair">
        {openHistory && mayExist(failure) && <CheckHistory press={openHistory} />}
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

interface OutcomeProps extends SettledOutcome, Pick<CreatedOutcomeProps, 'undo' | 'actions'> {
  runAction(id: string): void;
}

const Outcome = (props: OutcomeProps) => {
  const { delivered, copied, isAddressCopied = null, runAction, undo, actions } = props;
  const { outcome, action, undone } = delivered;
  const press = (): void => {
    if (action?.kind === 'settings') actions.openSettings();
    else if (action) runAction(action.id);
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
        actions={actions}
      />
    );
  return (
    <>
      <Target {...delivered} />
      <FailedOutcome
        failure={outcome.failure}
        action={action?.kind ?? null}
        press={press}
        // Nothing of a private window is in the history.
        openHistory={delivered.private ? undefined : actions.openHistory}
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
export const OutcomePage = ({ copyAtOnce, actions }: OutcomePageProps) => {
  const { shown, ...outcomeActions } = useOutcome({ copyAtOnce, actions });
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
          <button type="button" onClick={actions.openHistory}>
            {text('outcomeHistory')}
          </button>
        )}
        {settled && <Outcome {...settled} {...outcomeActions} actions={actions} />}
      </div>
      <footer>
        {shown !== 'gone' && <NotifyOffer isRefused={settled?.delivered.isRefused} actions={actions} />}
        <button type="button" onClick={actions.closeTab}>
          {text('closeTab')}
        </button>
      </footer>
    </main>
  );
};
