import { useRef, useState } from 'preact/hooks';
import { wait } from '../../lib/async/async.ts';
import { countsOf, type Progress } from '../../lib/batch/batch.ts';
import { BatchRun } from '../../lib/batch/run-batch.ts';
import { notedAs } from '../../lib/errors/noted-errors.ts';
import { interrupted } from '../../lib/failures/interrupted.ts';
import type { Entries } from '../../lib/history/search.ts';
import { type Attempt, isImported } from '../../lib/history/types.ts';
import { linkFailureSentence } from '../../lib/i18n/failure-sentence.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import { summaryOf } from '../batch/item-texts.ts';
import type { HistoryActions } from './history-actions.ts';
import type { Notice, ShowNotice } from './use-list.ts';

/** The attempts among these ids that are tried again: the newest one of each link, unless the link was created later. */
export const retryableIn = (ids: readonly string[], entries: Entries): Attempt[] => {
  const newest = new Map<string, Attempt>();
  for (const id of ids) {
    const attempt = entries.get(id)?.attempt;
    if (!attempt || isImported(attempt) || (attempt.state !== 'failed' && attempt.state !== 'unknown'))
      continue;
    const { createdAt = -Infinity } = newest.get(attempt.link) ?? {};
    if (attempt.createdAt > createdAt) newest.set(attempt.link, attempt);
  }
  if (newest.size === 0) return [];
  for (const { attempt } of entries.values()) {
    const { createdAt = Infinity } = newest.get(attempt.link) ?? {};
    const isLater = attempt.state === 'created' && attempt.createdAt > createdAt;
    if (isLater && !isImported(attempt)) newest.delete(attempt.link);
  }
  return [...newest.values()];
};

const noticeOf = ({ items, stopped }: Progress): Notice => {
  const { unknown, failed } = countsOf(items);
  // Three failures in a row stop the run as well: they are in the summary.
  const hasFailure = stopped !== null && stopped !== 'no-answer';
  const sentence = hasFailure ? linkFailureSentence(stopped, text) : summaryOf(items);
  return { text: sentence, isProblem: unknown + failed > 0 };
};

interface RetriesOptions {
  actions: Pick<HistoryActions, 'shortenOne' | 'find' | 'acknowledge'>;
  showNotice: ShowNotice;
}

/** Tries several attempts again, a few at a time. The rate limits of the service pause it. */
export const useRetries = ({ actions, showNotice }: RetriesOptions) => {
  const [progress, setProgress] = useState<Progress | null>(null);
  const run = useRef<BatchRun>(null);
  const shorten: HistoryActions['shortenOne'] = async (request) => {
    const outcome = await actions.shortenOne(request);
    actions.acknowledge(outcome.id, false);
    return outcome;
  };
  const attempt = async (id: string): Promise<Attempt | null> => (await actions.find([id]))[0] ?? null;
  const onProgress = (now: Progress): void => {
    setProgress(now.isRunning ? now : null);
    if (!now.isRunning) showNotice(noticeOf(now));
  };
  const start = (attempts: readonly Attempt[], validity: Validity): void => {
    // Another link is requested where one may exist, so that a retry never returns an older link instead.
    const items = attempts.map(({ link, title, state, failure = interrupted }) => ({
      link,
      title,
      state: state === 'unknown' ? { kind: state, failure } : { kind: 'waiting' as const },
    }));
    run.current = new BatchRun({ validity, items }, { shorten, attempt, wait, private: false, onProgress });
    void run.current.send(items.map((_, index) => index)).catch(notedAs(undefined));
  };
  return { progress, start, cancel: () => run.current?.cancel() };
};

export type Retries = ReturnType<typeof useRetries>;
