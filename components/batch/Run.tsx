import { useEffect, useRef, useState } from 'preact/hooks';
import { sleep, withAbort } from '../../lib/async/async.ts';
import {
  idleProgress,
  type Batch,
  isCreated,
  type Progress,
  retryableIn,
  unfinishedIn,
} from '../../lib/batch/batch.ts';
import { BatchRun } from '../../lib/batch/run-batch.ts';
import { timeUnitText } from '../../lib/i18n/numbers.ts';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { Alert, Problem } from '../ui/Problem.tsx';
import type { BatchActions } from './batch-actions.ts';
import { doneCount, summaryOf } from './item-texts.ts';
import { Result } from './Result.tsx';
import { Rows } from './Rows.tsx';

interface RunProps {
  batch: Batch;
  private: boolean;
  actions: BatchActions;
}

const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  signal ? withAbort(sleep(milliseconds), { signal, late: () => undefined }) : sleep(milliseconds);

/** The announcement for a change: for the quarters of a longer run, its pauses and its end; null for all other changes. */
const announcementOf = (before: Progress | null, now: Progress): string | null => {
  if (!now.isRunning) return before?.isRunning ? summaryOf(now.items) : null;
  const all = now.items.length;
  if (!before?.isRunning) return text('batchStarted', formatNumber(all - doneCount(now)));
  if (now.pausedUntil !== null && now.pausedUntil !== before.pausedUntil)
    return text(
      'batchPauseStarted',
      timeUnitText('second', Math.ceil((now.pausedUntil - Date.now()) / 1000)),
    );
  const quarter = (progress: Progress): number => Math.floor((4 * doneCount(progress)) / all);
  const isNewQuarter = all >= 8 && quarter(now) > quarter(before) && quarter(now) < 4;
  return isNewQuarter ? text('batchProgressCount', formatNumber(doneCount(now)), formatNumber(all)) : null;
};

/** Runs a batch from its first tab, and retries parts of it after it has ended. */
const useRun = ({ batch, private: isPrivate, actions }: RunProps) => {
  const [progress, setProgress] = useState(() => idleProgress(batch));
  const [announced, setAnnounced] = useState('');
  const [hasEndedOnce, setEnded] = useState(false);
  const run = useRef<BatchRun>(null);
  const send = (indexes: readonly number[]): void => void run.current?.send(indexes);
  useEffect(() => {
    let before: Progress | null = null;
    const onProgress = (now: Progress): void => {
      actions.store(now);
      setProgress(now);
      if (!now.isRunning) setEnded(true);
      const announcement = announcementOf(before, now);
      if (announcement !== null) setAnnounced(announcement);
      before = now;
    };
    const { shorten, attempt } = actions;
    run.current = new BatchRun(batch, { shorten, attempt, wait, private: isPrivate, onProgress });
    const unfinished = unfinishedIn(batch.items);
    if (unfinished.length > 0) send(unfinished);
    else setEnded(true);
  }, []);
  return {
    progress,
    announced,
    hasEndedOnce,
    created: progress.items.filter(isCreated).map(({ link, title, state }) => ({ link, title, ...state })),
    cancel: () => run.current?.cancel(),
    retry: (index: number) => send([index]),
    retryable: retryableIn(progress.items).length,
    retryAll: () => send(retryableIn(progress.items)),
  };
};

const secondsUntil = (end: number): number => Math.max(0, Math.ceil((end - Date.now()) / 1000));

/** The seconds until the service accepts the next request. They are visible, but not announced every second. */
const Countdown = ({ until }: { until: number }) => {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    setLeft(secondsUntil(until));
    const timer = setInterval(() => setLeft(secondsUntil(until)), 250);
    return () => clearInterval(timer);
  }, [until]);
  return <>{text('batchPause', timeUnitText('second', left, 'short'))}</>;
};

/** How many tabs are done, or the pause that the service asked for. */
const ProgressNote = ({ progress }: { progress: Progress }) => {
  const { isCancelled, pausedUntil, items } = progress;
  return (
    <p class="meta num">
      {pausedUntil !== null && !isCancelled ? (
        <Countdown until={pausedUntil} />
      ) : (
        text('batchProgressCount', formatNumber(doneCount(progress)), formatNumber(items.length))
      )}
    </p>
  );
};

/** The progress of the run, and the button that cancels it. */
const ProgressBar = ({ progress, cancel }: { progress: Progress; cancel(): void }) => {
  const { isCancelled, items } = progress;
  return (
    <>
      <button type="button" aria-disabled={isCancelled} onClick={cancel}>
        {text(isCancelled ? 'batchCancelling' : 'batchCancel')}
      </button>
      <progress aria-label={text('batchProgress')} value={doneCount(progress)} max={items.length} />
    </>
  );
};

interface StoppedProps {
  stopped: NonNullable<Progress['stopped']>;
  openSettings(): void;
}

/** Why the run stopped. It scrolls into view, as the person may read far below it. */
const Stopped = ({ stopped, openSettings }: StoppedProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={box}>
      {stopped === 'no-answer' ? (
        <Alert>{text('batchNoAnswer')}</Alert>
      ) : (
        <Problem failure={stopped} place="popup" remedies={{ settings: openSettings }} />
      )}
    </div>
  );
};

/** Focuses the title during the run. Afterwards moves the focus from there to the next button, near what stopped the run. */
const useFocus = ({ isRunning, stopped }: Progress) => {
  const title = useRef<HTMLHeadingElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  const restButton = useRef<HTMLButtonElement>(null);
  const wasRunning = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement === title.current;
    if (isRunning && isFree) title.current?.focus();
    const copy = stopped === null ? copyButton.current : null;
    if (!isRunning && isFree && wasRunning.current) (copy ?? restButton.current ?? title.current)?.focus();
    wasRunning.current = isRunning;
  }, [isRunning]);
  return { title, copyButton, restButton };
};

/** The run with its progress, and its result when it has ended. */
export const Run = (props: RunProps) => {
  const { actions } = props;
  const { progress, announced, hasEndedOnce, created, retryable, cancel, retry, retryAll } = useRun(props);
  const { isRunning, stopped, items } = progress;
  const { title, copyButton, restButton } = useFocus(progress);
  return (
    <div class="section">
      {!isRunning && stopped && <Stopped stopped={stopped} openSettings={actions.openSettings} />}
      <div class="card rows">
        <div class="head">
          {!isRunning && created.length === items.length && (
            <span class="good">
              <Icon name="check" />
            </span>
          )}
          <div class="grow">
            <h2 ref={title} tabIndex={-1}>
              {hasEndedOnce && !isRunning ? summaryOf(items) : text('batchRunning')}
            </h2>
            {isRunning && <ProgressNote progress={progress} />}
          </div>
          {isRunning && <ProgressBar progress={progress} cancel={cancel} />}
          {!isRunning && hasEndedOnce && retryable > 0 && (
            <button ref={restButton} type="button" onClick={retryAll}>
              {text('batchRetry', formatNumber(retryable))}
            </button>
          )}
        </div>
        {hasEndedOnce && created.length > 0 && (
          <Result created={created} copyButton={copyButton} actions={actions} />
        )}
        <Rows progress={progress} retry={retry} />
      </div>
      <p role="status" class="unseen">
        {announced}
      </p>
    </div>
  );
};
