import { useMemo, useState } from 'preact/hooks';
import type { Entry } from '../../lib/history/search.ts';

/** The selected rows. A row that is no longer shown does not count. */
export const useSelection = (rows: readonly Entry[]) => {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(
    () => (marked.size === 0 ? [] : rows.map(({ attempt }) => attempt.id).filter((id) => marked.has(id))),
    [rows, marked],
  );
  const select = (id: string, isSelected: boolean): void =>
    setMarked((before) => {
      const after = new Set(before);
      if (isSelected) after.add(id);
      else after.delete(id);
      return after;
    });
  const selectAll = (isSelected: boolean): void =>
    setMarked(new Set(isSelected ? rows.map(({ attempt }) => attempt.id) : []));
  return { selected, isSelected: (id: string) => marked.has(id), select, selectAll };
};

export type Selection = ReturnType<typeof useSelection>;
