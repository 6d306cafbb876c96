import { useEffect, useRef } from 'preact/hooks';
import type { Entry } from '../../lib/history/search.ts';
import type { Notice } from './use-notice.ts';

const focusOn = (selector: string): boolean => {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
};

/** What goes takes the focus along: it moves on to the next row, else to Undo, the search, or what an empty list offers. */
export const useFocus = ({ rows, notice }: { rows: readonly Entry[]; notice: Notice | null }) => {
  const gone = useRef<number | null>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (gone.current === null) return;
    const at = Math.min(gone.current + 1, rows.length);
    focusOn(`.entry[aria-posinset="${at}"] .acts button:last-child`);
    gone.current = null;
  }, [rows]);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (!isFirst.current && isLost) ['#undo', '#search', '.files button'].some(focusOn);
    isFirst.current = false;
  }, [notice]);
  /** The row with this id is about to go. */
  return (id: string): void => {
    gone.current = rows.findIndex(({ attempt }) => attempt.id === id);
  };
};
