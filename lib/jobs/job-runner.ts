import { serialQueue, singleFlight, sleep } from '../async/async.ts';
import { withAbort, withTimeout } from '../async/timeout.ts';
import { logAndReturn, logError } from '../errors/error-log.ts';
import type { Reason } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import { interrupted } from '../failures/interrupted.ts';
import { failureOf, isCreated } from '../history/outcome.ts';
import { unwritableReason } from '../history/settling.ts';
import { type Attempt, type Journal, journalFor, type Journals } from '../history/types.ts';
import type { StoredItem } from '../storage/storage.ts';
import { durations } from '../validity/validity.ts';
import {
  doneCount,
  idle,
  isUnknown,
  isWaiting,
  type Job,
  type JobChanges,
  type JobView,
  type Outcome,
  retryableIn,
  type RunStatus,
  type StoredState,
} from './job.ts';
import type { JobKind, JobKinds } from './job-kinds.ts';
import { PacedRun } from './paced-run.ts';

/** The jobs of regular windows, or those of private ones, and what changes of each; by their ids. */
export interface StoredJobs {
  jobs: StoredItem<Record<string, Job>>;
  states: StoredItem<Record<string, StoredState>>;
}

interface Deps {
  kinds: JobKinds;
  journals: Journals;
  stored: { regular: StoredJobs; private: StoredJobs };
  /** Starts or stops an alarm that calls `restore`, since the browser may stop the background during a job. */
  setAlarm(isOn: boolean): unknown;
  /** Shows how many items the jobs of regular windows have left. */
  showLeft(count: number): unknown;
  /** Called when a job has ended that was not stopped by a person, nor lost with its private window. */
  onEnd(view: JobView): unknown;
  sleep?: typeof sleep;
  now?: () => number;
}

/** A job in memory. */
interface Active {
  job: Job;
  status: RunStatus;
  outcomes: Outcome[];
  /** Each start of a job has another one: what a page knows of it may have been lost with the background. */
  readonly life: string;
  /** The number of changes, and for each item its number when it changed last. */
  revision: number;
  revisions: number[];
  run: PacedRun;
  /** Resolves when nothing more is sent, and that is stored. */
  ended: Promise<void>;
  /** Resolves at the next change. */
  changed: PromiseWithResolvers<void>;
}

/** For this time, changes of a running job are collected into one answer. */
const collectMs = 30;

/** How long a page waits for a change before it asks again. */
const longestWaitMs = 15_000;

/** Milliseconds after which a start of the background removes a job that has ended and was not closed; a move stays. */
const storedForMs = durations.day * 1000;

const begun: RunStatus = { ...idle, isRunning: true };

/** The reasons of a job that stopped because a connection was missing. */
const missingConnection: readonly Reason[] = ['connection-removed', 'not-connected'];

/** The connections to which a job sends; undefined stands for the default one. */
const connectionsOf = (job: Job): ReadonlySet<string | undefined> =>
  new Set(job.kind === 'move' ? [job.to] : job.items.map(({ connection }) => connection));

/** Whether two jobs may send to the same connection: any may be the default one. */
const mayShareConnection = (one: Job, other: Job): boolean => {
  const [connections, others] = [connectionsOf(one), connectionsOf(other)];
  return [...connections].some((each) => each === undefined || others.has(each) || others.has(undefined));
};

/** The same job, whose items at these indexes have another id: their former attempts stay in the history. */
const withOtherIds = (
  job: Job,
  { indexes, outcomes }: { indexes: ReadonlySet<number>; outcomes: readonly Outcome[] },
): Job => {
  if (job.kind !== 'shorten') return job;
  const items = job.items.map((item, index) => {
    if (!indexes.has(index)) return item;
    const another = isUnknown(outcomes[index] ?? null) || item.another;
    return { ...item, id: crypto.randomUUID(), another };
  });
  return { ...job, items };
};

/** The outcomes that the journal does not have under the ids of their items. */
const othersOf = ({ items }: Job, outcomes: readonly Outcome[]): Record<string, Attempt> =>
  Object.fromEntries(
    items.flatMap(({ id }, index): [string, Attempt][] => {
      const outcome = outcomes[index];
      return outcome && (outcome.id !== id || outcome.state === 'refused' || outcome.list)
        ? [[id, outcome]]
        : [];
    }),
  );

/** Whether the journal may say no more that this is unknown: what the service says of a link later settles its last change. */
const mayBeSettled = ({ id }: Job['items'][number], outcome: Outcome): boolean =>
  isUnknown(outcome) && outcome?.id !== id;

/**
 * Works through jobs: long work that goes on when its page is closed, and after the background was stopped. Jobs of one connection
 * wait for one another. An item that may have been created is never sent again by itself.
 */
export class JobRunner {
  readonly #deps: Deps;
  readonly #now: () => number;
  readonly #active = new Map<string, Active>();
  /** Starts and closes one job after another. */
  readonly #inTurn = serialQueue();
  readonly #writeInTurn = serialQueue();
  readonly #loading = singleFlight<Active | null>();
  #restoring: Promise<void> | null = null;
  /** The number of items that are left, as it is shown; what an earlier start of the background has shown is not known. */
  #left = -1;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
  }

  /** Continues what an earlier start of the background has left; once is enough. Never rejects. */
  restore(): Promise<void> {
    this.#restoring ??= this.#continueStored().catch((error: unknown) => {
      this.#restoring = null;
      logError(error);
    });
    return this.#restoring;
  }

  /**
   * Stores a job and begins it, unless that was done before; a move, unless there is one whose result was not closed. Rejects if it
   * cannot be stored: then nothing is sent.
   */
  start(requested: Job): Promise<void> {
    return this.#inTurn(async () => {
      if (await this.#find(requested.id)) return;
      const others = requested.kind === 'move' ? await this.list(false) : [];
      if (others.some(({ kind }) => kind === 'move')) return;
      await this.#store(requested, begun);
      const outcomes = requested.items.map(() => null);
      this.#begin(requested, outcomes);
    });
  }

  /**
   * Sends what a job that has ended did not create. `isByPerson`: what may have been created, too, and what would fail again.
   */
  retry(id: string, isByPerson = true): Promise<void> {
    return this.#inTurn(async () => {
      const found = await this.#find(id);
      if (!found || found.status.isRunning) return;
      const indexes = new Set(isByPerson ? retryableIn(found) : []);
      const job = withOtherIds(found.job, { indexes, outcomes: found.outcomes });
      const outcomes = found.outcomes.map((each, index) => (indexes.has(index) ? null : each));
      await this.#store(job, { ...begun, others: othersOf(job, outcomes) });
      this.#begin(job, outcomes);
      found.changed.resolve();
    });
  }

  /** Continues the jobs that stopped because a connection was missing, as those of a policy are while Chromium starts. */
  async resume(): Promise<void> {
    await this.restore();
    const states = (await this.#deps.stored.regular.states.read()) ?? {};
    for (const [id, { stopped, isCanceled }] of Object.entries(states))
      if (!isCanceled && typeof stopped === 'object' && stopped && missingConnection.includes(stopped.reason))
        await this.retry(id, false);
  }

  /** Finishes what is pending of a job, and sends nothing more of it. */
  async stop(id: string): Promise<void> {
    const found = await this.#find(id);
    if (!found?.status.isRunning) return;
    found.run.cancel();
    // It is stored once more when nothing is pending.
    await this.#storeState(found).catch(logError);
  }

  /** Removes a job that has ended. */
  close(id: string): Promise<void> {
    return this.#inTurn(async () => {
      const found = await this.#find(id);
      if (!found || found.status.isRunning) return;
      await this.#keep(found.job.private, (each) => each !== id);
      this.#active.delete(id);
      found.changed.resolve();
    });
  }

  /** Ends the jobs of private windows, and removes them. */
  endPrivate(): Promise<void> {
    return this.#inTurn(async () => {
      await this.restore();
      for (const [id, { job, run, changed }] of this.#active)
        if (job.private) {
          run.cancel();
          this.#active.delete(id);
          changed.resolve();
        }
      await this.#keep(true, () => false);
    });
  }

  /** The jobs of regular windows, or of private ones, that run or whose result was not closed. The newest first. */
  async list(isPrivate: boolean): Promise<(Pick<Job, 'id' | 'kind'> & { isRunning: boolean })[]> {
    await this.restore();
    const states = (await this.#storedIn(isPrivate).states.read()) ?? {};
    return Object.entries(states)
      .toSorted(([, one], [, other]) => other.startedAt - one.startedAt)
      .map(([id, { kind, isRunning }]) => ({
        id,
        kind,
        // Its end may not be stored.
        isRunning: this.#active.get(id)?.status.isRunning ?? isRunning,
      }));
  }

  /**
   * What has changed of a job since this revision, as soon as anything has, or after a while; everything if the revision is not
   * known. Null if there is no such job.
   */
  async changes(id: string, since: string): Promise<JobChanges | null> {
    const found = await this.#find(id);
    if (found && since === `${found.life} ${String(found.revision)}`) {
      await withTimeout(found.changed.promise, { milliseconds: longestWaitMs, onTimeout: () => undefined });
      // The end of a job is shown at once.
      await Promise.race([found.ended, sleep(collectMs)]);
    }
    // It may have begun once more, or may have been closed.
    const now = found && this.#active.get(id);
    if (!now) return null;
    const { job, life, revision, revisions, status, outcomes } = now;
    const [knownLife, known] = since.split(' ');
    const isKnown = knownLife === life;
    return {
      revision: `${life} ${String(revision)}`,
      status,
      ...(!isKnown && { job }),
      outcomes: outcomes.flatMap((outcome, index): [number, Outcome][] =>
        !isKnown || (revisions[index] ?? 0) > Number(known) ? [[index, outcome]] : [],
      ),
    };
  }

  #storedIn(isPrivate: boolean): StoredJobs {
    return isPrivate ? this.#deps.stored.private : this.#deps.stored.regular;
  }

  #journalOf(job: Job): Journal {
    return journalFor(this.#deps.journals, job.private);
  }

  #find(id: string): Promise<Active | null> {
    return this.restore().then(() => this.#active.get(id) ?? this.#loading(id, () => this.#load(id)));
  }

  /** A job that has ended before this start of the background. */
  async #load(id: string): Promise<Active | null> {
    for (const { jobs, states } of Object.values(this.#deps.stored)) {
      const state = (await states.read())?.[id];
      const job = state && (await jobs.read())?.[id];
      if (!job) continue;
      return this.#activate(job, await this.#recoverAll(job, state), state);
    }
    return null;
  }

  #store(job: Job, state: RunStatus & Pick<StoredState, 'others'>): Promise<void> {
    const { jobs, states } = this.#storedIn(job.private);
    return this.#writeInTurn(async () => {
      const { id, kind, startedAt } = job;
      const [storedJobs, storedStates] = await Promise.all([jobs.read(), states.read()]);
      await Promise.all([
        this.#journalOf(job).beginJob(id).catch(logError),
        jobs.write({ ...storedJobs, [id]: job }),
      ]);
      await states.write({ ...storedStates, [id]: { ...state, kind, startedAt } });
    });
  }

  /** Stores the state of a job as it is when its turn comes, with these changes, which it has from then on. */
  #storeState(active: Active, changes?: Partial<RunStatus>): Promise<void> {
    const { job, outcomes } = active;
    const { id, kind, startedAt } = job;
    const { states } = this.#storedIn(job.private);
    return this.#writeInTurn(async () => {
      const stored = await states.read();
      // It may have ended with its private window.
      if (this.#active.get(id) !== active) return;
      const state = { ...active.status, ...changes, kind, startedAt, others: othersOf(job, outcomes) };
      await states.write({ ...stored, [id]: state });
      if (changes) this.#setStatus(active, changes);
    });
  }

  /** Removes other jobs, and what is stored of one only in part; resolves with those that are left. */
  #keep(
    isPrivate: boolean,
    isKept: (id: string, state: StoredState) => boolean,
  ): Promise<[Job, StoredState][]> {
    const { jobs, states } = this.#storedIn(isPrivate);
    return this.#writeInTurn(async () => {
      const [stored, stateById] = [(await jobs.read()) ?? {}, (await states.read()) ?? {}];
      const left = Object.values(stored).flatMap((job): [Job, StoredState][] => {
        const state = stateById[job.id];
        return state && isKept(job.id, state) ? [[job, state]] : [];
      });
      const count = Math.max(Object.keys(stored).length, Object.keys(stateById).length);
      if (left.length === count) return left;
      await states.write(Object.fromEntries(left.map(([{ id }, state]) => [id, state])));
      await jobs.write(Object.fromEntries(left.map(([job]) => [job.id, job])));
      const ids = new Set(left.flatMap(([{ id, items }]) => [id, ...items.map((item) => item.id)]));
      await journalFor(this.#deps.journals, isPrivate).clearBegun(ids).catch(logError);
      return left;
    });
  }

  async #continueStored(): Promise<void> {
    for (const isPrivate of [false, true]) {
      const since = this.#now() - storedForMs;
      const left = await this.#keep(
        isPrivate,
        (_, { kind, isRunning, startedAt }) => kind === 'move' || isRunning || startedAt > since,
      );
      for (const [job, state] of left.toSorted(([one], [other]) => one.startedAt - other.startedAt))
        if (state.isRunning) this.#begin(job, await this.#recoverAll(job, state), state);
    }
  }

  async #recoverAll(job: Job, { others }: StoredState): Promise<Outcome[]> {
    const begun = await this.#journalOf(job).begunByJobs();
    // Without the job itself, the browser has lost the history: then any of its items may have been sent.
    const isLost = !job.private && !begun.has(job.id);
    const mayBeSent = (id: string): boolean => isLost || begun.has(id);
    const outcomes: Outcome[] = [];
    for (const item of job.items)
      outcomes.push(others?.[item.id] ?? (await this.#recover(item, job, mayBeSent)));
    return outcomes;
  }

  /** The outcome of an item before the background was stopped. */
  async #recover(item: Job['items'][number], job: Job, mayBeSent: (id: string) => boolean): Promise<Outcome> {
    const kind = this.#kindOf(job);
    const pending = kind.pending?.(item, job);
    const attempt = await kind.recover(item, job);
    // A person has removed it from the history.
    if (!attempt && pending && mayBeSent(item.id))
      return { ...pending, state: 'unknown', failure: interrupted };
    if (!attempt || !kind.isUnsettled(attempt)) return attempt;
    if (pending) await this.#journalOf(job).remove(item.id);
    return null;
  }

  /** What is done with the items of this job. */
  #kindOf({ kind }: Job): JobKind<Job['kind']> {
    // They are of the same kind.
    return this.#deps.kinds[kind] as JobKind<Job['kind']>;
  }

  #activate(job: Job, outcomes: Outcome[], status: RunStatus): Active {
    const active: Active = {
      job,
      outcomes,
      status,
      life: crypto.randomUUID(),
      revision: 0,
      revisions: [],
      run: new PacedRun({
        sleep: this.#deps.sleep ?? sleep,
        maxPending: this.#kindOf(job).maxPending,
        now: this.#now,
        onStatus: (changes) => {
          this.#setStatus(active, changes);
          // A background that is started again waits for the rest of a pause.
          if (changes.pause !== undefined) void this.#storeState(active).catch(logError);
        },
      }),
      ended: Promise.resolve(),
      changed: Promise.withResolvers(),
    };
    this.#active.set(job.id, active);
    return active;
  }

  /** Begins a job that is stored. */
  #begin(job: Job, outcomes: Outcome[], { isCanceled, stopped, pause }: RunStatus = begun): void {
    const earlier = [...this.#active.values()]
      .filter(({ job: other, status }) => status.isRunning && mayShareConnection(job, other))
      .map(({ ended }) => ended);
    const active = this.#activate(job, outcomes, { ...begun, isCanceled, stopped, pause });
    if (isCanceled) active.run.cancel();
    active.ended = this.#work(active, earlier)
      .catch((error: unknown) => {
        logError(error);
        if (active.status.isCanceled) this.#setStatus(active, { stopped: 'not-stored' });
      })
      .finally(() => {
        this.#setStatus(active, { isRunning: false, pause: null });
        // It may have ended with its private window.
        if (this.#active.get(job.id) === active && !active.status.isCanceled) this.#deps.onEnd(active);
        const isAnyRunning = [...this.#active.values()].some(({ status }) => status.isRunning);
        if (!isAnyRunning) void this.#deps.setAlarm(false);
      });
  }

  /** Sends what is waiting, and then stores that nothing more is sent. */
  async #work(active: Active, earlier: readonly Promise<void>[]): Promise<void> {
    const { job, outcomes, run } = active;
    void this.#deps.setAlarm(true);
    if (job.items.some((item, index) => mayBeSettled(item, outcomes[index] ?? null)))
      await this.#storeState(active);
    this.#setStatus(active, { isQueued: earlier.length > 0 });
    await withAbort(Promise.all(earlier), { signal: run.stopped, onAbort: () => undefined });
    this.#setStatus(active, { isQueued: false });
    const waiting = outcomes.flatMap((outcome, index) => (isWaiting(outcome) ? [index] : []));
    await run.send(waiting, (index, answered) => this.#try(active, index, answered), active.status.pause);
    // Where the service does not answer, it does not say either what became of them.
    if (!run.stopped.aborted) await this.#settle(active);
    await this.#storeState(active, { isRunning: false, pause: null });
  }

  async #settle(active: Active): Promise<void> {
    const { job, outcomes } = active;
    const settled = await this.#kindOf(job).settle?.(job, outcomes).catch(logAndReturn([]));
    for (const [index, outcome] of (settled ?? []).entries())
      if (outcome !== outcomes[index]) this.#setOutcome(active, index, outcome);
  }

  /** Sends an item. Resolves with the failure to which the run reacts, with "more" if a part of it is left, or with null. */
  async #try(active: Active, index: number, answered: () => void): Promise<Failure | 'more' | null> {
    const { job } = active;
    const item = job.items[index];
    const before = active.outcomes[index] ?? null;
    // One that may have been created comes again after a pause.
    if (!item || !isWaiting(before)) return null;
    const kind = this.#kindOf(job);
    const pending = kind.pending?.(item, job);
    if (pending) this.#setOutcome(active, index, pending);
    try {
      const attempt = await kind.send(item, job, { answered, before });
      const isLeft = kind.isUnsettled(attempt);
      if (isLeft && pending && attempt.state !== 'refused') await this.#journalOf(job).remove(item.id);
      this.#setOutcome(active, index, isLeft ? before : attempt);
      if (attempt.list || mayBeSettled(item, attempt)) await this.#storeState(active);
      if (isWaiting(attempt)) return 'more';
      if (isCreated(attempt)) return null;
      const failure = failureOf(attempt);
      return kind.isOfOneItem?.(failure) ? null : failure;
    } catch (error) {
      this.#setOutcome(active, index, before);
      return { reason: unwritableReason(error), hadEffect: 'no' };
    }
  }

  #setOutcome(active: Active, index: number, outcome: Outcome): void {
    active.outcomes[index] = outcome;
    active.revisions[index] = active.revision + 1;
    this.#change(active);
  }

  #setStatus(active: Active, changes: Partial<RunStatus>): void {
    active.status = { ...active.status, ...changes };
    this.#change(active);
  }

  #change(active: Active): void {
    active.revision += 1;
    let left = 0;
    for (const { job, status, outcomes } of this.#active.values())
      if (status.isRunning && job.kind !== 'load' && !job.private)
        left += outcomes.length - doneCount(outcomes);
    if (left !== this.#left) this.#deps.showLeft(left);
    this.#left = left;
    active.changed.resolve();
    active.changed = Promise.withResolvers();
  }
}
