import { useRef, useState } from 'preact/hooks';
import { sleep } from '../../lib/async/async.ts';
import { countsOf, idle, leavesUnsettled, type Progress, type RunStatus } from '../../lib/batch/batch.ts';
import { PacedRun } from '../../lib/batch/paced-run.ts';
import { BatchRun } from '../../lib/batch/run-batch.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { interrupted } from '../../lib/failures/interrupted.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Entries } from '../../lib/history/search.ts';
import { type Attempt, isImported, repeatedOptions } from '../../lib/history/types.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import {
  formatList,
  formatNumber,
  plural,
  type PluralKey,
  text,
  type TextKey,
} from '../../lib/i18n/texts.ts';
import { changeToRestoreExpiry } from '../../lib/managing/extension.ts';
import type { RequestedChange } from '../../lib/managing/request.ts';
import { type ConnectionInfo, nameOf } from '../../lib/settings/connection-info.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import type { Choice } from '../../lib/validity/validity.ts';
import { doneCount, summaryOf } from '../batch/item-texts.ts';
import type { HistoryActions } from './history-actions.ts';
import type { Notice, ShowNotice } from './use-list.ts';

/** The attempts to try again: the newest of each link that failed or is unknown, unless the link was created later. */
export const retryableIn = (selected: readonly Attempt[], entries: Entries): Attempt[] => {
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

/** A run with several links, as its bar shows it. */
export interface RunView extends Pick<RunStatus, 'isCancelled' | 'pausedUntil'> {
  /** For a live region, when the run begins. */
  announcement: string;
  sentence: string;
  done: number;
  /** Null while the number is unknown. */
  all: number | null;
}

/** The sentence with the number of the current link and that of all. */
const numbered = (sentence: TextKey, done: number, all: number): Omit<RunView, keyof RunStatus> => {
  const at = (current: number): string => text(sentence, formatNumber(current), formatNumber(all));
  return { announcement: at(1), sentence: at(Math.min(done + 1, all)), done, all };
};

type StartedRun = Pick<PacedRun, 'cancel'>;

interface RunsOptions {
  actions: Pick<HistoryActions, 'shortenInRun' | 'find' | 'acknowledge' | 'changeLink' | 'loadLinks'>;
  offered: readonly Choice[];
  connections: readonly ConnectionInfo[];
  showNotice: ShowNotice;
  /** Shows these links, and selects them. */
  reveal(ids: readonly string[]): void;
}

interface RunOptions extends RunsOptions {
  showRun(view: RunView | null): void;
}

const retryNotice = ({ items, stopped }: Progress): Notice => {
  const { unknown, failed } = countsOf(items);
  // After 'no-answer', the summary counts the failures.
  const hasFailure = stopped !== null && stopped !== 'no-answer';
  const sentence = hasFailure ? failureSentence(stopped, 'popup') : summaryOf(items);
  return { text: sentence, isProblem: unknown + failed > 0 };
};

/** Tries several attempts again, a few at a time. */
const startRetries = (
  attempts: readonly Attempt[],
  validity: Validity,
  { actions, connections, showNotice, showRun }: RunOptions,
): StartedRun => {
  const shorten: HistoryActions['shortenInRun'] = async (request) => {
    const outcome = await actions.shortenInRun(request);
    actions.acknowledge(outcome.id, false);
    return outcome;
  };
  const findAttempt = async (id: string): Promise<Attempt | null> => (await actions.find([id]))[0] ?? null;
  const onProgress = (progress: Progress): void => {
    const { isRunning, isCancelled, pausedUntil, items } = progress;
    const numbers = numbered('historyRetrying', doneCount(progress), items.length);
    showRun(isRunning ? { isCancelled, pausedUntil, ...numbers } : null);
    if (!isRunning) showNotice(retryNotice(progress));
  };
  // For an item that is `unknown`, the run requests another link: a retry never returns an older link instead.
  const items = attempts.map((each) => {
    const { link, title, state, failure = interrupted } = each;
    return {
      link,
      title,
      ...repeatedOptions(each, connections),
      state: state === 'unknown' ? { kind: state, failure } : { kind: 'waiting' as const },
    };
  });
  const run = new BatchRun({ validity, items }, { shorten, findAttempt, sleep, private: false, onProgress });
  void run.send([...items.keys()]).catch(logAndReturn(undefined));
  return run;
};

/** A change of a link, and the link as it is before. */
export interface PlannedChange {
  attempt: Attempt;
  change: RequestedChange;
}

/** For each kind of change: the text while it runs, and the text for the links that it has changed. */
const changeWords = {
  extend: ['historyExtending', 'historyExtended'],
  expire: ['historyExpiring', 'historyExpiredNow'],
  undo: ['historyUndoing', 'historyUndone'],
} as const satisfies Record<string, readonly [TextKey, PluralKey]>;

type ChangeKind = keyof typeof changeWords;

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

/** The changes that undo these; null if the organisation does not allow all of them. */
const undoingChanges = (
  done: readonly PlannedChange[],
  offered: readonly Choice[],
): PlannedChange[] | null => {
  const now = Math.floor(Date.now() / 1000);
  const undoing = done.flatMap(({ attempt }) => {
    const change = changeToRestoreExpiry(attempt, now, offered);
    return change ? [{ attempt, change }] : [];
  });
  return undoing.length === done.length && undoing.length > 0 ? undoing : null;
};

interface ChangeOptions extends RunOptions {
  kind: ChangeKind;
  undo(planned: readonly PlannedChange[]): void;
}

/** Changes several links, one after another. */
const startChanges = (planned: readonly PlannedChange[], options: ChangeOptions): StartedRun => {
  const { kind, actions, offered, showNotice, showRun, reveal, undo } = options;
  const [sentence, doneKey] = changeWords[kind];
  const done: PlannedChange[] = [];
  const failures = new Map<string, Failure>();
  let status = idle;
  const show = (changes: Partial<RunStatus> = {}): void => {
    status = { ...status, ...changes };
    showRun({ ...status, ...numbered(sentence, done.length + failures.size, planned.length) });
  };
  const changeOne = async (index: number): Promise<Failure | null> => {
    const each = planned[index];
    if (!each) return null;
    const { attempt, change } = each;
    const outcome = await actions.changeLink({ id: attempt.id, private: false, change });
    if (outcome.ok) done.push(each);
    else if (!leavesUnsettled(outcome.failure)) failures.set(attempt.id, outcome.failure);
    show();
    return outcome.ok ? null : outcome.failure;
  };
  const finish = (): void => {
    const changed = new Set(done);
    const others = planned.filter((each) => !changed.has(each)).map(({ attempt }) => attempt.id);
    const stop = status.stopped === null || status.stopped === 'no-answer' ? [] : [status.stopped];
    const undoing = kind === 'undo' ? null : undoingChanges(done, offered);
    showRun(null);
    showNotice({
      ...changeNotice([doneKey, done.length], others.length, [...failures.values(), ...stop]),
      ...(others.length > 0 && {
        action: { name: plural('historyReveal', others.length), press: () => reveal(others) },
      }),
      ...(undoing && { undo: () => undo(undoing) }),
    });
  };
  const run = new PacedRun({ sleep, onStatus: show, maxPending: 1 });
  void run
    .send([...planned.keys()], changeOne)
    .then(finish)
    .catch(logAndReturn(undefined));
  return run;
};

/** Pages of the service's list that are loaded: 100,000 links. A hostile service may list links without end. */
const maxPages = 200;

/**
 * Adds the links that were created elsewhere: all pages of one connection's list, then those of the next connection. If one
 * connection fails, the others are still loaded.
 */
const startLoading = ({ actions, connections, showNotice, showRun }: RunOptions): StartedRun => {
  const remaining = connections.filter(({ features }) => features.includes('manage'));
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
    showRun({ ...status, announcement: text('historyLoading', '0'), sentence, done: 0, all: null });
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
    const outcome = await actions.loadLinks({ connection: connection?.id, after });
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
    showRun(null);
    showNotice({ text: sentences.join(' '), isProblem: problems.length > 0 });
  };
  void run.send([0], loadPage).then(finish).catch(logAndReturn(undefined));
  return run;
};

/** The runs with several links, of which there is one at a time. The rate limits of the service pause it. */
export const useRuns = (options: RunsOptions) => {
  const [view, setView] = useState<RunView | null>(null);
  const run = useRef<StartedRun>(null);
  const begin = (start: (options: RunOptions) => StartedRun): void => {
    if (run.current) return;
    const showRun = (next: RunView | null): void => {
      if (next === null) run.current = null;
      setView(next);
    };
    run.current = start({ ...options, showRun });
  };
  const change = (planned: readonly PlannedChange[], kind: ChangeKind): void =>
    begin((shared) => startChanges(planned, { ...shared, kind, undo: (undoing) => change(undoing, 'undo') }));
  return {
    view,
    retry: (attempts: readonly Attempt[], validity: Validity): void =>
      begin((shared) => startRetries(attempts, validity, shared)),
    change,
    load: (): void => begin(startLoading),
    cancel: () => run.current?.cancel(),
  };
};

export type Runs = ReturnType<typeof useRuns>;
