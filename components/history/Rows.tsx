import type { RefObject } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Entry } from '../../lib/history/search.ts';
import { useSubscription } from '../ui/use-subscription.ts';
import { type Days, daysOf } from './days.ts';
import { layoutOf, offsetsOf, type Viewport } from './layout.ts';
import { Row, type RowActions } from './Row.tsx';
import type { View } from './use-entries.ts';
import type { Selection } from './use-list.ts';

interface RowsProps {
  view: Pick<View, 'rows' | 'order'>;
  /** Unix seconds. */
  now: number;
  selection: Selection;
  actions: RowActions;
}

/** The heights of a row and of the heading of a day in pixels, as the style sheet sets them: they depend on the font size. */
const useSizes = (list: RefObject<HTMLElement | null>) => {
  const [sizes, setSizes] = useState({ row: 48, heading: 36 });
  useSubscription((signal) => {
    const probe = (name: string) => list.current?.querySelector<HTMLElement>(`.probe.${name}`);
    const [row, heading] = [probe('row'), probe('heading')];
    if (!row || !heading) return;
    const measure = (): void =>
      setSizes((before) => {
        const after = {
          row: row.getBoundingClientRect().height,
          heading: heading.getBoundingClientRect().height,
        };
        return before.row === after.row && before.heading === after.heading ? before : after;
      });
    const observer = new ResizeObserver(measure);
    observer.observe(row);
    observer.observe(heading);
    measure();
    signal.addEventListener('abort', () => observer.disconnect());
  });
  return sizes;
};

/** The scroll position of the list, whatever changes it. */
const useViewport = (list: RefObject<HTMLElement | null>): Viewport => {
  const [viewport, setViewport] = useState<Viewport>({ top: 0, height: innerHeight });
  useSubscription((signal) => {
    const look = (): void => {
      const top = -(list.current?.getBoundingClientRect().top ?? 0);
      setViewport((before) =>
        before.top === top && before.height === innerHeight ? before : { top, height: innerHeight },
      );
    };
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    addEventListener('scroll', look, { passive: true, signal });
    addEventListener('resize', look, { signal });
    look();
    signal.addEventListener('abort', () => observer.disconnect());
  });
  return viewport;
};

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
const useDays = ({ rows, order }: RowsProps['view'], now: number): Days => {
  const isByTime = order === 'newest' || order === 'oldest';
  const today = new Date(now * 1000).toDateString();
  return useMemo(() => (isByTime ? daysOf(rows, now * 1000) : noDays), [rows, isByTime, today]);
};

/** Whether a row has no space for all of its buttons, as in history.css. */
const useNarrow = (): boolean => {
  const [query] = useState(() => matchMedia('(width < 720px)'));
  const [isNarrow, setNarrow] = useState(query.matches);
  useSubscription((signal) =>
    query.addEventListener('change', ({ matches }) => setNarrow(matches), { signal }),
  );
  return isNarrow;
};

const range = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, step) => first + step);

/** The list. Only the rows inside the window are rendered. */
export const Rows = ({ view, now, selection, actions }: RowsProps) => {
  const { rows } = view;
  const list = useRef<HTMLUListElement>(null);
  const days = useDays(view, now);
  const isNarrow = useNarrow();
  const { row, heading } = useSizes(list);
  const viewport = useViewport(list);
  // The first row of a day has a heading above it.
  const offsets = useMemo(
    () => offsetsOf(rows.length, (at) => (days.has(at) ? row + heading : row)),
    [rows.length, days, row, heading],
  );
  const { first, end, height, topOf } = layoutOf(offsets, viewport);
  const { at: focusedIndex, setFocused } = useFocused(rows);
  const seen = range(first, end);
  if (focusedIndex !== -1 && focusedIndex < first) seen.unshift(focusedIndex);
  if (focusedIndex >= end) seen.push(focusedIndex);
  return (
    <ul
      ref={list}
      class={selection.selected.length > 0 ? 'entries selecting' : 'entries'}
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
              isSelected={selection.isSelected(attempt.id)}
              onFocus={setFocused}
            />
          )
        );
      })}
    </ul>
  );
};
