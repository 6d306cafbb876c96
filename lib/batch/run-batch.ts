import type { Failure } from '../failures/schema.ts';
import type { Outcome, ShortenRequest } from '../shortening/request.ts';
import { truncate } from '../characters/text.ts';
import { longestTitle } from '../url/contract.ts';
import { affectsAll, atRest, type Batch, isServiceFailure, type ItemState, type Progress } from './batch.ts';
import { interrupted } from '../failures/contract.ts';
import type { Attempt } from '../history/types.ts';

/** The background as a page reaches it: every call may reject, since the worker may stop at any time. */
interface BatchBackground {
  shorten(request: ShortenRequest): Promise<Outcome>;
  /** What is known of an attempt: null if none with this id was ever begun. */
  attempt(id: string): Promise<Attempt | null>;
  /** Waits milliseconds, or until the signal aborts. Never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** How often a request is sent as long as it was never begun. */
const maxSends = 5;

/** How often, once a second, the outcome of a request is looked up. */
const maxLookups = 30;

const outcomeOf = ({ id, shortLink, expiresAt, failure }: Attempt): Outcome =>
  shortLink === undefined || expiresAt === undefined
    ? { ok: false, id, failure: failure ?? interrupted }
    : { ok: true, id, shortLink, expiresAt };

/** Looks up the outcome of a request that got no answer; null if it was never begun. */
const lookUp = async (
  { id }: ShortenRequest,
  { attempt, wait }: BatchBackground,
): Promise<Outcome | null> => {
  for (let lookup = 0; lookup < maxLookups; lookup += 1) {
    if (lookup > 0) await wait(1000);
    const found = await attempt(id).catch(() => undefined);
    if (found === null) return null;
    if (found && found.state !== 'sending') return outcomeOf(found);
  }
  return { ok: false, id, failure: interrupted };
};

/** The background does not accept the request, and nothing was sent. */
const neverBegun: Failure = { reason: 'interrupted', linkCreated: 'no' };

/**
 * Sends a request and gets its outcome even if the worker stops: a request that was never begun is sent again as it is, one
 * that was begun is only looked up. `isBegun`: it may have been sent before, by this page before a reload. Never rejects.
 */
const sendWithRecovery = async (
  request: ShortenRequest,
  { background, isBegun }: { background: BatchBackground; isBegun: boolean },
): Promise<Outcome> => {
  let outcome = isBegun ? await lookUp(request, background) : null;
  for (let sends = 0; outcome === null && sends < maxSends; sends += 1)
    outcome = await background.shorten(request).catch(() => lookUp(request, background));
  return outcome ?? { ok: false, id: request.id, failure: neverBegun };
};

interface BatchRunDeps extends BatchBackground {
  private: boolean;
  /** Called at every change, with the run as it is then. */
  onProgress(progress: Progress): void;
  /** Milliseconds. */
  now?: () => number;
}

/** The number of requests that are pending at the same time. The rate limits of services count them. */
const maxPending = 3;

/** After this number of service failures in a row, the run stops. */
const maxServiceFailures = 3;

/** Seconds to wait if the service limits requests and does not say for how long. */
const defaultPause = 10;

interface Run {
  deps: BatchRunDeps;
  progress: Progress;
  /** Indexes of the items that are still to be sent, the next one first. */
  queue: number[];
  /** How many senders may run, and how many do. */
  allowed: number;
  senders: number;
  serviceFailures: number;
  /** Aborts the run, and also a pause. */
  stopped: AbortController;
  pause: Promise<void>;
}

const update = (run: Run, changes: Partial<Progress>): void => {
  run.progress = { ...run.progress, ...changes };
  run.deps.onProgress(run.progress);
};

const setState = (run: Run, index: number, state: ItemState): void => {
  const items = run.progress.items.map((item, each) => (each === index ? { ...item, state } : item));
  update(run, { items });
};

const stop = (run: Run, reason: Progress['stopped']): void => {
  run.stopped.abort();
  update(run, { stopped: reason });
};

/** Pauses all senders. After a pause only one of them continues, so that the service gets one request at a time. */
const pauseFor = (run: Run, seconds: number): void => {
  const { wait, now = Date.now } = run.deps;
  const until = Math.max(run.progress.pausedUntil ?? 0, now() + Math.max(1, seconds) * 1000);
  run.allowed = 1;
  update(run, { pausedUntil: until });
  const pause = wait(until - now(), run.stopped.signal).then(() => {
    if (run.pause === pause) update(run, { pausedUntil: null });
  });
  run.pause = pause;
};

/** Resolves when the last pause has ended; another one may begin meanwhile. */
const afterPause = async (run: Run): Promise<void> => {
  let awaited: Promise<void> | null = null;
  while (awaited !== run.pause) {
    awaited = run.pause;
    await awaited;
  }
};

const countServiceFailures = (run: Run, failure: Failure | null): void => {
  run.serviceFailures = failure && isServiceFailure(failure) ? run.serviceFailures + 1 : 0;
  if (run.serviceFailures >= maxServiceFailures) stop(run, 'no-answer');
};

/** Records an outcome. The item gets its `previous` state back if the outcome says that it was not tried. */
const record = (
  run: Run,
  { index, previous }: { index: number; previous: ItemState },
  outcome: Outcome,
): void => {
  if (outcome.ok) {
    const { shortLink, expiresAt, createdAt } = outcome;
    setState(run, index, {
      kind: 'created',
      shortLink,
      expiresAt,
      ...(createdAt !== undefined && { createdAt }),
    });
    countServiceFailures(run, null);
    return;
  }
  const { failure } = outcome;
  if (failure.reason === 'too-many-requests') {
    run.queue.unshift(index);
    setState(run, index, previous);
    pauseFor(run, failure.retryAfter ?? defaultPause);
  } else if (affectsAll(failure)) {
    setState(run, index, previous);
    stop(run, failure);
  } else {
    setState(run, index, { kind: failure.linkCreated === 'no' ? 'failed' : 'unknown', failure });
    countServiceFailures(run, failure);
  }
};

const shortenItem = async (run: Run, index: number): Promise<void> => {
  const item = run.progress.items[index];
  if (!item) return;
  const { state, link, title } = item;
  const isBegun = state.kind === 'sending';
  const { id, another } = isBegun ? state : { id: crypto.randomUUID(), another: state.kind === 'unknown' };
  setState(run, index, { kind: 'sending', id, another });
  const request: ShortenRequest = {
    id,
    link,
    title: truncate(title, longestTitle),
    validity: run.progress.validity,
    private: run.deps.private,
    another,
  };
  const outcome = await sendWithRecovery(request, { background: run.deps, isBegun });
  record(run, { index, previous: isBegun ? { kind: 'waiting' } : state }, outcome);
};

/** A sender takes the next item until the queue is empty, or until there are more senders than allowed. */
const startSender = async (run: Run): Promise<void> => {
  while (run.senders <= run.allowed) {
    await afterPause(run);
    const index = run.stopped.signal.aborted ? undefined : run.queue.shift();
    if (index === undefined) break;
    await shortenItem(run, index);
  }
  run.senders -= 1;
};

/**
 * Shortens many tabs in order, a few at a time. When the service wants a pause, the run waits and then sends the same tab
 * again. A failure of one tab is recorded; a failure that would affect all of them stops the run. A request that may have
 * created a link is repeated only if the caller sends it again.
 */
export const createBatchRun = (batch: Batch, deps: BatchRunDeps) => {
  const run: Run = {
    deps,
    progress: atRest(batch),
    queue: [],
    allowed: maxPending,
    senders: 0,
    serviceFailures: 0,
    stopped: new AbortController(),
    pause: Promise.resolve(),
  };
  return {
    /** Sends the items with these indexes; does nothing while it is running. Resolves when all of them are settled. */
    async send(indexes: readonly number[]): Promise<void> {
      if (run.progress.isRunning) return;
      run.queue = [...indexes];
      run.senders = maxPending;
      run.serviceFailures = 0;
      run.stopped = new AbortController();
      update(run, { isRunning: true, isCancelled: false, stopped: null });
      await Promise.all(Array.from({ length: maxPending }, () => startSender(run)));
      update(run, { isRunning: false, pausedUntil: null });
    },
    /** Finishes the pending items and sends no others. */
    cancel(): void {
      run.stopped.abort();
      update(run, { isCancelled: true });
    },
  };
};

export type BatchRun = ReturnType<typeof createBatchRun>;
