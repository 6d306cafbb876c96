import { sleep } from '../../lib/async/async.ts';
import { background } from '../../lib/background.ts';
import { idle, type RunStatus } from '../../lib/batch/batch.ts';
import { PacedRun } from '../../lib/jobs/paced-run.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { unanswered } from '../../lib/failures/interrupted.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { failureOf } from '../../lib/history/outcome.ts';
import type { Entries } from '../../lib/history/search.ts';
import { type Attempt, isImported, repeatedOptions } from '../../lib/history/types.ts';
import { failureSentence, remedy } from '../../lib/i18n/failure-sentence.ts';
import {
  formatList,
  formatNumber,
  plural,
  type PluralKey,
  text,
  type TextKey,
} from '../../lib/i18n/texts.ts';
import { doneCount, type Job, type JobRequest, type JobView, outcomeCounts } from '../../lib/jobs/job.ts';
import { changeToRestoreExpiry } from '../../lib/managing/extension.ts';
import type { ChangeOutcome, RequestedChange } from '../../lib/managing/request.ts';
import { nameOf } from '../../lib/settings/connection-info.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import { resultText } from '../jobs/job-texts.ts';
import { JobState } from '../jobs/job-state.ts';
import { connections, settings } from '../page.ts';
import { changedSentence } from '../ui/change-items.ts';
import type { HistoryState, Notice, RunView } from './history-state.ts';

/** The attempts to try again: the newest of each link that failed or is unknown, unless the link was created later. */
export const attemptsToRetry = (selected: readonly Attempt[], entries: Entries): Attempt[] => {
  const newest = new Map<string, Attempt>();
  for (const attempt of selected) {
    if (isImported(attempt) || (attempt.state !== 'failed' && attempt.state !== 'unknown')) continue;
    const known = newest.get(attempt.link);
    if (!known || attempt.createdAt > known.createdAt) newest.set(attempt.link, attempt);
  }
  if (newest.size === 0) return [];
  for (const { attempt } of entries.values()) {
    if (attempt.state !== 'created' || isImported(attempt)) continue;
    const tried = newest.get(attempt.link);
    if (tried && attempt.createdAt > tried.createdAt) newest.delete(attempt.link);
  }
  return [...newest.values()];
};

/** The sentence with the number of the current link and that of all. */
const numbered = (sentence: TextKey, done: number, all: number): Omit<RunView, keyof RunStatus> => {
  const at = (current: number): string => text(sentence, formatNumber(current), formatNumber(all));
  return { announcement: at(1), sentence: at(Math.min(done + 1, all)), done, all };
};

/** As it is shown and stopped. */
type StartedRun = Pick<PacedRun, 'cancel'>;

const retryNotice = ({ outcomes, status: { stopped } }: JobView): Notice => {
  const { unknown, failed } = outcomeCounts(outcomes);
  // After 'no-answer', the summary counts the failures.
  const hasFailure = stopped !== null && stopped !== 'no-answer';
  const sentence = hasFailure ? failureSentence(stopped, 'popup') : resultText({ outcomes });
  return { text: sentence, isProblem: unknown + failed > 0 };
};

/** How a job is shown: while it runs, and at its end. */
interface JobWords {
  sentence: TextKey;
  noticeOf(result: JobView): Notice;
}

/** Shows how far a job is, and then its result. */
const follow = async (
  state: HistoryState,
  job: JobState,
  { sentence, noticeOf }: JobWords,
): Promise<void> => {
  const { promise: ended, resolve: end } = Promise.withResolvers<JobView>();
  const unsubscribe = job.view.subscribe((view) => {
    const { status, outcomes } = view;
    if (!status.isRunning) end(view);
    else state.showRun({ ...status, ...numbered(sentence, doneCount(outcomes), outcomes.length) });
  });
  const result = await ended;
  unsubscribe();
  state.showRun(null);
  state.show(noticeOf(result));
};

/** Begins a job, which goes on when the page is closed. */
const runJob = (state: HistoryState, request: JobRequest, words: JobWords): StartedRun => {
  const { id, items } = request;
  const run = async (): Promise<void> => {
    state.showRun({ ...idle, ...numbered(words.sentence, 0, items.length) });
    const job = await JobState.start(request);
    if (!job) {
      state.showRun(null);
      state.show({ text: text('noAnswerFromBackground'), isProblem: true });
      return;
    }
    await follow(state, job, words);
    await job.close();
  };
  void run().catch(logAndReturn(undefined));
  return { cancel: () => void background.stopJob({ id }) };
};

/**
 * Shows the newest job whose page was closed: one that runs, or the result of a change. The page of all tabs keeps the result of
 * one that shortens.
 */
export const resumeJob = async (state: HistoryState): Promise<void> => {
  const jobs = (await background.jobs({ private: false })) ?? [];
  const found = jobs.find(({ kind, isRunning }) => kind === 'change' || (kind === 'shorten' && isRunning));
  const job = found && (await JobState.open(found.id));
  if (!job) return;
  state.begin(() => {
    const isChange = found.kind === 'change';
    const words = isChange
      ? wordsOfChanges(state, isExpiry(job.view.value.job) ? 'expire' : 'extend')
      : { sentence: 'historyShortening' as const, noticeOf: retryNotice };
    const show = async (): Promise<void> => {
      await follow(state, job, words);
      if (isChange) await job.close();
    };
    void show().catch(logAndReturn(undefined));
    return { cancel: () => job.stop() };
  });
};

/** Tries several attempts again. */
export const retry = (state: HistoryState, attempts: readonly Attempt[], validity: Validity): StartedRun => {
  // For a link that may exist, the job requests another one: a retry never returns an older link instead.
  const items = attempts.map((each) => ({
    link: each.link,
    title: each.title,
    another: each.state === 'unknown',
    ...repeatedOptions(each, connections.value),
  }));
  const request = { id: crypto.randomUUID(), kind: 'shorten' as const, private: false, validity, items };
  return runJob(state, request, { sentence: 'historyRetrying', noticeOf: retryNotice });
};

const sendChange = async ({ id }: Attempt, change: RequestedChange): Promise<ChangeOutcome> =>
  (await background.changeLink({ id, private: false, change })) ?? unanswered;

/** The change that undoes this one; null if the organization does not allow it. `before`: the link before the change. */
const undoingChange = (before: Attempt, change: RequestedChange): RequestedChange | null =>
  change.kind === 'address'
    ? { kind: 'address', link: before.link }
    : changeToRestoreExpiry(before, Math.floor(Date.now() / 1000), settings.value.offered);

const showFailedChange = (state: HistoryState, failure: Failure, retryChange: () => void): void =>
  state.show({
    text: failureSentence(failure, 'change').replaceAll('\n', ' '),
    isProblem: true,
    ...(remedy(failure) === 'try-again' && { action: { name: text('tryAgain'), press: retryChange } }),
  });

const undoChange = async (state: HistoryState, attempt: Attempt, undoing: RequestedChange): Promise<void> => {
  const outcome = await sendChange(attempt, undoing);
  if (outcome.ok) state.show({ text: plural('historyUndone', 1) });
  else showFailedChange(state, outcome.failure, () => void undoChange(state, attempt, undoing));
};

/** Changes a link at the service, and says what became of it, with an Undo. Resolves with why it failed, which a dialog shows. */
export const changeLink = async (
  state: HistoryState,
  attempt: Attempt,
  change: RequestedChange,
): Promise<Failure | null> => {
  const outcome = await sendChange(attempt, change);
  if (!outcome.ok) return outcome.failure;
  const undoing = undoingChange(attempt, change);
  state.show({
    text: changedSentence(outcome.attempt, change),
    ...(undoing && { undo: () => void undoChange(state, outcome.attempt, undoing) }),
  });
  return null;
};

/** A change of a link, and the link as it is before. */
interface PlannedChange {
  attempt: Attempt;
  change: RequestedChange;
}

/** For each kind of change: the text while it runs, and the text for the links that it has changed. */
const changeWords = {
  extend: ['historyExtending', 'historyExtended'],
  expire: ['historyExpiring', 'historyExpiredNow'],
  undo: ['historyUndoing', 'historyUndone'],
} as const satisfies Record<string, readonly [TextKey, PluralKey]>;

/** Counts the changed links (`done`) and all others: those may have been changed, or were not. Adds the first failure. */
const changeNotice = (
  done: [text: PluralKey, count: number],
  others: number,
  failures: readonly Failure[],
): Notice => {
  const unknown = failures.filter(({ hadEffect }) => hadEffect === 'maybe').length;
  const counts: (typeof done)[] = [
    done,
    ['historyMaybeChanged', unknown],
    ['historyNotChanged', others - unknown],
  ];
  const sentences = counts.filter(([, count]) => count > 0).map(([key, count]) => plural(key, count));
  const [failure] = failures;
  if (failure) sentences.push(failureSentence(failure, 'settings'));
  return { text: sentences.join(' '), isProblem: failure !== undefined };
};

/** The changes that undo these; null if the organization does not allow all of them. */
const undoingChanges = (done: readonly PlannedChange[]): PlannedChange[] | null => {
  const undoing = done.flatMap(({ attempt, change }) => {
    const opposite = undoingChange(attempt, change);
    return opposite ? [{ attempt, change: opposite }] : [];
  });
  return undoing.length === done.length && undoing.length > 0 ? undoing : null;
};

const isExpiry = (job: Job): boolean => job.kind === 'change' && job.items[0]?.input.change.kind === 'expire';

/** `planned`: the links before the changes, for an Undo. */
const wordsOfChanges = (
  state: HistoryState,
  kind: keyof typeof changeWords,
  planned: readonly PlannedChange[] = [],
): JobWords => {
  const [sentence, doneKey] = changeWords[kind];
  const noticeOf = ({ job, outcomes, status: { stopped } }: JobView): Notice => {
    const isDone = (_: unknown, index: number): boolean => outcomes[index]?.state === 'created';
    const ids = job.kind === 'change' ? job.items.map(({ input }) => input.attemptId) : [];
    const others = ids.filter((id, index) => !isDone(id, index));
    const failures = outcomes.flatMap((each) => (each && each.state !== 'created' ? [failureOf(each)] : []));
    const stop = stopped === null || stopped === 'no-answer' ? [] : [stopped];
    const undoing = kind === 'undo' ? null : undoingChanges(planned.filter(isDone));
    return {
      ...changeNotice([doneKey, ids.length - others.length], others.length, [...failures, ...stop]),
      ...(others.length > 0 && {
        action: { name: plural('historyReveal', others.length), press: () => state.reveal(others) },
      }),
      ...(undoing && { undo: () => state.begin(() => changeSeveral(state, undoing, 'undo')) }),
    };
  };
  return { sentence, noticeOf };
};

/** Changes several links, one after another. */
const changeSeveral = (
  state: HistoryState,
  planned: readonly PlannedChange[],
  kind: keyof typeof changeWords,
): StartedRun => {
  const items = planned.map(({ attempt, change }) => ({
    attemptId: attempt.id,
    connection: attempt.account,
    change,
  }));
  const request = { id: crypto.randomUUID(), kind: 'change' as const, private: false, items };
  return runJob(state, request, wordsOfChanges(state, kind, planned));
};

/** Changes one link at once, and several in a run. */
export const changeLinks = (
  state: HistoryState,
  attempts: readonly Attempt[],
  change: RequestedChange,
): void => {
  const [single, ...others] = attempts;
  if (single && others.length === 0) {
    void changeLink(state, single, change).then((failure) => {
      if (failure) showFailedChange(state, failure, () => changeLinks(state, attempts, change));
    });
    return;
  }
  state.clearSelection();
  const planned = attempts.map((attempt) => ({ attempt, change }));
  state.begin(() => changeSeveral(state, planned, change.kind === 'expire' ? 'expire' : 'extend'));
};

/** Pages of the service's list that are loaded: 100,000 links. A hostile service may list links without end. */
const maxPages = 200;

/**
 * Adds the links that were created elsewhere: all pages of one connection's list, then those of the next connection. If one
 * connection fails, the others are still loaded.
 */
export const loadFromService = (state: HistoryState): StartedRun => {
  const remaining = connections.value.filter(({ features }) => features.includes('manage'));
  const isOneOfSeveral = remaining.length > 1;
  let connection = remaining.shift();
  let seen = new Set<string>();
  let after: string | undefined = undefined;
  let added = 0;
  /** The names of the connections that failed, by the reason. */
  const failed = new Map<string, string[]>();
  let status = idle;
  const show = (changes: Partial<RunStatus> = {}): void => {
    status = { ...status, ...changes };
    const sentence = text('historyLoading', formatNumber(added));
    state.showRun({ ...status, announcement: text('historyLoading', '0'), sentence, done: 0, all: null });
  };
  const run = new PacedRun({ sleep, onStatus: show, maxPending: 1 });
  const finishConnection = (page: number, problem: string | null): void => {
    if (problem !== null && connection)
      failed.set(problem, [...(failed.get(problem) ?? []), nameOf(connection)]);
    connection = remaining.shift();
    seen = new Set();
    after = undefined;
    if (connection) run.add(page + 1);
  };
  const loadPage = async (page: number): Promise<Failure | null> => {
    const outcome = (await background.loadLinks({ connection: connection?.id, after })) ?? unanswered;
    if (!outcome.ok) {
      if (outcome.failure.reason === 'too-many-requests') return outcome.failure;
      finishConnection(page, failureSentence(outcome.failure, 'settings'));
      return null;
    }
    added += outcome.added;
    show();
    after = outcome.next ?? undefined;
    // A list that begins again would never end.
    const isEndless = after !== undefined && (seen.has(after) || seen.size + 1 >= maxPages);
    if (after === undefined || isEndless)
      finishConnection(page, isEndless ? text('historyLoadEndless') : null);
    else {
      seen.add(after);
      run.add(page + 1);
    }
    return null;
  };
  const finish = (): void => {
    const problems = [...failed].map(([problem, names]) =>
      isOneOfSeveral ? text('historyLoadFailed', formatList(names), problem) : problem,
    );
    const done = added === 0 ? text('historyLoadedNone') : plural('historyLoaded', added);
    const sentences = added === 0 && problems.length > 0 ? problems : [done, ...problems];
    state.showRun(null);
    state.show({ text: sentences.join(' '), isProblem: problems.length > 0 });
  };
  void run.send([0], loadPage).then(finish).catch(logAndReturn(undefined));
  return run;
};
