import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { logError } from '../../lib/errors/error-log.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { type Entries, type Entry, titleOf } from '../../lib/history/search.ts';
import type { Format } from '../../lib/formats/names.ts';
import { type CopiedLink, formattedLink } from '../../lib/i18n/copied-link.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import { formatItems } from '../ui/format-items.tsx';
import type { LinkCopier } from '../ui/link-copier.ts';
import type { MenuItem } from '../ui/Menu.tsx';
import type { HistoryActions } from './history-actions.ts';
import type { ActiveRow } from './use-active-row.ts';
import type { View } from './use-entries.ts';

/** What the page says about the last action. */
export interface Notice {
  text: string;
  isProblem?: boolean;
  /** Whether the action is still in progress: another notice follows. */
  isBusy?: boolean;
  undo?: () => void;
  /** What else can be done about it. */
  action?: { name: string; press(): void };
}

export type ShowNotice = (notice: Notice) => void;

/** Moves the focus to the first element that the selector finds. */
export const focusOn = (selector: string): boolean => {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
};

/** Moves the focus to the search, or to the button of an empty list. */
export const focusOnList = (): boolean => focusOn('#search') || focusOn('.empty button');

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
  const selectOnly = (ids: readonly string[]): void => setSelectedIds(new Set(ids));
  return { selected, selectOnly, isSelected: (id: string) => selectedIds.has(id), select, selectAll };
};

export type Selection = ReturnType<typeof useSelection>;

/** If the focus is lost because its row was removed, moves it to the row in that place, else to Undo or to the search. */
const useFocus = (rows: readonly Entry[], notice: Notice | null, active: ActiveRow) => {
  const removed = useRef<number | null>(null);
  const isLost = (): boolean => document.activeElement === document.body;
  useEffect(() => {
    if (removed.current === null || !isLost()) return;
    active.focus(removed.current);
    removed.current = null;
  }, [rows]);
  useEffect(() => {
    // The focus stays if the notice disappears.
    if (notice && isLost()) void (focusOn('#undo') || focusOnList());
  }, [notice]);
  /** Call it before rows are removed. */
  return (): void => {
    removed.current = document.activeElement?.closest('.row') ? active.at : null;
  };
};

interface ListOptions {
  entries: Entries;
  view: Pick<View, 'rows' | 'showAll'>;
  active: ActiveRow;
  copier: LinkCopier;
  actions: Pick<HistoryActions, 'copy' | 'remove' | 'clear' | 'restore'>;
  /** Called with the ids of the entries that were removed or restored. */
  onChange(ids: string[]): Promise<void>;
}

/** The attempts that created a link, for the clipboard. */
const linksOf = (attempts: readonly Attempt[]): CopiedLink[] =>
  attempts.flatMap((attempt) => {
    const { shortLink } = attempt;
    return shortLink === undefined ? [] : { ...attempt, shortLink };
  });

/** `remove` resolves with stored values, which are not parsed; only their ids are read. */
const idsOf = (removed: readonly unknown[]): string[] => removed.map((each) => (each as Attempt).id);

const unwritten = (): Notice => ({ text: text('historyUnwritten'), isProblem: true });

/** Removes entries, each time with an Undo in the notice, until another notice replaces it. */
const useRemoval = (actions: ListOptions['actions'], onChange: ListOptions['onChange'], show: ShowNotice) => {
  const restore = async (removed: readonly unknown[], retry: () => void): Promise<void> => {
    try {
      await actions.restore(removed);
    } catch (error) {
      logError(error);
      show({ ...unwritten(), undo: retry });
      return;
    }
    await onChange(idsOf(removed));
    show({ text: text('historyRestored') });
  };
  return async (removal: Promise<unknown[]>, noticeFor: (count: number) => string): Promise<void> => {
    try {
      const removed = await removal;
      const undo = (): void => void restore(removed, undo);
      await onChange(idsOf(removed));
      show({ text: noticeFor(removed.length), ...(removed.length > 0 && { undo }) });
    } catch (error) {
      logError(error);
      show(unwritten());
    }
  };
};

interface CopyingOptions extends Pick<HistoryActions, 'copy'> {
  copier: LinkCopier;
  showNotice: ShowNotice;
}

/** The functions that copy, each with a notice. */
const copyingOf = ({ copier, copy, showNotice }: CopyingOptions) => {
  const showOutcome = async (copying: Promise<boolean>, done: string): Promise<void> =>
    showNotice((await copying) ? { text: done } : { text: text('notCopied'), isProblem: true });
  const copyLinks = (links: readonly CopiedLink[], format?: Format): void => {
    const [first, ...others] = links;
    if (!first) {
      showNotice({ text: text('historyNothingToCopy'), isProblem: true });
      return;
    }
    const done =
      others.length > 0 ? plural('historyCopiedMany', links.length) : text('historyCopied', first.shortLink);
    void showOutcome(copier.copy(links, format), done);
  };
  const copyAsItems = (attempts: readonly Attempt[]): MenuItem[] => {
    const links = linksOf(attempts);
    const [first] = links;
    if (!first) return [];
    const choose = (format: Format): void => copyLinks(links, format);
    return formatItems({ ...copier, link: formattedLink(first), choose });
  };
  return {
    copy: (address: string): void => void showOutcome(copy(address), text('historyCopied', address)),
    copyAll: (attempts: readonly Attempt[]): void => copyLinks(linksOf(attempts)),
    copyAsItems,
  };
};

/** The selection, the notice, and what copies and removes entries of the list. */
export const useList = ({ entries, view, active, copier, actions, onChange }: ListOptions) => {
  const [notice, setNotice] = useState<Notice | null>(null);
  const showNotice: ShowNotice = setNotice;
  const selection = useSelection(view.rows);
  const expectRemoval = useFocus(view.rows, notice, active);
  const remove = useRemoval(actions, onChange, showNotice);
  const removedText = (count: number): string => plural('historyRemovedMany', count);
  const copying = copyingOf({ copier, copy: actions.copy, showNotice });
  const selectedAttempts = useMemo(
    () => selection.selected.flatMap((id) => entries.get(id)?.attempt ?? []),
    [selection.selected, entries],
  );
  const removeOne = (attempt: Attempt): void => {
    expectRemoval();
    void remove(actions.remove([attempt.id]), () => text('historyRemovedOne', titleOf(attempt)));
  };
  const removeSelected = (): void => {
    expectRemoval();
    void remove(actions.remove(selection.selected), removedText);
  };
  /** Shows these links, whatever the view was, and selects them. */
  const reveal = (ids: readonly string[]): void => {
    view.showAll();
    selection.selectOnly(ids);
    if (ids[0] !== undefined) active.focusOn(ids[0]);
  };
  return {
    notice,
    reveal,
    showNotice,
    dismiss: () => setNotice(null),
    selection,
    selectedAttempts,
    copy: copying.copy,
    copyLink: (attempt: Attempt): void => copying.copyAll([attempt]),
    copyAsItems: (attempt: Attempt): MenuItem[] => copying.copyAsItems([attempt]),
    copySelected: (): void => copying.copyAll(selectedAttempts),
    copySelectedAsItems: (): MenuItem[] => copying.copyAsItems(selectedAttempts),
    removeOne,
    removeSelected,
    removeAll: (): void => {
      view.showAll();
      void remove(actions.clear(), removedText);
    },
  };
};

export type List = ReturnType<typeof useList>;
