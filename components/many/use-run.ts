import { useEffect, useRef, useState } from 'preact/hooks';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { createMany, type Many } from '../../lib/batch/batch.ts';
import { type Batch, isMade, openIn, type Progress, restOf } from '../../lib/batch/run.ts';
import type { ManyActions } from './actions.ts';
import { timeIn } from '../duration.ts';
import { summaryOf } from './words.ts';

export interface RunParts {
  batch: Batch;
  private: boolean;
  actions: Pick<ManyActions, 'shorten' | 'attempt' | 'keep'>;
}

const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve();
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

export const doneIn = ({ items }: Batch): number => items.length - openIn(items).length;

/** Not each step is worth hearing: the quarters of a longer run, its pauses and its end are. */
const announcementOf = (before: Progress | null, now: Progress): string | null => {
  if (!now.isRunning) return before?.isRunning ? summaryOf(now.items) : null;
  const all = now.items.length;
  if (!before?.isRunning) return text('manyBegun', formatNumber(all - doneIn(now)));
  if (now.pausedUntil !== null && now.pausedUntil !== before.pausedUntil)
    return text('manyPauseBegun', timeIn('second', Math.ceil((now.pausedUntil - Date.now()) / 1000)));
  const quarter = (progress: Progress): number => Math.floor((4 * doneIn(progress)) / all);
  const isNews = all >= 8 && quarter(now) > quarter(before) && quarter(now) < 4;
  return isNews ? text('manyProgressCount', formatNumber(doneIn(now)), formatNumber(all)) : null;
};

const atRest = (batch: Batch): Progress => ({
  ...{ ...batch, isRunning: false, isCancelled: false, pausedUntil: null, stopped: null },
});

/** A run from its first tab on, and what is done with it when it has ended. */
export const useRun = ({ batch, private: isPrivate, actions }: RunParts) => {
  const [progress, setProgress] = useState(() => atRest(batch));
  const [announced, setAnnounced] = useState('');
  const [hasEnded, setEnded] = useState(false);
  const many = useRef<Many>(null);
  const run = (queue: readonly number[]): void => void many.current?.send(queue);
  useEffect(() => {
    let before: Progress | null = null;
    const changed = (now: Progress): void => {
      actions.keep(now);
      setProgress(now);
      if (!now.isRunning) setEnded(true);
      const words = announcementOf(before, now);
      if (words !== null) setAnnounced(words);
      before = now;
    };
    const { shorten, attempt } = actions;
    many.current = createMany(batch, { shorten, attempt, wait, private: isPrivate, changed });
    const open = openIn(batch.items);
    if (open.length > 0) run(open);
    else setEnded(true);
  }, []);
  return {
    ...{ progress, announced, hasEnded },
    made: progress.items.filter(isMade).map(({ link, title, state }) => ({ link, title, ...state })),
    cancel: () => many.current?.cancel(),
    again: (at: number) => run([at]),
    rest: restOf(progress.items).length,
    sendRest: () => run(restOf(progress.items)),
  };
};
