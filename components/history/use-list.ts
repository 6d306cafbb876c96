import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { noteError } from '../../lib/errors/noted-errors.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { type Entries, type Entry, titleOf } from '../../lib/history/search.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import { useSubscription } from '../ui/use-subscription.ts';
import type { HistoryActions } from './history-actions.ts';

/** What the page says about the last action. */
export interface Notice {
  text: string;
  isProblem?: boolean;
  /** It says what is being done, until another notice says what was done. */
  isBusy?: boolean;
  undo?: () => void;
}

export type ShowNotice = (notice: Notice) => void;

/** Moves the focus to the first element that the selector finds. */
export const focusOn = (selector: string): boolean => {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
};

/** Moves the focus to the search, or to the first button of an empty list. */
export const focusOnList = (): boolean => focusOn('#search') || focusOn('.page-menu button');

/** The selected rows. A row that is no longer shown does not count. */
const useSelection = (rows: readonly Entry[]) => {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(
    () =>
      selectedIds.size === 0 ? [] : rows.map(({ attempt }) => attempt.id).filter((id) => selectedIds.has(id)),
    [rows, selectedIds],
  );
  /** The row that was clicked last. */
  const last = useRef<string | null>(null);
  const rangeTo = (id: string): string[] => {
    const ends = [last.current, id].map((end) => rows.findIndex(({ attempt }) => attempt.id === end));
    if (ends.includes(-1)) return [id];
    return rows.slice(Math.min(...ends), Math.max(...ends) + 1).map(({ attempt }) => attempt.id);
  };
  /** With `isRange`, every row from the one that was clicked last. */
  const select = (id: string, { isSelected, isRange }: { isSelected: boolean; isRange: boolean }): void => {
    const changed = isRange ? rangeTo(id) : [id];
    last.current = id;
    setSelectedIds((before) => {
      const after = new Set(before);
      for (const each of changed) {
        if (isSelected) after.add(each);
        else after.delete(each);
      }
      return after;
    });
  };
  const selectAll = (isSelected: boolean): void =>
    setSelectedIds(new Set(isSelected ? rows.map(({ attempt }) => attempt.id) : []));
  return { selected, isSelected: (id: string) => selectedIds.has(id), select, selectAll };
};

export type Selection = ReturnType<typeof useSelection>;

/** Whether the key has a meaning of its own there: in a text that was typed, in a select, in a menu and in a dialog. */
const handlesKeyItself = ({ target }: KeyboardEvent): boolean =>
  (target instanceof HTMLInputElement && target.type !== 'checkbox' && target.value !== '') ||
  (target instanceof Element && target.closest('select, [role=menu], dialog') !== null);

const isUndo = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** Escape clears the selection; Ctrl+Z or Cmd+Z undoes a removal while its Undo is shown. */
const useKeys = (selection: Selection, notice: Notice | null): void => {
  useSubscription(
    (signal) => {
      const press = (event: KeyboardEvent): void => {
        if (event.defaultPrevented || handlesKeyItself(event)) return;
        if (event.key === 'Escape' && selection.selected.length > 0) {
          // The bar disappears with the focus that is in it.
          if (document.activeElement?.closest('[role=toolbar]')) focusOn('#search');
          selection.selectAll(false);
        } else if (isUndo(event) && notice?.undo) {
          event.preventDefault();
          notice.undo();
        }
      };
      addEventListener('keydown', press, { signal });
    },
    [selection.selected, notice],
  );
};

/** Moves the focus of a removed row to the next row, else to Undo, to the search, or to the first button of an empty list. */
const useFocus = (rows: readonly Entry[], notice: Notice | null) => {
  const removed = useRef<{ id: string; index: number } | null>(null);
  const indexOf = (id: string): number => rows.findIndex(({ attempt }) => attempt.id === id);
  useEffect(() => {
    // The rows may change for other reasons before the row is removed.
    if (removed.current === null || indexOf(removed.current.id) !== -1) return;
    const at = Math.min(removed.current.index + 1, rows.length);
    focusOn(`.entry[aria-posinset="${at}"] .acts > button:last-of-type`);
    removed.current = null;
  }, [rows]);
  useEffect(() => {
    // A notice that leaves by itself moves nothing.
    if (notice && document.activeElement === document.body) void (focusOn('#undo') || focusOnList());
  }, [notice]);
  return {
    /** Call it before the row with this id is removed. */
    expect(id: string): void {
      removed.current = { id, index: indexOf(id) };
    },
    /** Call it if the row could not be removed. */
    cancel(): void {
      removed.current = null;
    },
  };
};

interface ListOptions {
  entries: Entries;
  /** The entries that are shown. */
  rows: readonly Entry[];
  actions: Pick<HistoryActions, 'copy' | 'remove' | 'clear' | 'restore'>;
  /** Called with the ids of the entries that were removed or restored. */
  onChange(ids: string[]): Promise<void>;
}

/** `remove` resolves with stored values, which are not parsed; only their ids are read. */
const idsOf = (removed: readonly unknown[]): string[] => removed.map((each) => (each as Attempt).id);

const unwritten = (): Notice => ({ text: text('historyUnwritten'), isProblem: true });

/** Removes entries, each time with an Undo in the notice, until another notice replaces it. */
const useRemoval = (actions: ListOptions['actions'], onChange: ListOptions['onChange'], show: ShowNotice) => {
  const restore = async (removed: readonly unknown[], retry: () => void): Promise<void> => {
    try {
      await actions.restore(removed);
    } catch (error) {
      noteError(error);
      show({ ...unwritten(), undo: retry });
      return;
    }
    await onChange(idsOf(removed));
    show({ text: text('historyRestored') });
  };
  /** Resolves with whether the entries were removed. */
  return async (removal: Promise<unknown[]>, noticeFor: (count: number) => string): Promise<boolean> => {
    try {
      const removed = await removal;
      const undo = (): void => void restore(removed, undo);
      await onChange(idsOf(removed));
      show({ text: noticeFor(removed.length), ...(removed.length > 0 && { undo }) });
      return true;
    } catch (error) {
      noteError(error);
      show(unwritten());
      return false;
    }
  };
};

/** The selection, the notice, and what copies and removes entries of the list. */
export const useList = ({ entries, rows, actions, onChange }: ListOptions) => {
  const [notice, setNotice] = useState<Notice | null>(null);
  const showNotice: ShowNotice = setNotice;
  const selection = useSelection(rows);
  const focus = useFocus(rows, notice);
  useKeys(selection, notice);
  const remove = useRemoval(actions, onChange, showNotice);
  const removedText = (count: number): string => plural('historyRemovedMany', count);
  const copy = async (words: string, done: string): Promise<void> => {
    const isCopied = await actions.copy(words);
    showNotice(isCopied ? { text: done } : { text: text('notCopied'), isProblem: true });
  };
  const copySelected = (): void => {
    const shortLinks = selection.selected.flatMap((id) => entries.get(id)?.attempt.shortLink ?? []);
    // The clipboard is left as it is.
    if (shortLinks.length === 0) showNotice({ text: text('historyNothingToCopy'), isProblem: true });
    else void copy(shortLinks.join('\n'), plural('historyCopiedMany', shortLinks.length));
  };
  const removeOne = async (attempt: Attempt): Promise<void> => {
    focus.expect(attempt.id);
    const notice = () => text('historyRemovedOne', titleOf(attempt));
    if (!(await remove(actions.remove([attempt.id]), notice))) focus.cancel();
  };
  return {
    notice,
    showNotice,
    dismiss: () => setNotice(null),
    selection,
    copy: (link: string): void => void copy(link, text('historyCopied', link)),
    copySelected,
    removeOne: (attempt: Attempt): void => void removeOne(attempt),
    removeSelected: (): void => void remove(actions.remove(selection.selected), removedText),
    removeAll: (): void => void remove(actions.clear(), removedText),
  };
};

export type List = ReturnType<typeof useList>;
