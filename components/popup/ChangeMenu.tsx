import { useEffect, useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { unanswered } from '../../lib/failures/interrupted.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { text } from '../../lib/i18n/texts.ts';
import { possibleChanges } from '../../lib/managing/extension.ts';
import type { RequestedChange } from '../../lib/managing/request.ts';
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
import { DeleteDialog } from '../ui/DeleteDialog.tsx';
import { ExtendDialog } from '../ui/ExtendDialog.tsx';
import { Menu } from '../ui/Menu.tsx';
import { useAction } from '../ui/use-action.ts';

/** The attempt as the changes here leave it, and the change that is pending or has failed. */
export const useChanges = (shown: Attempt, isPrivate: boolean) => {
  const [attempt, setAttempt] = useState(shown);
  const [sentence, setSentence] = useState('');
  const [isChanging, setChanging] = useState(false);
  /** For a dialog, which shows a failure itself. */
  const changeFromDialog = async (change: RequestedChange): Promise<Failure | null> => {
    setFailure(null);
    setSentence('');
    setChanging(true);
    const outcome = (await background.changeLink({ id: shown.id, private: isPrivate, change })) ?? unanswered;
    setChanging(false);
    if (!outcome.ok) return outcome.failure;
    setAttempt(outcome.attempt);
    setSentence(changedSentence(outcome.attempt, change));
    return null;
  };
  const { run: change, failure, setFailure } = useAction(changeFromDialog);
  return { attempt, failure, setFailure, sentence, isChanging, change, changeFromDialog };
};

/** What can be done with the link at the service. */
export const ChangeMenu = ({ attempt, change, changeFromDialog }: ReturnType<typeof useChanges>) => {
  const [dialog, setDialog] = useState<'extend' | 'address' | 'delete' | null>(null);
  const { offered } = settings.value;
  const selected = { selected: [attempt], connections: connections.value, offered, now: now.value };
  const changes: LinkChanges = {
    attempt,
    possible: possibleChanges(selected),
    now: now.value,
    change: (requested) => void change(requested),
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
    if (isLost) document.querySelector<HTMLElement>('.quick [aria-haspopup]')?.focus();
    wasOpen.current = dialog !== null;
  }, [dialog]);
  const onClose = (): void => setDialog(null);
  return (
    <>
      {items.length > 0 && <Menu name={text('more')} label={text('more')} items={items} />}
      {dialog === 'extend' && (
        <ExtendDialog
          attempts={[attempt]}
          extend={(extension) => {
            onClose();
            void change({ kind: 'extend', extension });
          }}
          onClose={onClose}
        />
      )}
      {dialog === 'address' && (
        <AddressDialog attempt={attempt} change={changeFromDialog} onClose={onClose} />
      )}
      {dialog === 'delete' && (
        <DeleteDialog
          shortLink={withoutScheme(attempt.shortLink ?? '')}
          run={() => void change({ kind: 'delete' })}
          onClose={onClose}
        />
      )}
    </>
  );
};
