import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Entry, Order } from '../../lib/history/search.ts';
import { type Days, daysOf } from './days.ts';
import { Row, type RowActions } from './Row.tsx';
import { useLayout } from './use-layout.ts';

interface RowsProps {
  rows: readonly Entry[];
  order: Order;
  /** Unix seconds. */
  now: number;
  /** Some rows are selected. */
  isSelecting: boolean;
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

const noDays: Days = new Map();

/** The days of the list; none if it is not sorted by time. They change at midnight. */
const useDays = ({ rows, order, now }: Pick<RowsProps, 'rows' | 'order' | 'now'>): Days => {
  const isByTime = order === 'newest' || order === 'oldest';
  const today = new Date(now * 1000).toDateString();
  return useMemo(() => (isByTime ? daysOf(rows, now * 1000) : noDays), [rows, isByTime, today]);
};

/** Whether a row has no space for all of its buttons, as in history.css. */
const useNarrow = (): boolean => {
  const [query] = useState(() => matchMedia('(width < 720px)'));
  const [isNarrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const end = new AbortController();
    query.addEventListener('change', ({ matches }) => setNarrow(matches), { signal: end.signal });
    return () => end.abort();
  }, []);
  return isNarrow;
};

const range = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, step) => first + step);

/** The list. Only the rows inside the window are rendered. */
export const Rows = ({ rows, order, now, isSelecting, isSelected, actions }: RowsProps) => {
  const list = useRef<HTMLUListElement>(null);
  const days = useDays({ rows, order, now });
  const isNarrow = useNarrow();
  const { first, end, height, topOf } = useLayout(list, { count: rows.length, days });
  const { at: focusedIndex, setFocused } = useFocused(rows);
  const seen = range(first, end);
  if (focusedIndex !== -1 && focusedIndex < first) seen.unshift(focusedIndex);
  if (focusedIndex >= end) seen.push(focusedIndex);
  return (
    <ul
      ref={list}
      class={isSelecting ? 'entries selecting' : 'entries'}
      role="list"
      aria-label={text('historyListLabel')}
      aria-hidden={rows.length === 0}
      style={{ blockSize: `${height}px` }}
      onFocusOut={() => setFocused(null)}
    >
      <li class="probe row" aria-hidden="true" />
      <li class="probe heading" aria-hidden="true" />
      {seen.map((at) => {
        const attempt = rows[at]?.attempt;
        return (
          attempt && (
            <Row
              key={attempt.id}
              attempt={attempt}
              at={at}
              now={now}
              isNarrow={isNarrow}
              actions={actions}
              count={rows.length}
              top={topOf(at)}
              day={days.get(at)}
              isSelected={isSelected(attempt.id)}
              onFocus={setFocused}
            />
          )
        );
      })}
    </ul>
  );
};
