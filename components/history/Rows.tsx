import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import type { Entry } from '../../lib/history/search.ts';
import { language, text } from '../../lib/i18n/texts.ts';
import { isManageable } from '../../lib/managing/extension.ts';
import { canAny } from '../../lib/settings/connection-info.ts';
import { connections, now } from '../page.ts';
import { useSubscription } from '../ui/use-subscription.ts';
import { Row } from './Row.tsx';
import type { HistoryState } from './history-state.ts';

/** The heading of each period, by the index of its first row. */
type Headings = ReadonlyMap<number, string>;

/** A range of times in milliseconds, without its end. */
interface Period {
  start: number;
  end: number;
  heading: string;
}

/** The first day of the week, from 1 for Monday to 7; Firefox may not know it. */
const firstWeekday = (): number => {
  const locale = new Intl.Locale(language()) as Intl.Locale & { getWeekInfo?(): { firstDay: number } };
  return locale.getWeekInfo?.().firstDay ?? 1;
};

/** "today" as the language begins a line: "Today". */
const dayName = (days: number): string => {
  const word = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(days, 'day');
  return `${word.charAt(0).toLocaleUpperCase(language())}${word.slice(1)}`;
};

/** Today, yesterday, and what is left of this week and of this month. `now` in milliseconds. */
const recentPeriods = (now: number): Period[] => {
  const date = new Date(now);
  const midnight = (day: number): number => new Date(date.getFullYear(), date.getMonth(), day).getTime();
  const today = date.getDate();
  const weekday = (date.getDay() + 7 - (firstWeekday() % 7)) % 7;
  const periods: Period[] = [];
  // A link that was created while the clock was ahead is one of today.
  let end = Infinity;
  const add = (start: number, heading: string): void => {
    if (start >= end) return;
    periods.push({ start, end, heading });
    end = start;
  };
  add(midnight(today), dayName(0));
  add(midnight(today - 1), dayName(-1));
  add(midnight(today - weekday), text('historyThisWeek'));
  add(midnight(1), text('historyThisMonth'));
  return periods;
};

/** Finds the period of a time, both in milliseconds: one of the recent ones, or a month, "October 2026". */
const createPeriodOf = (now: number): ((createdAt: number) => Period) => {
  // Constructed once: a long history has many months.
  const month = new Intl.DateTimeFormat(language(), { year: 'numeric', month: 'long' });
  const recent = recentPeriods(now);
  return (createdAt) => {
    const found = recent.find(({ start }) => createdAt >= start);
    if (found) return found;
    const date = new Date(createdAt);
    const first = (after: number): number => new Date(date.getFullYear(), date.getMonth() + after).getTime();
    const end = Math.min(first(1), recent.at(-1)?.start ?? Infinity);
    return { start: first(0), end, heading: month.format(date) };
  };
};

/** The row after the last one of the period of row `at`. It looks at few rows, since reading each row of a long list is slow. */
const nextPeriod = (rows: readonly Entry[], at: number, { start, end }: Period): number => {
  const isInPeriod = (row: number): boolean => {
    const createdAt = rows[row]?.attempt.createdAt ?? NaN;
    return createdAt >= start && createdAt < end;
  };
  let step = 1;
  while (isInPeriod(at + step)) step *= 2;

  let last = at + Math.floor(step / 2);
  let next = at + step;
  while (next - last > 1) {
    const middle = Math.floor((last + next) / 2);
    if (isInPeriod(middle)) last = middle;
    else next = middle;
  }
  return next;
};

/** The headings of rows that are sorted by the time of their creation. `now` in milliseconds. */
export const headingsOf = (rows: readonly Entry[], now: number): Headings => {
  const headings = new Map<number, string>();
  const periodOf = createPeriodOf(now);
  let at = 0;
  while (at < rows.length) {
    const period = periodOf(rows[at]?.attempt.createdAt ?? 0);
    headings.set(at, period.heading);
    at = nextPeriod(rows, at, period);
  }
  return headings;
};

/** The height in pixels that every browser can lay out: the limit is 17.8 million in Firefox, 33 million in Chromium. */
const tallest = 15_000_000;
/** Pixels above and below the window that are also rendered. */
const overscan = 600;

/** The top of each row, and the bottom of the last one, in pixels. */
export const offsetsOf = (count: number, heightOf: (at: number) => number): Float64Array => {
  const offsets = new Float64Array(count + 1);
  for (let at = 0; at < count; at += 1) offsets[at + 1] = (offsets[at] ?? 0) + heightOf(at);
  return offsets;
};

/** The last row that begins at or above `y`. */
const rowAt = (offsets: Float64Array, y: number): number => {
  let low = 0;
  let high = offsets.length - 2;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** The part of the list in the window: `top` is how far the list is scrolled past the window's upper edge. */
interface Viewport {
  top: number;
  height: number;
}

/**
 * The rows inside the window and their positions. If the list is taller than browsers allow, each scrolled pixel moves the rows
 * by more than one pixel; `shift` is the difference so far.
 */
export const layoutOf = (offsets: Float64Array, { top, height: visible }: Viewport) => {
  const whole = offsets.at(-1) ?? 0;
  const height = Math.min(whole, tallest);
  const range = Math.max(1, height - visible);
  const scrolled = Math.min(Math.max(top, 0), range);
  const shift = whole > height ? scrolled - scrolled * ((whole - visible) / range) : 0;
  const from = top - shift;
  const last = rowAt(offsets, from + visible + overscan);
  const count = offsets.length - 1;
  return {
    /** The height of the whole list. */
    height,
    /** The rows to render, without `end`. */
    first: count === 0 ? 0 : rowAt(offsets, from - overscan),
    end: Math.min(count, last + 1),
    /** The top of a row inside the list, in pixels. */
    topOf: (at: number): number => Math.min(Math.max((offsets[at] ?? 0) + shift, 0), Math.max(0, height - 1)),
  };
};

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
const useHeadings = (state: HistoryState): Headings => {
  const rows = state.rows.value;
  const { order } = state.view.value;
  const isByTime = order === 'newest' || order === 'oldest';
  const today = new Date(now.value * 1000).toDateString();
  return useMemo(() => (isByTime ? headingsOf(rows, now.value * 1000) : noHeadings), [rows, isByTime, today]);
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

/** Milliseconds; a little more than the pause that the background makes between two requests. */
const refreshInterval = 61_000;

/** Milliseconds after which a list that is scrolled counts as still. */
const stillAfter = 500;

/**
 * Asks how often these links, which are in sight, were opened: when they come into sight, and once a minute while the page is
 * visible. Nothing is asked of a service that does not count, of other accounts' links, or of those that expired a week ago.
 */
export const useRefresh = (rows: HistoryState['rows']['value']): void => {
  const ids = canAny(connections.value, 'opens')
    ? rows.flatMap(({ attempt }) => (isManageable(attempt, connections.value, now.value) ? [attempt.id] : []))
    : [];
  const latest = useRef(ids);
  latest.current = ids;
  const refresh = (): void => {
    if (document.visibilityState === 'visible' && latest.current.length > 0)
      void background.refreshLinks({ ids: latest.current });
  };
  useEffect(() => {
    const timer = setTimeout(refresh, stillAfter);
    return () => clearTimeout(timer);
  }, [ids.join()]);
  useSubscription((signal) => {
    const timer = setInterval(refresh, refreshInterval);
    document.addEventListener('visibilitychange', refresh, { signal });
    signal.addEventListener('abort', () => clearInterval(timer));
  });
};

/** Moves the focus to the active row if it is to get it. */
const useRowFocus = (state: HistoryState): void =>
  useLayoutEffect(() => {
    if (!state.isRowFocusPending) return;
    state.isRowFocusPending = false;
    const row = document.querySelector<HTMLElement>('.row[tabindex="0"]');
    // By itself, the browser would put the row in the middle of the window.
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }, [state.active.value]);

/** The list, a grid with one stop of the Tab key. Only the rows inside the window and the active one are rendered. */
export const Rows = ({ state }: { state: HistoryState }) => {
  const rows = state.rows.value;
  const active = state.activeIndex.value;
  const list = useRef<HTMLDivElement>(null);
  const headings = useHeadings(state);
  const isNarrow = useNarrow();
  const scale = useScale();
  const viewport = useViewport(list);
  const [row, heading] = [heights.row * scale, heights.heading * scale];
  const offsets = useMemo(
    () => offsetsOf(rows.length, (at) => (headings.has(at) ? row + heading : row)),
    [rows.length, headings],
  );
  const { first, end, height, topOf } = layoutOf(offsets, viewport);
  const hasOpens = canAny(connections.value, 'opens') || canAny(connections.value, 'limit');
  useRefresh(rows.slice(first, end));
  useRowFocus(state);
  const rendered = range(first, end);
  if (active < first) rendered.unshift(active);
  if (active >= end) rendered.push(active);
  const headedRows = useMemo(() => [...headings.keys()], [headings]);
  const rowIndexOf = (at: number): number => at + 1 + headedRows.filter((headed) => headed <= at).length;
  return (
    <div
      ref={list}
      class={`entries${state.selected.value.length > 0 ? ' selecting' : ''}${hasOpens ? ' counted' : ''}`}
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
              state={state}
              attempt={attempt}
              rowIndex={rowIndexOf(at)}
              isNarrow={isNarrow}
              hasOpens={hasOpens}
              top={topOf(at)}
              heading={headings.get(at)}
              isActive={at === active}
            />
          )
        );
      })}
    </div>
  );
};
