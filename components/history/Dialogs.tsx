import { useEffect, useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { oneLine } from '../../lib/characters/text.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { isStorableNote } from '../../lib/history/note.ts';
import { isCreated } from '../../lib/history/outcome.ts';
import { type Attempt, repeatedOptions } from '../../lib/history/types.ts';
import { titleOf } from '../../lib/history/search.ts';
import { joinSentences, plural, text } from '../../lib/i18n/texts.ts';
import { offeredValidity } from '../../lib/settings/schema.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { sentenceOf } from '../../lib/outcome/sentence.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import { choiceOf, type Preset } from '../../lib/validity/validity.ts';
import { connections, settings } from '../page.ts';
import { useShortening } from '../popup/use-shortening.ts';
import { shortenLabel } from '../ui/action-labels.ts';
import { AddressDialog } from '../ui/AddressDialog.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DeleteDialog } from '../ui/DeleteDialog.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ExtendDialog } from '../ui/ExtendDialog.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { Alert } from '../ui/Problem.tsx';
import { QrView } from '../ui/QrView.tsx';
import { useAction } from '../ui/use-action.ts';
import { ValidityDialog } from '../ui/ValidityDialog.tsx';
import type { HistoryState, Notice } from './history-state.ts';
import { problemOf } from './Row.tsx';
import { changeLink, changeLinks, changeOne, loadFromService, retry } from './runs.ts';

interface AttemptProps {
  attempt: Attempt;
  onClose(): void;
}

/** The QR code of a short link; the focus is on its primary button. */
const QrDialog = ({ state, attempt, onClose }: AttemptProps & { state: HistoryState }) => (
  <Dialog title={text('qrCode')} onClose={onClose}>
    <QrView
      shortLink={attempt.shortLink ?? ''}
      expiresAt={attempt.expiresAt}
      extend={
        state.possibleChanges([attempt]).canHaveDate
          ? () => (state.dialog.value = { kind: 'extend', attempts: [attempt] })
          : undefined
      }
    />
    <form method="dialog" class="buttons">
      <button>{text('historyClose')}</button>
    </form>
  </Dialog>
);

const createdNotice = (shortLink: string, isCopied: boolean): Notice => ({
  text: text(isCopied ? 'historyCreatedCopied' : 'historyCreated', shortLink),
});

/** The validity of the attempt, if it is offered; otherwise the one that is offered first. */
const firstChoice = ({ validity }: Attempt): Preset => {
  const own = choiceOf(validity);
  const isOffered = own !== null && own !== 'custom' && settings.value.offered.includes(own);
  return isOffered ? own : offeredValidity(settings.value);
};

/** Requests another link for the same address; the history contains no private windows. */
const useRecreate = (attempt: Attempt, state: HistoryState) => {
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  const page = { tabId: null, link: attempt.link, title: attempt.title, private: false };
  const shortening = useShortening({
    page,
    isAnother: true,
    onSettled(settled) {
      if (isOpen.current) return;
      if (isCreated(settled)) state.show(createdNotice(settled.shortLink, false));
      else state.show({ text: sentenceOf(settled, 'popup'), isProblem: true });
    },
    mayCopy: () => isOpen.current,
  });
  const { created } = shortening;
  useEffect(() => {
    if (!created) return;
    state.dialog.value = null;
    state.show(createdNotice(created.attempt.shortLink, created.copied === true));
  }, [created]);
  return shortening;
};

/** Creates another short link for the same address; for an attempt with an unknown outcome, tries it again. */
const RecreateDialog = ({ attempt, state, onClose }: AttemptProps & { state: HistoryState }) => {
  const shortening = useRecreate(attempt, state);
  const problem = problemOf(attempt);
  const isUnknown = attempt.state === 'unknown';
  return (
    <ValidityDialog
      title={text(isUnknown ? 'historyRetry' : 'newLink')}
      label={shortenLabel(shortening, isUnknown ? 'tryAgain' : 'shorten')}
      isWaiting={shortening.sending || shortening.wait > 0}
      isSecondary={isUnknown}
      failure={shortening.failure}
      setFailure={shortening.setFailure}
      clearRefusal={shortening.clearRefusal}
      submit={(validity) =>
        shortening.start(attempt.link, validity, repeatedOptions(attempt, connections.value))
      }
      choice={firstChoice(attempt)}
      onClose={onClose}
    >
      <div class="about">
        <p class="clamp">
          <bdi>{titleOf(attempt)}</bdi>
        </p>
        <p class="cut soft" dir="ltr">
          {attempt.link}
        </p>
      </div>
      {problem !== null && (
        <p>
          {isUnknown ? joinSentences([problem, text('failureMaybe', text('failureSecondLink'))]) : problem}
        </p>
      )}
    </ValidityDialog>
  );
};

interface RetryDialogProps {
  attempts: readonly Attempt[];
  start(validity: Validity): void;
  onClose(): void;
}

/** Asks for the validity of the links for which several attempts are tried again. */
const RetryDialog = ({ attempts, start, onClose }: RetryDialogProps) => {
  const [failure, setFailure] = useState<Failure | null>(null);
  return (
    <ValidityDialog
      title={plural('historyRetryTitle', attempts.length)}
      label={text('tryAgain')}
      failure={failure}
      setFailure={setFailure}
      clearRefusal={() => setFailure(null)}
      submit={start}
      choice={offeredValidity(settings.value)}
      onClose={onClose}
    >
      {attempts.some((each) => each.state === 'unknown') && <p>{text('historyRetryUnknown')}</p>}
    </ValidityDialog>
  );
};

/** Asks for the note on a link. What was typed stays if it cannot be stored. */
const NoteDialog = ({ attempt, onClose }: AttemptProps) => {
  const [typed, setTyped] = useState(attempt.note ?? '');
  const { run, failure, setFailure } = useAction(async (form: HTMLFormElement) => {
    const isShort = isStorableNote(oneLine(typed));
    if (isShort && (await background.setNote({ id: attempt.id, private: false, note: typed }))) {
      onClose();
      return null;
    }
    form.querySelector<HTMLElement>('#note')?.focus();
    return text(isShort ? 'noteNotSaved' : 'noteTooLong');
  });
  return (
    <FormDialog
      title={text('noteLabel')}
      label={text('noteSave')}
      failure={null}
      clearRefusal={() => setFailure(null)}
      submit={(form) => void run(form)}
      onClose={onClose}
    >
      <div class="field">
        <label for="note" class="cut">
          <bdi>{titleOf(attempt)}</bdi>
        </label>
        <input
          id="note"
          aria-labelledby="dialog-title"
          dir="auto"
          autocomplete="off"
          placeholder={text('noteHint')}
          value={typed}
          aria-invalid={failure !== null}
          data-autofocus
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {failure !== null && <Alert>{failure}</Alert>}
    </FormDialog>
  );
};

/** The dialog that is open, if any. */
export const Dialogs = ({ state }: { state: HistoryState }) => {
  const open = state.dialog.value;
  const onClose = (): void => {
    state.dialog.value = null;
  };
  switch (open?.kind) {
    case undefined:
      return null;
    case 'clear':
      return (
        <ConfirmDialog
          title={plural('historyClearTitle', state.entries.value.size)}
          label={text('historyClearYes')}
          isDangerous
          run={() => state.removeAll()}
          onClose={onClose}
        >
          <p>{text('historyClearNote')}</p>
        </ConfirmDialog>
      );
    case 'load':
      // The service may know more links than the person expects.
      return (
        <ConfirmDialog
          title={text('historyLoadTitle')}
          label={text('historyLoadYes')}
          run={() => loadFromService(state)}
          onClose={onClose}
        >
          <p>{text(open.isCheck ? 'historyLoadCheck' : 'historyLoadNote')}</p>
        </ConfirmDialog>
      );
    case 'qr':
      return <QrDialog state={state} attempt={open.attempt} onClose={onClose} />;
    case 'recreate':
      return <RecreateDialog attempt={open.attempt} state={state} onClose={onClose} />;
    case 'address':
      return (
        <AddressDialog
          attempt={open.attempt}
          change={(change) => changeLink(state, open.attempt, change)}
          onClose={onClose}
        />
      );
    case 'note':
      return <NoteDialog attempt={open.attempt} onClose={onClose} />;
    case 'delete':
      return (
        <DeleteDialog
          shortLink={withoutScheme(open.attempt.shortLink ?? '')}
          run={() => void changeOne(state, open.attempt, { kind: 'delete' })}
          onClose={onClose}
        />
      );
    case 'extend':
      return (
        <ExtendDialog
          attempts={open.attempts}
          extend={(extension) => {
            onClose();
            changeLinks(state, open.attempts, { kind: 'extend', extension });
          }}
          onClose={onClose}
        />
      );
    case 'retry':
      return (
        <RetryDialog
          attempts={open.attempts}
          start={(validity) => {
            onClose();
            state.clearSelection();
            retry(state, open.attempts, validity);
          }}
          onClose={onClose}
        />
      );
  }
};
