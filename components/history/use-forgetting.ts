import { plural, text } from '../../lib/i18n/texts.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import type { HistoryActions } from './actions.ts';
import { titleOf } from './words.ts';
import type { Tell } from './use-notice.ts';

interface Parts {
  actions: Pick<HistoryActions, 'forget' | 'clear' | 'restore'>;
  changed(ids: string[]): Promise<void>;
  tell: Tell;
}

/** What `forget` gives back is what was stored; of that, only the ids are looked at. */
const idsOf = (forgotten: readonly unknown[]): string[] => forgotten.map((each) => (each as Attempt).id);

/** Forgetting, each with its Undo until the next one. */
export const useForgetting = ({ actions, changed, tell }: Parts) => {
  const refuse = (): void => tell({ words: text('historyUnwritten'), isBad: true });
  const restore = async (forgotten: readonly unknown[], again: () => void): Promise<void> => {
    try {
      await actions.restore(forgotten);
    } catch {
      tell({ words: text('historyUnwritten'), isBad: true, undo: again });
      return;
    }
    await changed(idsOf(forgotten));
    tell({ words: text('historyRestored') });
  };
  const run = async (forgetting: Promise<unknown[]>, words: (count: number) => string): Promise<boolean> => {
    try {
      const forgotten = await forgetting;
      const undo = (): void => void restore(forgotten, undo);
      await changed(idsOf(forgotten));
      tell({ words: words(forgotten.length), ...(forgotten.length > 0 && { undo }) });
      return true;
    } catch {
      refuse();
      return false;
    }
  };
  const many = (count: number): string => plural('historyForgotMany', count);
  return {
    forgetOne: (attempt: Attempt) =>
      run(actions.forget([attempt.id]), () => text('historyForgotOne', titleOf(attempt))),
    forgetMany: (ids: readonly string[]) => run(actions.forget(ids), many),
    forgetAll: () => run(actions.clear(), many),
  };
};

export type Forgetting = ReturnType<typeof useForgetting>;
