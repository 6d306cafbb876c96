import { plural, text } from '../../lib/i18n/texts.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import type { HistoryActions } from './history-actions.ts';
import { titleOf } from '../../lib/history/search.ts';
import type { ShowNotice } from './NoticeBar.tsx';

interface RemovalOptions {
  actions: Pick<HistoryActions, 'remove' | 'clear' | 'restore'>;
  onChange(ids: string[]): Promise<void>;
  showNotice: ShowNotice;
}

/** `remove` resolves with stored values, which are not parsed; only their ids are read. */
const idsOf = (removed: readonly unknown[]): string[] => removed.map((each) => (each as Attempt).id);

/** Removes entries, each time with an Undo in the notice, until another notice replaces it. */
export const useRemoval = ({ actions, onChange, showNotice }: RemovalOptions) => {
  const refuse = (): void => showNotice({ text: text('historyUnwritten'), isProblem: true });
  const restore = async (removed: readonly unknown[], retry: () => void): Promise<void> => {
    try {
      await actions.restore(removed);
    } catch {
      showNotice({ text: text('historyUnwritten'), isProblem: true, undo: retry });
      return;
    }
    await onChange(idsOf(removed));
    showNotice({ text: text('historyRestored') });
  };
  const run = async (removal: Promise<unknown[]>, noticeFor: (count: number) => string): Promise<boolean> => {
    try {
      const removed = await removal;
      const undo = (): void => void restore(removed, undo);
      await onChange(idsOf(removed));
      showNotice({ text: noticeFor(removed.length), ...(removed.length > 0 && { undo }) });
      return true;
    } catch {
      refuse();
      return false;
    }
  };
  const removedMany = (count: number): string => plural('historyRemovedMany', count);
  return {
    removeOne: (attempt: Attempt) =>
      run(actions.remove([attempt.id]), () => text('historyRemovedOne', titleOf(attempt))),
    removeMany: (ids: readonly string[]) => run(actions.remove(ids), removedMany),
    removeAll: () => run(actions.clear(), removedMany),
  };
};

export type Removal = ReturnType<typeof useRemoval>;
