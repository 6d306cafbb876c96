import { useEffect, useRef, useState } from 'preact/hooks';
import { sleep, withAbort } from '../../lib/async/async.ts';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { createBatchRun, type BatchRun } from '../../lib/batch/run-batch.ts';
import {
  atRest,
  type Batch,
  isCreated,
  unfinishedIn,
  type Progress,
  retryableIn,
} from '../../lib/batch/batch.ts';
import type { BatchActions } from './batch-actions.ts';
import { timeUnitText } from '../../lib/i18n/numbers.ts';
import { summaryOf } from './item-texts.ts';

export interface RunOptions {
  batch: Batch;
  private: boolean;
  actions: Pick<BatchActions, 'shorten' | 'attempt' | 'store'>;
}

const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  signal ? withAbort(sleep(milliseconds), { signal, late: () => undefined }) : sleep(milliseconds);

export const doneCount = ({ items }: Batch): number => items.length - unfinishedIn(items).length;

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
export const useRun = ({ batch, private: isPrivate, actions }: RunOptions) => {
  const [progress, setProgress] = useState(() => atRest(batch));
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
    run.current = createBatchRun(batch, { shorten, attempt, wait, private: isPrivate, onProgress });
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
