import type { Attempt } from '../../lib/history/types.ts';
import { failureSentence, remedy } from '../../lib/i18n/failure-sentence.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import { changeToRestoreExpiry } from '../../lib/managing/extension.ts';
import type { ChangeOutcome, RequestedChange } from '../../lib/managing/request.ts';
import type { Choice } from '../../lib/validity/validity.ts';
import { changedSentence } from '../ui/change-items.ts';
import type { HistoryActions } from './history-actions.ts';
import type { ShowNotice } from './use-list.ts';

interface LinkChangesOptions {
  actions: Pick<HistoryActions, 'changeLink'>;
  offered: readonly Choice[];
  showNotice: ShowNotice;
}

/** The change that undoes this one; null if the organisation does not allow it. `before`: the link before the change. */
const undoingChange = (
  before: Attempt,
  change: RequestedChange,
  offered: readonly Choice[],
): RequestedChange | null =>
  change.kind === 'address'
    ? { kind: 'address', link: before.link }
    : changeToRestoreExpiry(before, Math.floor(Date.now() / 1000), offered);

/** Changes one link at the service, and says what became of it, with an Undo. */
export const useLinkChanges = ({ actions, offered, showNotice }: LinkChangesOptions) => {
  const send = (attempt: Attempt, change: RequestedChange): Promise<ChangeOutcome> =>
    actions.changeLink({ id: attempt.id, private: false, change });

  const undo = async (attempt: Attempt, undoing: RequestedChange): Promise<void> => {
    const outcome = await send(attempt, undoing);
    if (outcome.ok) showNotice({ text: plural('historyUndone', 1) });
    else showFailure(outcome, () => void undo(attempt, undoing));
  };
  const showFailure = ({ failure }: ChangeOutcome & { ok: false }, retry: () => void): void =>
    showNotice({
      text: failureSentence(failure, 'change').replaceAll('\n', ' '),
      isProblem: true,
      ...(remedy(failure) === 'try-again' && { action: { name: text('tryAgain'), press: retry } }),
    });
  const showDone = (before: Attempt, change: RequestedChange, after: Attempt): void => {
    const undoing = undoingChange(before, change, offered);
    showNotice({
      text: changedSentence(after, change),
      ...(undoing && { undo: () => void undo(after, undoing) }),
    });
  };
  /** For a dialog, which shows a failure itself. */
  const changeFromDialog = async (attempt: Attempt, change: RequestedChange): Promise<ChangeOutcome> => {
    const outcome = await send(attempt, change);
    if (outcome.ok) showDone(attempt, change, outcome.attempt);
    return outcome;
  };
  const change = (attempt: Attempt, requested: RequestedChange): void =>
    void changeFromDialog(attempt, requested).then((outcome) => {
      if (!outcome.ok) showFailure(outcome, () => change(attempt, requested));
    });
  return { change, changeFromDialog };
};

export type LinkChanges = ReturnType<typeof useLinkChanges>;
