import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { connections, now, settings } from '../page.ts';
import { extendItems } from '../ui/change-items.ts';
import { Icon, IconButton } from '../ui/Icon.tsx';
import { Menu } from '../ui/Menu.tsx';
import { exportItems } from './Files.tsx';
import { focusOn, focusOnList, type HistoryState } from './history-state.ts';
import { attemptsToRetry, changeLinks } from './runs.ts';

/** Milliseconds for which a notice is shown, and one with an Undo. */
const shownFor = 6000;
const undoFor = 10_000;

/** Dismisses the notice after its time, which restarts when the pointer or the focus leaves it. Problems stay. */
const useTimeLimit = (state: HistoryState) => {
  const notice = state.notice.value;
  const bar = useRef<HTMLDivElement>(null);
  const [isInUse, setInUse] = useState(false);
  useEffect(() => {
    if (!notice || notice.isProblem || notice.isBusy || isInUse) return undefined;
    const timer = setTimeout(() => (state.notice.value = null), notice.undo ? undoFor : shownFor);
    return () => clearTimeout(timer);
  }, [notice, isInUse]);
  // The removal of a focused button fires no event: look whether the bar is still in use.
  useEffect(() => setInUse(bar.current?.matches(':hover, :focus-within') ?? false), [notice]);
  const enter = (): void => setInUse(true);
  const leave = (): void => setInUse(false);
  return { ref: bar, onPointerEnter: enter, onPointerLeave: leave, onFocusIn: enter, onFocusOut: leave };
};

/**
 * The notice about the last action, with its Undo. Both live regions exist before their texts: otherwise screen readers would
 * not announce them.
 */
export const NoticeBar = ({ state }: { state: HistoryState }) => {
  const notice = state.notice.value;
  const attributes = useTimeLimit(state);
  const dismissAndFocus = (): void => {
    state.notice.value = null;
    focusOnList();
  };
  return (
    <div class={notice ? 'bar line about-action' : 'unseen'} {...attributes}>
      <p role="status">{!notice?.isProblem && notice?.text}</p>
      <p role="alert" class="warn">
        {notice?.isProblem && notice.text}
      </p>
      {notice?.action && (
        <button
          type="button"
          class="small quiet"
          onClick={() => {
            state.notice.value = null;
            notice.action?.press();
          }}
        >
          {notice.action.name}
        </button>
      )}
      {notice?.undo && (
        <button
          type="button"
          class="small quiet"
          id="undo"
          aria-keyshortcuts="Control+Z Meta+Z"
          onClick={notice.undo}
        >
          {text('historyUndo')}
        </button>
      )}
      {notice && <IconButton icon="close" name={text('dismiss')} press={dismissAndFocus} />}
    </div>
  );
};

/** Selects the other rows, too. The button disappears: the focus moves to the next one. */
const selectRest = (state: HistoryState): void => {
  focusOn('.actions button');
  state.selectAll();
};

/** The bar disappears with the selection. */
const clearSelection = (state: HistoryState): void => {
  focusOn('#search');
  state.clearSelection();
};

/** A button that copies the selected links, and a menu of other formats if there is a link to copy. */
const CopySelected = ({ state }: { state: HistoryState }) => {
  const attempts = state.selected.value;
  const items = state.copyItems(attempts);
  return (
    <div class="split">
      <button type="button" class="small" onClick={() => state.copy(attempts)}>
        <Icon name="copy" small />
        {text('copy')}
      </button>
      {items.length > 0 && <Menu small name={text('copyAs')} icon="chevron" look="outlined" items={items} />}
    </div>
  );
};

/** The changes that are possible for each of the selected links. */
const ChangeSelected = ({ state }: { state: HistoryState }) => {
  const attempts = state.selected.value;
  const possible = useMemo(
    () => state.possibleChanges(attempts),
    [attempts, now.value, connections.value, settings.value],
  );
  const items = extendItems({
    attempts,
    possible,
    now: now.value,
    extend: (change) => changeLinks(state, attempts, change),
    askForDate: () => (state.dialog.value = { kind: 'extend', attempts }),
  });
  return (
    <>
      {items.length > 0 && (
        <Menu small name={text('extend')} label={text('extend')} icon="extend" items={items} />
      )}
      {possible.canExpire && (
        <button type="button" class="small" onClick={() => changeLinks(state, attempts, { kind: 'expire' })}>
          <Icon name="expire" small />
          {text('expireNow')}
        </button>
      )}
    </>
  );
};

/** What can be done with the selected links. */
const SelectionBar = ({ state }: { state: HistoryState }) => {
  const selected = state.selected.value;
  const retryable = useMemo(
    () => attemptsToRetry(selected, state.entries.value),
    [selected, state.entries.value],
  );
  return (
    <div class="bar line wrap" role="toolbar" aria-label={text('historySelection')}>
      <span class="num grow">{text('historySelected', formatNumber(selected.length))}</span>
      {selected.length < state.rows.value.length && (
        <button type="button" class="small quiet" onClick={() => selectRest(state)}>
          {text('historySelectAll')}
        </button>
      )}
      <div class="actions wrap">
        <CopySelected state={state} />
        <ChangeSelected state={state} />
        {retryable.length > 0 && (
          <button
            type="button"
            class="small"
            onClick={() => (state.dialog.value = { kind: 'retry', attempts: retryable })}
          >
            <Icon name="recreate" small />
            {text('tryAgain')}
          </button>
        )}
        <Menu
          small
          name={text('historyExport')}
          label={text('historyExport')}
          icon="save"
          items={exportItems(
            state,
            selected.map(({ id }) => id),
          )}
        />
        <button type="button" class="small" onClick={() => state.remove(selected)}>
          <Icon name="unlist" small />
          {text('historyRemoveOne')}
        </button>
      </div>
      <IconButton icon="close" name={text('historyClearSelection')} press={() => clearSelection(state)} />
    </div>
  );
};

/** What the page says and offers at the bottom of the window. */
export const Bars = ({ state }: { state: HistoryState }) => (
  <div class="bars">
    <NoticeBar state={state} />
    {state.selected.value.length > 0 && <SelectionBar state={state} />}
  </div>
);
