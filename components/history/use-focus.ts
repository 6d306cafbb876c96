import { useEffect, useRef } from 'preact/hooks';
import type { Entry } from '../../lib/history/search.ts';

/** Moves the focus to the first element that the selector finds. */
export const focusOn = (selector: string): boolean => {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
};

/** Moves the focus to the search, or to the first button of an empty list. */
export const focusOnList = (): boolean => focusOn('#search') || focusOn('.page-menu button');

/** Moves the focus of a removed control to Undo, else to the list. */
const focusOnRest = (): boolean => focusOn('#undo') || focusOnList();

/** Moves the focus of a removed row to the next row, else to Undo, to the search, or to the first button of an empty list. */
export const useFocus = ({ rows, notice }: { rows: readonly Entry[]; notice: object | null }) => {
  const removedIndex = useRef<number | null>(null);
  useEffect(() => {
    if (removedIndex.current === null) return;
    const at = Math.min(removedIndex.current + 1, rows.length);
    focusOn(`.entry[aria-posinset="${at}"] .acts > button:last-of-type`);
    removedIndex.current = null;
  }, [rows]);
  useEffect(() => {
    // A notice that leaves by itself moves nothing.
    if (notice && document.activeElement === document.body) focusOnRest();
  }, [notice]);
  /** Call it before the row with this id is removed, and with null if it was not. */
  return (id: string | null): void => {
    removedIndex.current = id === null ? null : rows.findIndex(({ attempt }) => attempt.id === id);
  };
};
