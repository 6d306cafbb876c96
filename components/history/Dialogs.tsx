import { useEffect, useRef, useState } from 'preact/hooks';
import type { Failure } from '../../lib/failures/schema.ts';
import { type Attempt, repeatedOptions } from '../../lib/history/types.ts';
import { titleOf } from '../../lib/history/search.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import { isManageable } from '../../lib/managing/extension.ts';
import type { PolicySettings } from '../../lib/settings/policy.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import type { Outcome } from '../../lib/shortening/request.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import { choiceOf, type Preset } from '../../lib/validity/validity.ts';
import { type ShorteningOptions, useShortening } from '../popup/use-shortening.ts';
import type { CreatedLink } from '../ui/Result.tsx';
import { shortenLabel } from '../ui/action-labels.ts';
import { AddressDialog } from '../ui/AddressDialog.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DeleteDialog } from '../ui/DeleteDialog.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ExtendDialog, type ExtendDialogProps } from '../ui/ExtendDialog.tsx';
import { FormDialog, type FormDialogProps } from '../ui/FormDialog.tsx';
import type { LinkCopier } from '../ui/link-copier.ts';
import { QrView } from '../ui/QrView.tsx';
import { useValidity, ValidityFields } from '../ui/ValidityFields.tsx';
import { withoutScheme } from '../../lib/url/readable.ts';
import type { ConnectionInfo } from '../../lib/settings/connection-info.ts';
import type { HistoryActions } from './history-actions.ts';
import { NoteDialog } from './NoteDialog.tsx';
import type { LinkChanges } from './use-link-changes.ts';
import { problemOf } from './RowOutcome.tsx';

interface AttemptProps {
  attempt: Attempt;
  actions: HistoryActions;
  onClose(): void;
}

/** The QR code of a short link; the focus is on its primary button. */
const QrDialog = ({
  attempt,
  connections,
  actions,
  onClose,
}: AttemptProps & { connections: readonly ConnectionInfo[] }) => (
  <Dialog title={text('qrCode')} onClose={onClose}>
    <QrView
      shortLink={attempt.shortLink ?? ''}
      expiresAt={attempt.expiresAt}
      canExtend={isManageable(attempt, connections, Date.now() / 1000)}
      actions={actions}
    />
    <form method="dialog" class="buttons">
      <button>{text('historyClose')}</button>
    </form>
  </Dialog>
);

/** How the history creates links. */
export interface RecreateOptions extends Pick<Settings & PolicySettings, 'offered' | 'copyAtOnce'> {
  /** The validity that is offered first if a link had a custom expiry time. */
  choice: Preset;
}

interface RecreateDialogProps extends AttemptProps, RecreateOptions {
  connections: readonly ConnectionInfo[];
  copier: LinkCopier;
  onCreated(created: CreatedLink): void;
  /** Called with the outcome of a request if the dialog was closed meanwhile. */
  onLateOutcome(outcome: Outcome): void;
}

/** The validity of the attempt, if it is offered. */
const firstChoice = ({ offered, attempt, choice }: RecreateDialogProps): Preset => {
  const own = choiceOf(attempt.validity);
  return own !== null && own !== 'custom' && offered.includes(own) ? own : choice;
};

/** Requests another link for the same address; the history contains no private windows. */
const useRecreate = (props: RecreateDialogProps) => {
  const { attempt, actions, copyAtOnce, copier, onCreated, onLateOutcome } = props;
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  const shorten: HistoryActions['shorten'] = (request) => {
    const pending = actions.shorten({ ...request, another: true });
    void pending.then((outcome) => !isOpen.current && onLateOutcome(outcome));
    return pending;
  };
  /** What is in the clipboard stays there if the dialog was closed meanwhile. */
  const copyPending: ShorteningOptions['copyPending'] = (promised) =>
    copier.copyPending(
      promised.then((created) => {
        if (!isOpen.current) throw new Error('The dialog is closed.');
        return { ...attempt, ...created };
      }),
    );
  const page = { tabId: null, link: attempt.link, title: attempt.title, private: false };
  const shortening = useShortening({ page, copyAtOnce, copyPending, actions: { ...actions, shorten } });
  useEffect(() => {
    if (shortening.created) onCreated(shortening.created);
  }, [shortening.created]);
  return shortening;
};

interface ValidityDialogProps
  extends Omit<FormDialogProps, 'submit'>, Pick<RecreateOptions, 'offered' | 'choice'> {
  setFailure(failure: Failure): void;
  /** Called in the click, with a validity that is not over. */
  submit(validity: Validity): void;
}

/** Asks for the validity of links before they are created. */
const ValidityDialog = ({ offered, choice, children, ...props }: ValidityDialogProps) => {
  const validity = useValidity(choice);
  const submit = (form: HTMLFormElement): void => {
    const read = validity.read();
    if (read.ok) {
      props.submit(read.validity);
      return;
    }
    props.setFailure({ reason: read.reason, hadEffect: 'no' });
    form.querySelector<HTMLElement>('#expires-at')?.focus();
  };
  return (
    <FormDialog {...props} submit={submit}>
      {children}
      <ValidityFields validity={validity} offered={offered} />
    </FormDialog>
  );
};

/** Creates another short link for the same address; for an attempt with an unknown outcome, tries it again. */
const RecreateDialog = (props: RecreateDialogProps) => {
  const { attempt, actions } = props;
  const shortening = useRecreate(props);
  const problem = problemOf(attempt);
  const isUnknown = attempt.state === 'unknown';
  return (
    <ValidityDialog
      {...props}
      {...shortening}
      title={text(isUnknown ? 'tryAgain' : 'historyRecreate')}
      label={shortenLabel(shortening)}
      isWaiting={shortening.sending || shortening.wait > 0}
      submit={(validity) =>
        shortening.start(attempt.link, validity, repeatedOptions(attempt, props.connections))
      }
      choice={firstChoice(props)}
      openSettings={actions.openSettings}
    >
      <div class="about">
        <p class="clamp">
          <bdi>{titleOf(attempt)}</bdi>
        </p>
        <p class="cut soft" dir="ltr">
          {attempt.link}
        </p>
      </div>
      {problem !== null && <p>{problem}</p>}
      {isUnknown && <p>{text('historyRecreateUnknown')}</p>}
    </ValidityDialog>
  );
};

interface RetryDialogProps extends Pick<
  ValidityDialogProps,
  'offered' | 'choice' | 'openSettings' | 'onClose'
> {
  attempts: readonly Attempt[];
  retry(attempts: readonly Attempt[], validity: Validity): void;
}

/** Asks for the validity of the links for which several attempts are tried again. */
const RetryDialog = ({ attempts, retry, ...props }: RetryDialogProps) => {
  const [failure, setFailure] = useState<Failure | null>(null);
  return (
    <ValidityDialog
      {...props}
      title={plural('historyRetryTitle', attempts.length)}
      label={text('tryAgain')}
      failure={failure}
      setFailure={setFailure}
      clearRefusal={() => setFailure(null)}
      submit={(validity) => retry(attempts, validity)}
    >
      {attempts.some(({ state }) => state === 'unknown') && <p>{text('historyRetryUnknown')}</p>}
    </ValidityDialog>
  );
};

/** The dialog that is open, and its entry or entries. */
export type OpenDialog =
  | { kind: 'qr' | 'recreate' | 'address' | 'note' | 'delete'; attempt: Attempt }
  | { kind: 'retry' | 'extend'; attempts: readonly Attempt[] }
  | { kind: 'clear' | 'load' }
  | null;

interface DialogsProps extends Omit<RecreateDialogProps, 'attempt'> {
  open: OpenDialog;
  /** The number of entries. */
  count: number;
  /** Removes the whole history. */
  clear(): void;
  /** Loads links from the service. */
  load(): void;
  retry: RetryDialogProps['retry'];
  extend: ExtendDialogProps['extend'];
  changes: LinkChanges;
  connections: readonly ConnectionInfo[];
}

/** The dialog that is open, if any. */
export const Dialogs = ({ open, count, clear, load, changes, ...props }: DialogsProps) => {
  switch (open?.kind) {
    case undefined:
      return null;
    case 'clear':
      return (
        <ConfirmDialog
          title={plural('historyClearTitle', count)}
          label={text('historyClearYes')}
          isDangerous
          run={clear}
          onClose={props.onClose}
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
          run={load}
          onClose={props.onClose}
        >
          <p>{text('historyLoadNote')}</p>
        </ConfirmDialog>
      );
    case 'qr':
      return <QrDialog attempt={open.attempt} {...props} />;
    case 'recreate':
      return <RecreateDialog attempt={open.attempt} {...props} />;
    case 'address':
      return (
        <AddressDialog
          attempt={open.attempt}
          change={changes.changeFromDialog}
          openSettings={props.actions.openSettings}
          onClose={props.onClose}
        />
      );
    case 'note':
      return <NoteDialog attempt={open.attempt} {...props} />;
    case 'delete':
      return (
        <DeleteDialog
          shortLink={withoutScheme(open.attempt.shortLink ?? '')}
          run={() => changes.change(open.attempt, { kind: 'delete' })}
          onClose={props.onClose}
        />
      );
    case 'extend':
      return <ExtendDialog attempts={open.attempts} openSettings={props.actions.openSettings} {...props} />;
    case 'retry':
      return <RetryDialog attempts={open.attempts} openSettings={props.actions.openSettings} {...props} />;
  }
};
