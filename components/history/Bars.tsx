import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { secondsUntil } from '../../lib/batch/batch.ts';
import { timeUnitText } from '../../lib/i18n/numbers.ts';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { Icon, IconButton } from '../ui/Icon.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import type { Runs, RunView } from './use-runs.ts';
import { focusOn, focusOnList, type List, type Notice, type Selection } from './use-list.ts';

/** Milliseconds for which a notice is shown, and one with an Undo. */
const shownFor = 6000;
const undoFor = 10_000;

interface NoticeBarProps {
  notice: Notice | null;
  dismiss(): void;
}

/** Dismisses the notice after its time, which restarts when the pointer or the focus leaves it. Problems stay. */
const useTimeLimit = ({ notice, dismiss }: NoticeBarProps) => {
  const bar = useRef<HTMLDivElement>(null);
  const [isInUse, setInUse] = useState(false);
  useEffect(() => {
    if (!notice || notice.isProblem || notice.isBusy || isInUse) return undefined;
    const timer = setTimeout(dismiss, notice.undo ? undoFor : shownFor);
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
export const NoticeBar = ({ notice, dismiss }: NoticeBarProps) => {
  const attributes = useTimeLimit({ notice, dismiss });
  const dismissAndFocus = (): void => {
    dismiss();
    focusOnList();
  };
  return (
    <div class={notice ? 'bar about-action' : 'unseen'} {...attributes}>
      <p role="status">{!notice?.isProblem && notice?.text}</p>
      <p role="alert">{notice?.isProblem && notice.text}</p>
      {notice?.action && (
        <button
          type="button"
          class="small quiet"
          onClick={() => {
            dismiss();
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

/** The handlers of two buttons that their own click removes: each first moves the focus to another element. */
const selectionHandlers = ({ selectAll }: Selection) => ({
  selectRest({ currentTarget }: Event): void {
    const next = (currentTarget as HTMLElement).nextElementSibling;
    (next as HTMLElement | null)?.focus();
    selectAll(true);
  },
  clear(): void {
    focusOn('#search');
    selectAll(false);
  },
});

const noRun: RunView = {
  announcement: '',
  sentence: '',
  done: 0,
  all: null,
  pausedUntil: null,
  isCancelled: false,
};

/** The progress of a run with several links. It is announced when it begins and when it pauses, its numbers are not. */
const RunBar = ({ view, cancel }: Pick<Runs, 'view' | 'cancel'>) => {
  const button = useRef<HTMLButtonElement>(null);
  const isRunning = view !== null;
  useLayoutEffect(() => {
    // The bar of the selection is removed with the button that began the run.
    if (isRunning && document.activeElement === document.body) button.current?.focus();
  }, [isRunning]);
  const { announcement, sentence, done, all, pausedUntil, isCancelled } = view ?? noRun;
  const numbers = all === null ? {} : { max: all, value: done };
  const pause = pausedUntil === null ? 0 : secondsUntil(pausedUntil);
  return (
    <div class={isRunning ? 'bar' : 'unseen'}>
      <p role="status" class={pause > 0 ? undefined : 'unseen'}>
        {isRunning && (pause > 0 ? text('batchPauseStarted', timeUnitText('second', pause)) : announcement)}
      </p>
      {isRunning && (
        <>
          {pause === 0 && <span class="num">{sentence}</span>}
          <button ref={button} type="button" class="small" aria-disabled={isCancelled} onClick={cancel}>
            {text('batchCancel')}
          </button>
          <progress aria-label={text('batchProgress')} aria-valuetext={sentence} {...numbers} />
        </>
      )}
    </div>
  );
};

interface BarsProps {
  runs: Runs;
  /** Tries the selected links again that were not created, or whose outcome is unknown; null if there are none. */
  retry: (() => void) | null;
  /** The ways in which all selected links can be extended; empty if they cannot. */
  extendItems: MenuItem[];
  /** Lets all selected links expire; null if they cannot. */
  expire: (() => void) | null;
  list: List;
  /** The number of rows that are shown. */
  found: number;
  /** The formats in which the selected entries can be saved. */
  exportItems: MenuItem[];
}

/** A button that copies the selected links, and a menu of other formats if there is a link to copy. */
const CopySelected = ({ copySelected, copySelectedAsItems }: List) => {
  const items = copySelectedAsItems();
  return (
    <div class="split">
      <button type="button" class="small" onClick={copySelected}>
        <Icon name="copy" small />
        {text('copy')}
      </button>
      {items.length > 0 && <Menu small name={text('copyAs')} icon="chevron" look="outlined" items={items} />}
    </div>
  );
};

/** The actions on the selected links. */
const SelectionBar = ({ list, found, exportItems, retry, extendItems, expire }: BarsProps) => {
  const { selected } = list.selection;
  const { selectRest, clear } = selectionHandlers(list.selection);
  return (
    <div class="bar" role="toolbar" aria-label={text('historySelection')}>
      <span class="num">{text('historySelected', formatNumber(selected.length))}</span>
      {selected.length < found && (
        <button type="button" class="small quiet" onClick={selectRest}>
          {text('historySelectAll')}
        </button>
      )}
      <CopySelected {...list} />
      {extendItems.length > 0 && (
        <Menu small name={text('extend')} label={text('extend')} icon="extend" items={extendItems} />
      )}
      {expire && (
        <button type="button" class="small" onClick={expire}>
          <Icon name="expire" small />
          {text('expireNow')}
        </button>
      )}
      {retry && (
        <button type="button" class="small" onClick={retry}>
          <Icon name="recreate" small />
          {text('tryAgain')}
        </button>
      )}
      <Menu
        small
        name={text('historyExport')}
        label={text('historyExport')}
        icon="save"
        items={exportItems}
      />
      <button type="button" class="small" onClick={list.removeSelected}>
        <Icon name="unlist" small />
        {text('historyRemove')}
      </button>
      <IconButton icon="close" name={text('historyClearSelection')} press={clear} />
    </div>
  );
};

/** What the page says and offers at the bottom of the window. */
export const Bars = (props: BarsProps) => (
  <div class="bars">
    <RunBar {...props.runs} />
    <NoticeBar notice={props.list.notice} dismiss={props.list.dismiss} />
    {props.list.selection.selected.length > 0 && !props.runs.view && <SelectionBar {...props} />}
  </div>
);
