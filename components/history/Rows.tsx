import type { RefObject } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { canAny, type ConnectionInfo } from '../../lib/settings/connection-info.ts';
import { useSubscription } from '../ui/use-subscription.ts';
import { type Headings, headingsOf } from './headings.ts';
import { layoutOf, offsetsOf, type Viewport } from './layout.ts';
import { Row, type RowActions } from './Row.tsx';
import type { ActiveRow } from './use-active-row.ts';
import type { View } from './use-entries.ts';
import type { Selection } from './use-list.ts';
import { useRefresh } from './use-refresh.ts';

interface RowsProps {
  view: Pick<View, 'rows' | 'order'>;
  /** Unix seconds. */
  now: number;
  selection: Selection;
  active: ActiveRow;
  actions: RowActions;
  connections: readonly ConnectionInfo[];
  refresh(ids: readonly string[]): void;
}

/** The heights of a row and of a heading in pixels, at the default font size. */
const heights = { row: 52, heading: 36 };

/** The font size of the browser, relative to the default of 16 pixels. */
const useScale = (): number =>
  useState(() => (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16)[0];

/** The part of the list that the window shows. It changes with the scroll position and the layout of the page. */
const useViewport = (list: RefObject<HTMLElement | null>): Viewport => {
  const [viewport, setViewport] = useState<Viewport>({ top: 0, height: innerHeight });
  useSubscription((signal) => {
    const update = (): void => {
      const top = -(list.current?.getBoundingClientRect().top ?? 0);
      setViewport((before) =>
        before.top === top && before.height === innerHeight ? before : { top, height: innerHeight },
      );
    };
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    addEventListener('scroll', update, { passive: true, signal });
    addEventListener('resize', update, { signal });
    update();
    signal.addEventListener('abort', () => observer.disconnect());
  });
  return viewport;
};

const noHeadings: Headings = new Map();

/** The headings of the list; none if it is not sorted by time. They change at midnight. */
const useHeadings = ({ rows, order }: RowsProps['view'], now: number): Headings => {
  const isByTime = order === 'newest' || order === 'oldest';
  const today = new Date(now * 1000).toDateString();
  return useMemo(() => (isByTime ? headingsOf(rows, now * 1000) : noHeadings), [rows, isByTime, today]);
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

/** The list, a grid with one stop of the Tab key. Only the rows inside the window and the active one are rendered. */
export const Rows = (props: RowsProps) => {
  const { now, selection, active, actions, connections } = props;
  const { rows, order } = props.view;
  const list = useRef<HTMLDivElement>(null);
  const headings = useHeadings({ rows, order }, now);
  const isNarrow = useNarrow();
  const scale = useScale();
  const viewport = useViewport(list);
  const [row, heading] = [heights.row * scale, heights.heading * scale];
  const offsets = useMemo(
    () => offsetsOf(rows.length, (at) => (headings.has(at) ? row + heading : row)),
    [rows.length, headings],
  );
  const { first, end, height, topOf } = layoutOf(offsets, viewport);
  const hasOpens = canAny(connections, 'opens') || canAny(connections, 'limit');
  useRefresh({ ...props, rows: rows.slice(first, end) });
  const rendered = range(first, end);
  if (active.at < first) rendered.unshift(active.at);
  if (active.at >= end) rendered.push(active.at);
  const headedRows = useMemo(() => [...headings.keys()], [headings]);
  const rowIndexOf = (at: number): number => at + 1 + headedRows.filter((headed) => headed <= at).length;
  return (
    <div
      ref={list}
      class={`entries${selection.selected.length > 0 ? ' selecting' : ''}${hasOpens ? ' counted' : ''}`}
      role="grid"
      aria-label={text('historyListLabel')}
      aria-multiselectable="true"
      aria-rowcount={rows.length + headings.size}
      aria-hidden={rows.length === 0}
      style={{ blockSize: `${height}px`, '--row': `${row}px`, '--heading': `${heading}px` }}
    >
      {rendered.map((at) => {
        const attempt = rows[at]?.attempt;
        return (
          attempt && (
            <Row
              key={attempt.id}
              attempt={attempt}
              rowIndex={rowIndexOf(at)}
              now={now}
              isNarrow={isNarrow}
              hasOpens={hasOpens}
              connections={connections}
              actions={actions}
              top={topOf(at)}
              heading={headings.get(at)}
              isSelected={selection.isSelected(attempt.id)}
              isActive={at === active.at}
              onFocus={active.set}
            />
          )
        );
      })}
    </div>
  );
};
