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
  isStoppedByPerson,
  isUnknown,
  isWaiting,
  type Job,
  type JobChanges,
  type JobView,
  type Outcome,
  retryableIn,
  type RunStatus,
  type StoredJob,
} from './job.ts';
import type { Item, JobKind, JobKinds } from './job-kinds.ts';
import { leavesUnsettled, PacedRun } from './paced-run.ts';

interface Deps {
  kinds: JobKinds;
  journals: Journals;
  /** The jobs of regular windows, and those of private ones. */
  stored: { regular: StoredItem<StoredJob[]>; private: StoredItem<StoredJob[]> };
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
  /** Those of its items. */
  ids: string[];
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

/** The same job, for which what is retried at these indexes, and may have been created, is to be another link. */
const withOtherLinks = (job: Job, retried: ReadonlySet<number>, outcomes: readonly Outcome[]): Job => {
  if (job.kind !== 'shorten') return job;
  const items = job.items.map((item, index) =>
    retried.has(index) && isUnknown(outcomes[index] ?? null) ? { ...item, another: true } : item,
  );
  return { ...job, items };
};

/** What is stored of a job apart from its status. */
type Recorded = Pick<Active, 'job' | 'ids' | 'outcomes'>;

/** A job as it is stored: with the outcomes that the journal does not have under the ids of its items. */
const storedOf = ({ job, ids, outcomes }: Recorded, status: RunStatus): StoredJob => {
  const others = ids.flatMap((id, index): [string, Attempt][] => {
    const outcome = outcomes[index];
    return outcome && (outcome.id !== id || outcome.state === 'refused' || outcome.list)
      ? [[id, outcome]]
      : [];
  });
  return { ...status, job, ids, others: Object.fromEntries(others) };
};

/** Whether an attempt failed for a reason that says nothing of its item, which is sent again by the same job. */
const isUnsettled = (attempt: Attempt, kind: JobKind<Job['kind']>): boolean => {
  const failed = failureOf(attempt);
  if (isCreated(attempt) || failed.hadEffect !== 'no' || kind.isOfOneItem?.(failed)) return false;
  return leavesUnsettled(failed) || kind.isSentAgain?.(failed) === true;
};

/** Whether the journal may say no more that this is unknown: what the service says of a link later settles its last change. */
const mayBeSettled = (id: string | undefined, outcome: Outcome): boolean =>
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
      const ids = requested.items.map(() => crypto.randomUUID());
      const job = { job: requested, ids, outcomes: requested.items.map(() => null) };
      await this.#storeBegun(job);
      this.#begin(job);
    });
  }

  /**
   * Sends what a job that has ended did not create. `isByPerson`: what may have been created, too, and what would fail again.
   */
  retry(id: string, isByPerson = true): Promise<void> {
    return this.#inTurn(async () => {
      const found = await this.#find(id);
      if (!found || found.status.isRunning) return;
      const retried = new Set(isByPerson ? retryableIn(found) : []);
      const job = {
        job: withOtherLinks(found.job, retried, found.outcomes),
        // Their former attempts stay in the history.
        ids: found.ids.map((each, index) => (retried.has(index) ? crypto.randomUUID() : each)),
        outcomes: found.outcomes.map((each, index) => (retried.has(index) ? null : each)),
      };
      await this.#storeBegun(job);
      this.#begin(job);
      found.changed.resolve();
    });
  }

  /** Continues the jobs that stopped because a connection was missing, as those of a policy are while Chromium starts. */
  async resume(): Promise<void> {
    await this.restore();
    for (const { job, stopped } of (await this.#deps.stored.regular.read()) ?? [])
      if (typeof stopped === 'object' && stopped && missingConnection.includes(stopped.reason))
        await this.retry(job.id, false);
  }

  /** Finishes what is pending of a job, and sends nothing more of it. */
  async stop(id: string): Promise<void> {
    const found = await this.#find(id);
    if (!found?.status.isRunning) return;
    found.run.stop('by-person');
    // It is stored once more when nothing is pending.
    await this.#store(found).catch(logError);
  }

  /** Removes a job that has ended. */
  close(id: string): Promise<void> {
    return this.#inTurn(async () => {
      const found = await this.#find(id);
      if (!found || found.status.isRunning) return;
      await this.#keep(found.job.private, ({ job }) => job.id !== id);
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
          run.stop('by-person');
          this.#active.delete(id);
          changed.resolve();
        }
      await this.#keep(true, () => false);
    });
  }

  /** The jobs of regular windows, or of private ones, that run or whose result was not closed. The newest first. */
  async list(isPrivate: boolean): Promise<(Pick<Job, 'id' | 'kind'> & { isRunning: boolean })[]> {
    await this.restore();
    const stored = (await this.#storedIn(isPrivate).read()) ?? [];
    return stored
      .toSorted((one, other) => other.job.startedAt - one.job.startedAt)
      .map(({ job: { id, kind }, isRunning }) => ({
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

  #storedIn(isPrivate: boolean): StoredItem<StoredJob[]> {
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
    for (const stored of Object.values(this.#deps.stored)) {
      const found = (await stored.read())?.find(({ job }) => job.id === id);
      if (found) return this.#activate(await this.#recoverAll(found), { ...idle, stopped: found.stopped });
    }
    return null;
  }

  async #write({ job, ...entry }: StoredJob): Promise<void> {
    const stored = this.#storedIn(job.private);
    const others = ((await stored.read()) ?? []).filter((each) => each.job.id !== job.id);
    await stored.write([...others, { job, ...entry }]);
  }

  #storeBegun(begins: Recorded): Promise<void> {
    return this.#writeInTurn(async () => {
      await this.#journalOf(begins.job).beginJob(begins.job.id).catch(logError);
      await this.#write(storedOf(begins, begun));
    });
  }

  /** Stores a job as it is when its turn comes, with these changes, which it has from then on. */
  #store(active: Active, changes?: Partial<RunStatus>): Promise<void> {
    return this.#writeInTurn(async () => {
      // It may have ended with its private window.
      if (this.#active.get(active.job.id) !== active) return;
      await this.#write(storedOf(active, { ...active.status, ...changes }));
      if (changes) this.#setStatus(active, changes);
    });
  }

  /** Removes other jobs; resolves with those that are left. */
  #keep(isPrivate: boolean, isKept: (stored: StoredJob) => boolean): Promise<StoredJob[]> {
    const stored = this.#storedIn(isPrivate);
    return this.#writeInTurn(async () => {
      const all = (await stored.read()) ?? [];
      const left = all.filter(isKept);
      if (left.length === all.length) return left;
      await stored.write(left);
      const ids = new Set(left.flatMap((each) => [each.job.id, ...each.ids]));
      await journalFor(this.#deps.journals, isPrivate).clearBegun(ids).catch(logError);
      return left;
    });
  }

  async #continueStored(): Promise<void> {
    for (const isPrivate of [false, true]) {
      const since = this.#now() - storedForMs;
      const left = await this.#keep(
        isPrivate,
        ({ job, isRunning }) => job.kind === 'move' || isRunning || job.startedAt > since,
      );
      for (const each of left.toSorted((one, other) => one.job.startedAt - other.job.startedAt))
        if (each.isRunning) this.#begin(await this.#recoverAll(each), each);
    }
  }

  async #recoverAll({ job, ids, others }: StoredJob): Promise<Recorded> {
    const begun = await this.#journalOf(job).begunByJobs();
    // Without the job itself, the browser has lost the history: then any of its items may have been sent.
    const isLost = !job.private && !begun.has(job.id);
    const mayBeSent = (id: string): boolean => isLost || begun.has(id);
    const outcomes: Outcome[] = [];
    for (const [index, item] of job.items.entries()) {
      const id = ids[index] ?? '';
      outcomes.push(others?.[id] ?? (await this.#recover({ ...item, id }, job, mayBeSent)));
    }
    return { job, ids, outcomes };
  }

  /** The outcome of an item before the background was stopped. */
  async #recover(item: Item<Job['kind']>, job: Job, mayBeSent: (id: string) => boolean): Promise<Outcome> {
    const kind = this.#kindOf(job);
    const pending = kind.pending?.(item, job);
    const attempt = await kind.recover(item, job);
    // A person has removed it from the history.
    if (!attempt && pending && mayBeSent(item.id))
      return { ...pending, state: 'unknown', failure: interrupted };
    if (!attempt || !isUnsettled(attempt, kind)) return attempt;
    if (pending) await this.#journalOf(job).remove(item.id);
    return null;
  }

  /** What is done with the items of this job. */
  #kindOf({ kind }: Job): JobKind<Job['kind']> {
    // They are of the same kind.
    return this.#deps.kinds[kind] as JobKind<Job['kind']>;
  }

  #activate(recorded: Recorded, status: RunStatus): Active {
    const active: Active = {
      ...recorded,
      status,
      life: crypto.randomUUID(),
      revision: 0,
      revisions: [],
      run: new PacedRun({
        sleep: this.#deps.sleep ?? sleep,
        maxPending: this.#kindOf(recorded.job).maxPending,
        now: this.#now,
        onStatus: (changes) => {
          this.#setStatus(active, changes);
          // A background that is started again waits for the rest of a pause.
          if (changes.pause !== undefined) void this.#store(active).catch(logError);
        },
      }),
      ended: Promise.resolve(),
      changed: Promise.withResolvers(),
    };
    this.#active.set(recorded.job.id, active);
    return active;
  }

  /** Begins a job that is stored. */
  #begin(recorded: Recorded, { stopped, pause }: RunStatus = begun): void {
    const { job } = recorded;
    const earlier = [...this.#active.values()]
      .filter(({ job: other, status }) => status.isRunning && mayShareConnection(job, other))
      .map(({ ended }) => ended);
    const active = this.#activate(recorded, { ...begun, stopped, pause });
    if (stopped) active.run.stop(stopped);
    active.ended = this.#work(active, earlier)
      .catch((error: unknown) => {
        logError(error);
        if (active.status.stopped === 'by-person') this.#setStatus(active, { stopped: 'not-stored' });
      })
      .finally(() => {
        this.#setStatus(active, { isRunning: false, pause: null });
        // It may have ended with its private window.
        if (this.#active.get(job.id) === active && !isStoppedByPerson(active.status))
          this.#deps.onEnd(active);
        const isAnyRunning = [...this.#active.values()].some(({ status }) => status.isRunning);
        if (!isAnyRunning) void this.#deps.setAlarm(false);
      });
  }

  /** Sends what is waiting, and then stores that nothing more is sent. */
  async #work(active: Active, earlier: readonly Promise<void>[]): Promise<void> {
    const { ids, outcomes, run } = active;
    void this.#deps.setAlarm(true);
    if (ids.some((id, index) => mayBeSettled(id, outcomes[index] ?? null))) await this.#store(active);
    this.#setStatus(active, { isQueued: earlier.length > 0 });
    await withAbort(Promise.all(earlier), { signal: run.stopped, onAbort: () => undefined });
    this.#setStatus(active, { isQueued: false });
    const waiting = outcomes.flatMap((outcome, index) => (isWaiting(outcome) ? [index] : []));
    await run.send(waiting, (index, answered) => this.#try(active, index, answered), active.status.pause);
    // Where the service does not answer, it does not say either what became of them.
    if (!run.stopped.aborted) await this.#settle(active);
    await this.#store(active, { isRunning: false, pause: null });
  }

  async #settle(active: Active): Promise<void> {
    const { job, outcomes } = active;
    const settled = await this.#kindOf(job).settle?.(job, outcomes).catch(logAndReturn([]));
    for (const [index, outcome] of (settled ?? []).entries())
      if (outcome !== outcomes[index]) this.#setOutcome(active, index, outcome);
  }

  /** Sends an item, a list page by page. Resolves with the failure to which the run reacts, or with null. */
  async #try(active: Active, index: number, answered: () => void): Promise<Failure | null> {
    const { job, ids, run } = active;
    const [requested, id] = [job.items[index], ids[index]];
    const before = active.outcomes[index] ?? null;
    // One that may have been created comes again after a pause.
    if (!requested || id === undefined || !isWaiting(before)) return null;
    const item = { ...requested, id };
    const kind = this.#kindOf(job);
    const pending = kind.pending?.(item, job);
    if (pending) this.#setOutcome(active, index, pending);
    try {
      const attempt = await kind.send(item, job, { answered, before });
      const isLeft = isUnsettled(attempt, kind);
      if (isLeft && pending && attempt.state !== 'refused') await this.#journalOf(job).remove(id);
      this.#setOutcome(active, index, isLeft ? before : attempt);
      if (attempt.list || mayBeSettled(id, attempt)) await this.#store(active);
      if (isWaiting(attempt)) return run.stopped.aborted ? null : await this.#try(active, index, answered);
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
