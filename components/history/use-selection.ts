import { useMemo, useRef, useState } from 'preact/hooks';
import type { Entry } from '../../lib/history/search.ts';
import type { RowActions } from './Row.tsx';

/** The selected rows. A row that is no longer shown does not count. */
export const useSelection = (rows: readonly Entry[]) => {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(
    () => (marked.size === 0 ? [] : rows.map(({ attempt }) => attempt.id).filter((id) => marked.has(id))),
    [rows, marked],
  );
  /** The row that was clicked last. */
  const last = useRef<string | null>(null);
  const rangeTo = (id: string): string[] => {
    const ends = [last.current, id].map((end) => rows.findIndex(({ attempt }) => attempt.id === end));
    if (ends.includes(-1)) return [id];
    return rows.slice(Math.min(...ends), Math.max(...ends) + 1).map(({ attempt }) => attempt.id);
  };
  const select: RowActions['select'] = (id, { isSelected, isRange }) => {
    const changed = isRange ? rangeTo(id) : [id];
    last.current = id;
    setMarked((before) => {
      const after = new Set(before);
      for (const each of changed) {
        if (isSelected) after.add(each);
        else after.delete(each);
      }
      return after;
    });
  };
  const selectAll = (isSelected: boolean): void =>
    setMarked(new Set(isSelected ? rows.map(({ attempt }) => attempt.id) : []));
  return { selected, isSelected: (id: string) => marked.has(id), select, selectAll };
};

export type Selection = ReturnType<typeof useSelection>;
