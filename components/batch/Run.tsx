import { useEffect, useRef, useState } from 'preact/hooks';
import { sleep } from '../../lib/async/async.ts';
import {
  idleProgress,
  type Batch,
  isCreated,
  type Item,
  type Progress,
  retryableIn,
  secondsUntil,
  unfinishedIn,
  unknownIn,
} from '../../lib/batch/batch.ts';
import type { Plan } from '../../lib/batch/plan.ts';
import { BatchRun } from '../../lib/batch/run-batch.ts';
import type { CopyFormat } from '../../lib/formats/names.ts';
import { timeUnitText } from '../../lib/i18n/numbers.ts';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { Problem } from '../ui/Problem.tsx';
import type { BatchActions } from './batch-actions.ts';
import { Foot } from './Foot.tsx';
import { Head } from './Head.tsx';
import { countText, doneCount, summaryOf } from './item-texts.ts';
import { CopyAll, LinkText, useLinkList } from './LinkList.tsx';
import { RunRows } from './RunRows.tsx';

export interface RunProps extends CopyFormat {
  batch: Batch;
  /** The tabs that are left out. */
  skipped: Plan['skipped'];
  private: boolean;
  actions: BatchActions;
}

/** The announcement for a change: for the quarters of a longer run, its pauses and its end; null for all other changes. */
const announcementOf = (before: Progress | null, now: Progress): string | null => {
  if (!now.isRunning) return before?.isRunning ? summaryOf(now.items) : null;
  const all = now.items.length;
  if (!before?.isRunning) return text('batchStarted', formatNumber(all - doneCount(now)));
  if (now.pausedUntil !== null && now.pausedUntil !== before.pausedUntil)
    return text('batchPauseStarted', timeUnitText('second', secondsUntil(now.pausedUntil)));
  const quarter = (progress: Progress): number => Math.floor((4 * doneCount(progress)) / all);
  const isNewQuarter = all >= 8 && quarter(now) > quarter(before) && quarter(now) < 4;
  return isNewQuarter ? countText(now) : null;
};

/** Runs a batch from its first tab, and retries parts of it after it has ended. */
const useRun = ({ batch, private: isPrivate, actions, format, template }: RunProps) => {
  const [progress, setProgress] = useState(() => idleProgress(batch));
  const [announced, setAnnounced] = useState('');
  const [hasEndedOnce, setEnded] = useState(false);
  const run = useRef<BatchRun>(null);
  const send = (indexes: readonly number[]): void => void run.current?.send(indexes);
  useEffect(() => {
    let before: Progress | null = null;
    const onProgress = (now: Progress): void => {
      actions.storeBatch(now);
      setProgress(now);
      if (!now.isRunning) setEnded(true);
      const announcement = announcementOf(before, now);
      if (announcement !== null) setAnnounced(announcement);
      before = now;
    };
    const { shorten, findAttempt } = actions;
    run.current = new BatchRun(batch, { shorten, findAttempt, sleep, private: isPrivate, onProgress });
    const unfinished = unfinishedIn(batch.items);
    if (unfinished.length > 0) send(unfinished);
    else setEnded(true);
  }, []);
  const created = progress.items
    .filter(isCreated)
    .map(({ link, title, state }) => ({ link, title, ...state }));
  const list = useLinkList({ created, announce: setAnnounced, actions, format, template });
  return { progress, announced, hasEndedOnce, list, send, cancel: () => run.current?.cancel() };
};

/** Focuses the title during the run. Afterwards, if the focus is still there, moves it to the main button. */
const useFocus = ({ isRunning, stopped }: Progress) => {
  const title = useRef<HTMLHeadingElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  const restButton = useRef<HTMLButtonElement>(null);
  const historyButton = useRef<HTMLButtonElement>(null);
  const wasRunning = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement === title.current;
    if (isRunning && isFree) title.current?.focus();
    const copy = stopped === null ? copyButton.current : null;
    // The button of the history comes first, so that Enter does not create a second link.
    const next = historyButton.current ?? copy ?? restButton.current ?? title.current;
    // The buttons are always in sight, and what stopped the run has just been scrolled into view.
    if (!isRunning && isFree && wasRunning.current) next?.focus({ preventScroll: true });
    wasRunning.current = isRunning;
  }, [isRunning]);
  return { title, historyButton, copyButton, restButton };
};

interface ResultButtonsProps
  extends
    Pick<ReturnType<typeof useRun>, 'list' | 'send'>,
    Pick<ReturnType<typeof useFocus>, 'copyButton' | 'restButton'> {
  items: readonly Item[];
  /** Whether the button of the history, above the list, is the main one. */
  hasHistoryButton: boolean;
  closeTab(): void;
}

/** What can be done with the result: the main button is the last one. */
const ResultButtons = (props: ResultButtonsProps) => {
  const { items, list, hasHistoryButton, send, closeTab, copyButton, restButton } = props;
  const rest = retryableIn(items);
  const hasLinks = list.links.length > 0;
  return (
    <>
      <button type="button" onClick={closeTab}>
        {text('closeTab')}
      </button>
      {rest.length > 0 && (
        <button
          ref={restButton}
          class={hasLinks || hasHistoryButton ? '' : 'primary'}
          type="button"
          onClick={() => send(rest)}
        >
          {text('batchRetry', formatNumber(rest.length))}
        </button>
      )}
      {hasLinks && (
        <CopyAll list={list} button={copyButton} kind={hasHistoryButton ? 'outlined' : 'primary'} />
      )}
    </>
  );
};

/** The run with its progress, and its result in the same place when it has ended. */
export const Run = (props: RunProps) => {
  const { actions, skipped } = props;
  const { progress, announced, hasEndedOnce, list, send, cancel } = useRun(props);
  const { isRunning, isCancelled, pausedUntil, items, stopped } = progress;
  const { title, historyButton, ...buttons } = useFocus(progress);
  const isEnded = hasEndedOnce && !isRunning;
  const isComplete = list.links.length === items.length;
  useEffect(() => {
    // The top of the page says what is missing, and the person may read far below it.
    if (isEnded && !isComplete) scrollTo(0, 0);
  }, [isEnded]);
  return (
    <div class="form">
      {isEnded && stopped !== null && stopped !== 'no-answer' && (
        <Problem failure={stopped} place="popup" remedies={{ settings: actions.openSettings }} />
      )}
      <div class="card rows">
        <Head
          title={title}
          isEnded={isEnded}
          progress={progress}
          pause={isCancelled ? null : pausedUntil}
          cancel={cancel}
          send={send}
          historyButton={historyButton}
          isPrivate={props.private}
          openHistory={actions.openHistory}
        />
        <RunRows
          progress={progress}
          clipboard={list.clipboard}
          retry={(at) => send([at])}
          copy={list.copyLink}
        />
        <LinkText list={list} />
      </div>
      <Foot skipped={skipped}>
        {isEnded && (
          <ResultButtons
            items={items}
            list={list}
            hasHistoryButton={!props.private && unknownIn(items).length > 0}
            send={send}
            closeTab={actions.closeTab}
            {...buttons}
          />
        )}
      </Foot>
      <p role="status" class="unseen">
        {announced}
      </p>
    </div>
  );
};
