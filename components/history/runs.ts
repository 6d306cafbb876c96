import { background } from '../../lib/background.ts';
import { unanswered } from '../../lib/failures/interrupted.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Entries } from '../../lib/history/search.ts';
import { type Attempt, isImported, repeatedOptions } from '../../lib/history/types.ts';
import { failureSentence, remedy } from '../../lib/i18n/failure-sentence.ts';
import { joinSentences, plural, text } from '../../lib/i18n/texts.ts';
import { changeToRestoreExpiry } from '../../lib/managing/extension.ts';
import type { ChangeOfExpiry, ChangeOutcome, RequestedChange } from '../../lib/managing/request.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import type { JobState } from '../jobs/job-state.ts';
import { connections, settings } from '../page.ts';
import { changedSentence } from '../ui/change-items.ts';
import type { HistoryState } from './history-state.ts';

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

/** Tries several attempts again. */
export const retry = (state: HistoryState, attempts: readonly Attempt[], validity: Validity): void => {
  // For a link that may exist, the job requests another one: a retry never returns an older link instead.
  const items = attempts.map((each) => ({
    link: each.link,
    title: each.title,
    another: each.state === 'unknown',
    ...repeatedOptions(each, connections.value),
  }));
  void state.startJob({ kind: 'shorten', private: false, validity, items });
};

const sendChange = async ({ id }: Attempt, change: RequestedChange): Promise<ChangeOutcome> =>
  (await background.changeLink({ id, private: false, change })) ?? unanswered;

/** The change that gives a link the expiry time that it had `before`; null if the organization does not allow it. */
const restoringChange = (before: Attempt): ChangeOfExpiry | null =>
  changeToRestoreExpiry(before, Math.floor(Date.now() / 1000), settings.value.offered);

const showFailedChange = (state: HistoryState, failure: Failure, retryChange: () => void): void =>
  state.show({
    text: joinSentences(failureSentence(failure, 'change').split('\n')),
    isProblem: true,
    ...(remedy(failure) === 'try-again' && { action: { name: text('tryAgain'), press: retryChange } }),
  });

const undoChange = async (state: HistoryState, attempt: Attempt, undoing: RequestedChange): Promise<void> => {
  const outcome = await sendChange(attempt, undoing);
  if (outcome.ok) state.show({ text: plural('jobUndone', 1) });
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
  const undoing: RequestedChange | null =
    change.kind === 'address' ? { kind: 'address', link: attempt.link } : restoringChange(attempt);
  state.show({
    text: changedSentence(outcome.attempt, change),
    ...(undoing && { undo: () => void undoChange(state, outcome.attempt, undoing) }),
  });
  return null;
};

/** A change of a link, and the link as it is before. */
interface PlannedChange {
  attempt: Attempt;
  change: ChangeOfExpiry;
}

/** The links before they were changed by the jobs of this page. */
const changedByJob = new WeakMap<JobState, readonly Attempt[]>();

/** Changes several links by a job. */
const changeSeveral = async (
  state: HistoryState,
  planned: readonly PlannedChange[],
  isUndo = false,
): Promise<void> => {
  const items = planned.map(({ attempt, change }) => ({
    attemptId: attempt.id,
    connection: attempt.account,
    change,
  }));
  const job = await state.startJob({ kind: 'change', private: false, isUndo, items });
  if (job && !isUndo)
    changedByJob.set(
      job,
      planned.map(({ attempt }) => attempt),
    );
};

/** Undoes what a job has changed; null if it changed nothing, or if the organization does not allow all of that. */
export const undoOf = (state: HistoryState, job: JobState): (() => void) | null => {
  const { outcomes, status } = job.view.value;
  const links = changedByJob.get(job) ?? [];
  const changed = links.filter((_, index) => outcomes[index]?.state === 'created');
  const undoing = changed.flatMap((attempt): PlannedChange[] => {
    const change = restoringChange(attempt);
    return change ? [{ attempt, change }] : [];
  });
  if (status.isRunning || undoing.length === 0 || undoing.length < changed.length) return null;
  return () => {
    // A second click finds nothing to undo.
    if (!changedByJob.delete(job)) return;
    void state.closeJob(job);
    void changeSeveral(state, undoing, true);
  };
};

/** Changes a link; a notice says why it failed. */
export const changeOne = async (
  state: HistoryState,
  attempt: Attempt,
  change: RequestedChange,
): Promise<void> => {
  const failure = await changeLink(state, attempt, change);
  if (failure) showFailedChange(state, failure, () => void changeOne(state, attempt, change));
};

/** Changes one link at once, and several by a job. */
export const changeLinks = (
  state: HistoryState,
  attempts: readonly Attempt[],
  change: ChangeOfExpiry,
): void => {
  const [single, ...others] = attempts;
  if (single && others.length === 0) {
    void changeOne(state, single, change);
    return;
  }
  state.clearSelection();
  void changeSeveral(
    state,
    attempts.map((attempt) => ({ attempt, change })),
  );
};

/** Adds the links of all connections to the history that were created elsewhere. */
export const loadFromService = (state: HistoryState): void => {
  const listing = connections.value.filter(({ features }) => features.includes('manage'));
  const items = listing.map(({ id }) => ({ connection: id }));
  void state.startJob({ kind: 'load', private: false, items });
};
