import { useEffect, useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { unanswered } from '../../lib/failures/interrupted.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { text } from '../../lib/i18n/texts.ts';
import { undoSentences } from '../../lib/i18n/undo-sentences.ts';
import { isManageable, possibleChanges } from '../../lib/managing/extension.ts';
import type { RequestedChange } from '../../lib/managing/request.ts';
import { canAny } from '../../lib/settings/connection-info.ts';
import { undoSeconds } from '../../lib/shortening/undo.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { connections, now, settings } from '../page.ts';
import { AddressDialog } from '../ui/AddressDialog.tsx';
import {
  changedSentence,
  changeItems,
  deleteItems,
  extendItemsForLink,
  type LinkChanges,
} from '../ui/change-items.ts';
import { copyWhenReady } from '../ui/copy-when-ready.ts';
import { DeleteDialog } from '../ui/DeleteDialog.tsx';
import { ExtendDialog } from '../ui/ExtendDialog.tsx';
import { Menu } from '../ui/Menu.tsx';
import { NoteField } from '../ui/NoteField.tsx';
import { type CreatedLink, Result } from '../ui/Result.tsx';
import { useAction } from '../ui/use-action.ts';
import type { Form } from './use-form.ts';

interface PopupResultProps {
  form: Form;
  result: CreatedLink;
  isQrShown: boolean;
  showQr(isShown: boolean): void;
  /** Pixels that it has at least. */
  height: number;
}

/** The attempt that created the link, if the service can change links; and the change that is pending or has failed. */
const useChanges = ({ form: { page, link }, result: { shortLink } }: PopupResultProps) => {
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [sentence, setSentence] = useState('');
  const [isChanging, setChanging] = useState(false);
  const find = async (): Promise<void> => {
    // A link of the regular history is not changed from a private window.
    const found = await (page.private
      ? background.recent({ private: true })
      : background.activeLinks({ link, private: false }));
    setAttempt(found?.find((each) => each.shortLink === shortLink) ?? null);
  };
  useEffect(() => {
    if (canAny(connections.value, 'manage')) void find();
  }, []);
  /** For a dialog, which shows a failure itself. */
  const changeFromDialog = async ({ id }: Attempt, change: RequestedChange): Promise<Failure | null> => {
    setFailure(null);
    setSentence('');
    setChanging(true);
    const outcome = (await background.changeLink({ id, private: page.private, change })) ?? unanswered;
    setChanging(false);
    if (!outcome.ok) return outcome.failure;
    setAttempt(outcome.attempt);
    setSentence(changedSentence(outcome.attempt, change));
    return null;
  };
  const { run: change, failure, setFailure } = useAction(changeFromDialog);
  return { attempt, failure, setFailure, sentence, isChanging, change, changeFromDialog };
};

interface ChangeMenuProps extends Pick<ReturnType<typeof useChanges>, 'change' | 'changeFromDialog'> {
  attempt: Attempt;
}

/** What can be done with the link at the service. */
const ChangeMenu = ({ attempt, change, changeFromDialog }: ChangeMenuProps) => {
  const [dialog, setDialog] = useState<'extend' | 'address' | 'delete' | null>(null);
  const { offered } = settings.value;
  const selected = { selected: [attempt], connections: connections.value, offered, now: now.value };
  const changes: LinkChanges = {
    attempt,
    possible: possibleChanges(selected),
    now: now.value,
    change: (requested) => void change(attempt, requested),
    askFor: setDialog,
  };
  const items = [
    ...extendItemsForLink(changes, true),
    ...changeItems(changes),
    ...deleteItems(changes).map((item) => ({ ...item, startsGroup: true })),
  ];
  const wasOpen = useRef(false);
  useEffect(() => {
    // A dialog that is removed takes the focus along.
    const isLost = wasOpen.current && document.activeElement === document.body;
    if (isLost) document.querySelector<HTMLElement>('.result [aria-haspopup]')?.focus();
    wasOpen.current = dialog !== null;
  }, [dialog]);
  const onClose = (): void => setDialog(null);
  return (
    <>
      {items.length > 0 && <Menu name={text('more')} items={items} />}
      {dialog === 'extend' && (
        <ExtendDialog
          attempts={[attempt]}
          extend={(extension) => {
            onClose();
            void change(attempt, { kind: 'extend', extension });
          }}
          onClose={onClose}
        />
      )}
      {dialog === 'address' && (
        <AddressDialog
          attempt={attempt}
          change={(requested) => changeFromDialog(attempt, requested)}
          onClose={onClose}
        />
      )}
      {dialog === 'delete' && (
        <DeleteDialog
          shortLink={withoutScheme(attempt.shortLink ?? '')}
          run={() => void change(attempt, { kind: 'delete' })}
          onClose={onClose}
        />
      )}
    </>
  );
};

/** The result with what the popup can do more: undo the link, note something, and change the link at the service. */
export const PopupResult = (props: PopupResultProps) => {
  const { form, result, isQrShown, showQr, height } = props;
  const { page, link, title, shortening } = form;
  const { id, shortLink, createdAt, limit, copied } = result;
  const { attempt, failure, setFailure, sentence, isChanging, change, changeFromDialog } = useChanges(props);
  const [note, setNote] = useState('');
  const expiresAt = attempt?.expiresAt ?? result.expiresAt;
  const isAddressChanged = attempt?.change?.kind === 'address' && attempt.change.state === 'done';

  /** The clipboard gets the address in the place of the short link, copied inside the click. */
  const undo = async (attemptId: string, hasShortLink: boolean): Promise<Failure | null> => {
    setFailure(null);
    const pending = background
      .undo({ id: attemptId, private: page.private })
      .then((outcome) => outcome ?? unanswered);
    const copying = hasShortLink ? copyWhenReady(pending, (undone) => copy(undone.then(() => link))) : null;
    const outcome = await pending;
    if (!outcome.ok) {
      setFailure(outcome.failure);
      return outcome.failure;
    }
    const isCopied = await copying;
    form.showUndone(undoSentences({ isDeleted: outcome.isDeleted, expiresAt: result.expiresAt, isCopied }));
    return null;
  };

  return (
    <Result
      shortLink={shortLink}
      link={attempt?.link ?? link}
      title={title}
      note={note}
      expiresAt={expiresAt}
      createdAt={createdAt}
      limit={limit}
      copied={copied}
      isPrivate={page.private}
      isQrShown={isQrShown}
      showQr={showQr}
      createAnother={shortening.createAnother}
      sending={shortening.sending}
      undo={
        id !== undefined && createdAt === undefined
          ? { seconds: undoSeconds, run: (hasShortLink) => undo(id, hasShortLink) }
          : undefined
      }
      noteField={
        id !== undefined && <NoteField attemptKey={{ id, private: page.private }} onNote={setNote} />
      }
      canExtend={attempt !== null && isManageable(attempt, connections.value, Date.now() / 1000)}
      menu={attempt && <ChangeMenu attempt={attempt} change={change} changeFromDialog={changeFromDialog} />}
      failure={failure}
      changeSentence={sentence}
      notice={isAddressChanged ? text('addressChanged') : null}
      isChanging={isChanging}
      height={height}
    />
  );
};
