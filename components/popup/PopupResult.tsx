import { useEffect, useRef, useState } from 'preact/hooks';
import type { CurrentPage } from '../../lib/browser/types.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { text } from '../../lib/i18n/texts.ts';
import { undoSentences } from '../../lib/i18n/undo-sentences.ts';
import { isManageable, possibleChanges } from '../../lib/managing/extension.ts';
import type { ChangeOutcome, RequestedChange } from '../../lib/managing/request.ts';
import { canAny } from '../../lib/settings/connection-info.ts';
import type { PolicySettings } from '../../lib/settings/policy.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import { undoSeconds } from '../../lib/shortening/undo.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { AddressDialog, type AddressDialogProps } from '../ui/AddressDialog.tsx';
import {
  type ChangeActions,
  changedSentence,
  changeItems,
  deleteItems,
  extendItemsForLink,
} from '../ui/change-items.ts';
import { copyWhenReady } from '../ui/copy-when-ready.ts';
import { DeleteDialog } from '../ui/DeleteDialog.tsx';
import { ExtendDialog, type ExtendDialogProps } from '../ui/ExtendDialog.tsx';
import type { LinkCopier } from '../ui/link-copier.ts';
import { Menu } from '../ui/Menu.tsx';
import { NoteField } from '../ui/NoteField.tsx';
import { type CreatedLink, Result } from '../ui/Result.tsx';
import type { PopupActions } from './popup-actions.ts';

interface PopupResultProps extends CreatedLink, Pick<Settings & PolicySettings, 'connections' | 'offered'> {
  page: CurrentPage;
  /** The address that was shortened. */
  link: string;
  title: string;
  copier: LinkCopier;
  isQrShown: boolean;
  showQr(isShown: boolean): void;
  createAnother(): void;
  /** Called after Undo, with what it has done. */
  onUndone(said: string): void;
  sending: boolean;
  height: number;
  actions: PopupActions;
}

/** Undoes the link; the clipboard gets the address in its place, copied inside the click. Resolves with why it failed. */
const runUndo = async (
  { id = '', expiresAt, link, page, actions, onUndone }: PopupResultProps,
  hasShortLink: boolean,
): Promise<Failure | null> => {
  const pending = actions.undo({ id, private: page.private });
  const copying = hasShortLink
    ? copyWhenReady(pending, (undone) => actions.copy(undone.then(() => link)))
    : null;
  const outcome = await pending;
  if (!outcome.ok) return outcome.failure;
  onUndone(undoSentences({ isDeleted: outcome.isDeleted, expiresAt, isCopied: await copying }));
  return null;
};

/** The attempt that created the link, if the service can change links; and the change that is pending or has failed. */
const useChanges = ({ shortLink, link, page, connections, actions }: PopupResultProps) => {
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [changeSentence, setChangeSentence] = useState('');
  const [isChanging, setChanging] = useState(false);
  const busy = useRef(false);
  const find = async (): Promise<void> => {
    // A link of the regular history is not changed from a private window.
    const found = await (page.private ? actions.recent(true) : actions.activeLinks(link, false));
    setAttempt(found.find((each) => each.shortLink === shortLink) ?? null);
  };
  useEffect(() => {
    if (canAny(connections, 'manage')) void find();
  }, []);
  /** For a dialog, which shows a failure itself. */
  const changeFromDialog = async ({ id }: Attempt, change: RequestedChange): Promise<ChangeOutcome> => {
    setFailure(null);
    setChangeSentence('');
    setChanging(true);
    const outcome = await actions.changeLink({ id, private: page.private, change });
    setChanging(false);
    if (outcome.ok) {
      setAttempt(outcome.attempt);
      setChangeSentence(changedSentence(outcome.attempt, change));
    }
    return outcome;
  };
  const change = async (changed: Attempt, requested: RequestedChange): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    const outcome = await changeFromDialog(changed, requested);
    busy.current = false;
    if (!outcome.ok) setFailure(outcome.failure);
  };
  return { attempt, failure, setFailure, changeSentence, isChanging, change, changeFromDialog };
};

interface ChangeMenuProps extends Pick<PopupResultProps, 'offered' | 'connections'> {
  attempt: Attempt;
  change: ChangeActions['change'];
  changeFromDialog: AddressDialogProps['change'];
  openSettings(): void;
}

/** What can be done with the link at the service. */
const ChangeMenu = ({ attempt, change, changeFromDialog, openSettings, ...props }: ChangeMenuProps) => {
  const [dialog, setDialog] = useState<'date' | 'address' | 'delete' | null>(null);
  const now = Math.floor(Date.now() / 1000);
  const possible = possibleChanges({ ...props, selected: [attempt], now });
  const itemOptions = {
    attempt,
    possible,
    now,
    actions: {
      change,
      askForDate: () => setDialog('date'),
      changeAddress: () => setDialog('address'),
      deleteLink: () => setDialog('delete'),
    },
  };
  const items = [
    ...extendItemsForLink(itemOptions, true),
    ...changeItems(itemOptions),
    ...deleteItems(itemOptions).map((item) => ({ ...item, startsGroup: true })),
  ];
  const wasOpen = useRef(false);
  useEffect(() => {
    // A dialog that is removed takes the focus along.
    const isLost = wasOpen.current && document.activeElement === document.body;
    if (isLost) document.querySelector<HTMLElement>('.result [aria-haspopup]')?.focus();
    wasOpen.current = dialog !== null;
  }, [dialog]);
  const onClose = (): void => setDialog(null);
  const extend: ExtendDialogProps['extend'] = (_, extension) => {
    onClose();
    change(attempt, { kind: 'extend', extension });
  };
  const shown = { onClose, openSettings };
  return (
    <>
      {items.length > 0 && <Menu name={text('more')} items={items} />}
      {dialog === 'date' && <ExtendDialog attempts={[attempt]} extend={extend} {...shown} />}
      {dialog === 'address' && <AddressDialog attempt={attempt} change={changeFromDialog} {...shown} />}
      {dialog === 'delete' && (
        <DeleteDialog
          shortLink={withoutScheme(attempt.shortLink ?? '')}
          run={() => change(attempt, { kind: 'delete' })}
          onClose={onClose}
        />
      )}
    </>
  );
};

/** The result with what the popup can do more: undo the link, and change it at the service. */
export const PopupResult = (props: PopupResultProps) => {
  const { id, createdAt } = props;
  const { attempt, change, changeFromDialog, setFailure, ...state } = useChanges(props);
  const [note, setNote] = useState('');
  const isAddressChanged = attempt?.change?.kind === 'address' && attempt.change.state === 'done';
  const run = async (hasShortLink: boolean): Promise<Failure | null> => {
    setFailure(null);
    const failure = await runUndo(props, hasShortLink);
    setFailure(failure);
    return failure;
  };
  return (
    <Result
      {...props}
      {...state}
      link={attempt?.link ?? props.link}
      note={note}
      expiresAt={attempt?.expiresAt ?? props.expiresAt}
      undo={id !== undefined && createdAt === undefined ? { seconds: undoSeconds, run } : undefined}
      noteField={
        id !== undefined && (
          <NoteField
            attemptKey={{ id, private: props.page.private }}
            actions={props.actions}
            onNote={setNote}
          />
        )
      }
      canExtend={attempt !== null && isManageable(attempt, props.connections, Date.now() / 1000)}
      notice={isAddressChanged ? text('addressChanged') : null}
      menu={
        attempt && (
          <ChangeMenu
            {...props}
            attempt={attempt}
            change={(...requested) => void change(...requested)}
            changeFromDialog={changeFromDialog}
            openSettings={props.actions.openSettings}
          />
        )
      }
    />
  );
};
