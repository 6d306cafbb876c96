import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Entry } from '../../lib/history/search.ts';

/** The row that the Tab key reaches: the one that had the focus last, else the first one. It is always rendered. */
export const useActiveRow = (rows: readonly Entry[]) => {
  /** An object, so that `focusOn` also has an effect for the row that is active already. */
  const [active, setActive] = useState<{ id: string | null }>({ id: null });
  const shouldFocus = useRef(false);
  const at = useMemo(() => {
    // A long list is not searched before a row has had the focus.
    const index = active.id === null ? 0 : rows.findIndex(({ attempt }) => attempt.id === active.id);
    return Math.max(0, index);
  }, [rows, active]);
  useLayoutEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    const row = document.querySelector<HTMLElement>('.row[tabindex="0"]');
    // By itself, the browser would put the row in the middle of the window.
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const focusOn = (id: string): void => {
    shouldFocus.current = true;
    setActive({ id });
  };
  return {
    at,
    /** Moves the focus to the row of this attempt. */
    focusOn,
    set: (id: string): void => setActive((before) => (before.id === id ? before : { id })),
    /** Moves the focus to a row, or to the first or last one if the index is too small or too large. */
    focus(index: number): void {
      const { attempt } = rows[Math.max(0, Math.min(index, rows.length - 1))] ?? {};
      if (attempt) focusOn(attempt.id);
    },
  };
};

export type ActiveRow = ReturnType<typeof useActiveRow>;
