import { useMemo, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Entry } from '../../lib/history/search.ts';
import { Row, type RowActions } from './Row.tsx';
import { useLayout } from './use-layout.ts';

interface RowsProps {
  rows: readonly Entry[];
  now: number;
  isSelected(id: string): boolean;
  actions: RowActions;
}

/** The row that has the focus is always rendered, however far away it is scrolled: otherwise the focus would be lost. */
const useFocused = (rows: readonly Entry[]) => {
  const [focused, setFocused] = useState<string | null>(null);
  const at = useMemo(
    () => (focused === null ? -1 : rows.findIndex(({ attempt }) => attempt.id === focused)),
    [rows, focused],
  );
  return { at, setFocused };
};

const range = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, step) => first + step);

/** The list. Only the rows inside the window are rendered. */
export const Rows = ({ rows, now, isSelected, actions }: RowsProps) => {
  const list = useRef<HTMLUListElement>(null);
  const { first, end, height, topOf } = useLayout(list, rows);
  const { at: focusedIndex, setFocused } = useFocused(rows);
  const seen = range(first, end);
  if (focusedIndex !== -1 && focusedIndex < first) seen.unshift(focusedIndex);
  if (focusedIndex >= end) seen.push(focusedIndex);
  return (
    <ul
      ref={list}
      class="entries"
      role="list"
      aria-label={text('historyListLabel')}
      aria-hidden={rows.length === 0}
      style={{ blockSize: `${height}px` }}
      onFocusOut={() => setFocused(null)}
    >
      <li class="probe plain" aria-hidden="true" />
      <li class="probe tall" aria-hidden="true" />
      {seen.map((at) => {
        const attempt = rows[at]?.attempt;
        return (
          attempt && (
            <Row
              key={attempt.id}
              {...{ attempt, at, now, actions, count: rows.length, top: topOf(at) }}
              isSelected={isSelected(attempt.id)}
              onFocus={setFocused}
            />
          )
        );
      })}
    </ul>
  );
};
