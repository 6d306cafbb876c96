import { Fragment } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { language, text } from '../../lib/i18n/texts.ts';
import { isManageable } from '../../lib/managing/extension.ts';
import { canAny } from '../../lib/settings/connection-info.ts';
import { connections, now } from '../page.ts';
import { More } from '../ui/LongList.tsx';
import { useSubscription } from '../ui/use-subscription.ts';
import { focusOnRow, type HistoryState, hasLostFocus, rowBoxes } from './history-state.ts';
import { Row } from './Row.tsx';

/** The first day of the week, from 1 for Monday to 7; Firefox may not know it. */
const firstWeekday = (): number => {
  const locale = new Intl.Locale(language()) as Intl.Locale & { getWeekInfo?(): { firstDay: number } };
  return locale.getWeekInfo?.().firstDay ?? 1;
};

/** Names the period of a time: today, yesterday, what is left of this week and of this month, or "October 2026". In milliseconds. */
export const createPeriodOf = (nowMs: number): ((createdAt: number) => string) => {
  const date = new Date(nowMs);
  const today = date.getDate();
  const weekday = (date.getDay() + 7 - (firstWeekday() % 7)) % 7;
  const midnight = (day: number): number => new Date(date.getFullYear(), date.getMonth(), day).getTime();
  const dayFormat = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  const month = new Intl.DateTimeFormat(language(), { year: 'numeric', month: 'long' });
  /** "today" as the language begins a line: "Today". */
  const dayName = (days: number): string =>
    dayFormat.format(days, 'day').replace(/^./u, (letter) => letter.toLocaleUpperCase(language()));
  const recent: [start: number, name: string][] = [
    [midnight(today), dayName(0)],
    [midnight(today - 1), dayName(-1)],
    [midnight(today - weekday), text('historyThisWeek')],
    [midnight(1), text('historyThisMonth')],
  ];
  return (createdAt) => recent.find(([start]) => createdAt >= start)?.[1] ?? month.format(createdAt);
};

/** The names of the periods of the rows; undefined unless the rows are in the order of time. */
const periodsOf = ({ rows, view }: HistoryState, count: number): (string | undefined)[] => {
  const { order } = view.value;
  const isByTime = order === 'newest' || order === 'oldest';
  const periodOf = isByTime ? createPeriodOf(now.value * 1000) : () => undefined;
  return rows.value.slice(0, count).map(({ attempt }) => periodOf(attempt.createdAt));
};

/** One row is a stop of the Tab key: the one that had the focus last. */
const moveTabStop = ({ target }: Event): void => {
  const box = (target as Element).closest('.row')?.querySelector('input');
  if (!box) return;
  const before = rowBoxes().find(({ tabIndex }) => tabIndex === 0);
  if (before) before.tabIndex = -1;
  box.tabIndex = 0;
};

/**
 * When the row with the focus is removed, for whatever reason, the next row gets it, or the last one. It is found in the
 * render that removes the row, so that the focus is nowhere else in between.
 */
const useRowFocus = (state: HistoryState): void => {
  const before = rowBoxes();
  const row = document.activeElement?.closest('.row');
  const focused = before.findIndex((box) => row?.contains(box));
  useLayoutEffect(() => {
    const boxes = rowBoxes();
    const revealed = boxes.find(({ value }) => value === state.revealed);
    const next = before.slice(Math.max(0, focused)).find(({ isConnected }) => isConnected) ?? boxes.at(-1);
    if (revealed) {
      state.revealed = null;
      focusOnRow(revealed);
    } else if (focused >= 0 && next && hasLostFocus()) focusOnRow(next);
    const [first] = boxes;
    if (first && !boxes.some(({ tabIndex }) => tabIndex === 0)) first.tabIndex = 0;
  });
};

/** Milliseconds; a little more than the pause that the background makes between two requests. */
const refreshInterval = 61_000;

/** Milliseconds after which a list that was searched counts as still. */
const stillAfter = 500;

/**
 * When the list is still, renders its first rows and asks how often the links in sight were opened, as also once a minute while
 * the page is visible. Nothing is asked of a service that does not count, of other accounts' links, or of those that expired a
 * week ago.
 */
const useStillness = (state: HistoryState): void => {
  const { entries, isReading, view } = state;
  const refresh = (): void => {
    if (document.visibilityState !== 'visible' || !canAny(connections.value, 'opens')) return;
    const ids = rowBoxes().flatMap((box) => {
      // Of the row: asking for a part of a row out of sight would lay that out.
      const { top = 0, bottom = 0 } = box.closest('.row')?.getBoundingClientRect() ?? {};
      const attempt = entries.value.get(box.value)?.attempt;
      const isInSight = bottom >= 0 && top <= innerHeight;
      return attempt && isInSight && isManageable(attempt, connections.value, now.value) ? attempt.id : [];
    });
    if (ids.length > 0) void background.refreshLinks({ ids });
  };
  useEffect(() => {
    const timer = setTimeout(() => {
      state.renderFirst();
      refresh();
    }, stillAfter);
    return () => clearTimeout(timer);
  }, [isReading.value, view.value]);
  useSubscription((signal) => {
    const timer = setInterval(refresh, refreshInterval);
    document.addEventListener('visibilitychange', refresh, { signal });
    document.addEventListener('scrollend', refresh, { signal });
    signal.addEventListener('abort', () => clearInterval(timer));
  });
};

/** The list. Few of its rows are rendered at first: a history may have 100,000. */
export const Rows = ({ state }: { state: HistoryState }) => {
  const rows = state.rows.value;
  const rendered = state.rendered.value;
  const periods = periodsOf(state, rendered);
  useRowFocus(state);
  useStillness(state);
  const classes = ['links'];
  if (state.selected.value.length > 0) classes.push('selecting');
  if (state.hasOpens.value) classes.push('counted');
  if (connections.value.length > 1) classes.push('several');
  return (
    <>
      {rows.length > 0 && (
        <ol class={classes.join(' ')} aria-label={text('historyListLabel')} onFocusIn={moveTabStop}>
          {rows.slice(0, rendered).map(({ attempt }, at) => (
            <Fragment key={attempt.id}>
              {periods[at] !== periods[at - 1] && (
                <li class="period">
                  <h2 class="label">{periods[at]}</h2>
                </li>
              )}
              <Row state={state} attempt={attempt} />
            </Fragment>
          ))}
        </ol>
      )}
      {rows.length > rendered && <More key={rendered} render={() => state.renderMore()} />}
    </>
  );
};
