import type { Failure } from '../failures/schema.ts';
import type { Outcome, ShortenRequest } from '../shortening/request.ts';
import { truncate } from '../characters/text.ts';
import { longestTitle } from '../url/contract.ts';
import {
  affectsAll,
  idleProgress,
  type Batch,
  isServiceFailure,
  type ItemState,
  type Progress,
} from './batch.ts';
import { interrupted } from '../failures/interrupted.ts';
import { defaultRetryAfter } from '../failures/retry-after.ts';
import type { Attempt } from '../history/types.ts';

/** The background as a page reaches it: every call may reject, since the worker may stop at any time. */
interface BatchBackground {
  shorten(request: ShortenRequest): Promise<Outcome>;
  /** What is known of an attempt: null if none with this id was ever begun. */
  attempt(id: string): Promise<Attempt | null>;
  /** Waits milliseconds, or until the signal aborts. Never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The request is sent at most this many times while the background has not begun it. */
const maxSends = 5;

/** The outcome is looked up at most this many times, once a second. */
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
    // The worker has stopped once more: look again.
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

/**
 * Shortens many tabs in order, a few at a time. When the service wants a pause, the run waits and then sends the same tab
 * again. A failure of one tab is recorded; a failure that would affect all of them stops the run. A request that may have
 * created a link is repeated only if the caller sends it again.
 */
export class BatchRun {
  readonly #deps: BatchRunDeps;
  #progress: Progress;
  /** Indexes of the items that are still to be sent, the next one first. */
  #queue: number[] = [];
  /** How many calls of `#sendFromQueue` may run at the same time, and how many do. */
  #concurrency = maxPending;
  #running = 0;
  #serviceFailures = 0;
  /** Aborts the run, and also a pause. */
  #stopped = new AbortController();
  #pause: Promise<void> = Promise.resolve();

  constructor(batch: Batch, deps: BatchRunDeps) {
    this.#deps = deps;
    this.#progress = idleProgress(batch);
  }

  /** Sends the items with these indexes; does nothing while it is running. Resolves when all of them are settled. */
  async send(indexes: readonly number[]): Promise<void> {
    if (this.#progress.isRunning) return;
    this.#queue = [...indexes];
    this.#running = maxPending;
    this.#serviceFailures = 0;
    this.#stopped = new AbortController();
    this.#update({ isRunning: true, isCancelled: false, stopped: null });
    await Promise.all(Array.from({ length: maxPending }, () => this.#sendFromQueue()));
    this.#update({ isRunning: false, pausedUntil: null });
  }

  /** Finishes the pending items and sends no others. */
  cancel(): void {
    this.#stopped.abort();
    this.#update({ isCancelled: true });
  }

  #update(changes: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...changes };
    this.#deps.onProgress(this.#progress);
  }

  #setState(index: number, state: ItemState): void {
    const items = this.#progress.items.map((item, each) => (each === index ? { ...item, state } : item));
    this.#update({ items });
  }

  #stop(reason: Progress['stopped']): void {
    this.#stopped.abort();
    this.#update({ stopped: reason });
  }

  /** Sends one item of the queue after another, until none is left or more calls are running than `#concurrency` allows. */
  async #sendFromQueue(): Promise<void> {
    while (this.#running <= this.#concurrency) {
      await this.#afterPause();
      const index = this.#stopped.signal.aborted ? undefined : this.#queue.shift();
      if (index === undefined) break;
      await this.#shortenItem(index);
    }
    this.#running -= 1;
  }

  async #shortenItem(index: number): Promise<void> {
    const item = this.#progress.items[index];
    if (!item) return;
    const { state, link, title } = item;
    const isBegun = state.kind === 'sending';
    const { id, another } = isBegun ? state : { id: crypto.randomUUID(), another: state.kind === 'unknown' };
    this.#setState(index, { kind: 'sending', id, another });
    const request: ShortenRequest = {
      id,
      link,
      title: truncate(title, longestTitle),
      validity: this.#progress.validity,
      private: this.#deps.private,
      another,
    };
    const outcome = await sendWithRecovery(request, { background: this.#deps, isBegun });
    this.#record({ index, previous: isBegun ? { kind: 'waiting' } : state }, outcome);
  }

  /** Records an outcome. The item gets its `previous` state back if the outcome says that it was not tried. */
  #record({ index, previous }: { index: number; previous: ItemState }, outcome: Outcome): void {
    if (outcome.ok) {
      const { shortLink, expiresAt, createdAt } = outcome;
      const known = createdAt === undefined ? {} : { createdAt };
      this.#setState(index, { kind: 'created', shortLink, expiresAt, ...known });
      this.#serviceFailures = 0;
      return;
    }
    const { failure } = outcome;
    if (failure.reason === 'too-many-requests') {
      this.#queue.unshift(index);
      this.#setState(index, previous);
      this.#pauseFor(failure.retryAfter ?? defaultRetryAfter);
    } else if (affectsAll(failure)) {
      this.#setState(index, previous);
      this.#stop(failure);
    } else {
      this.#setState(index, { kind: failure.linkCreated === 'no' ? 'failed' : 'unknown', failure });
      this.#serviceFailures = isServiceFailure(failure) ? this.#serviceFailures + 1 : 0;
      if (this.#serviceFailures >= maxServiceFailures) this.#stop('no-answer');
    }
  }

  /** Pauses the run. After a pause the service gets only one request at a time. */
  #pauseFor(seconds: number): void {
    const { wait, now = Date.now } = this.#deps;
    const until = Math.max(this.#progress.pausedUntil ?? 0, now() + Math.max(1, seconds) * 1000);
    this.#concurrency = 1;
    this.#update({ pausedUntil: until });
    const pause = wait(until - now(), this.#stopped.signal).then(() => {
      if (this.#pause === pause) this.#update({ pausedUntil: null });
    });
    this.#pause = pause;
  }

  /** Resolves when the last pause has ended; another one may begin meanwhile. */
  async #afterPause(): Promise<void> {
    let awaited: Promise<void> | null = null;
    while (awaited !== this.#pause) {
      awaited = this.#pause;
      await awaited;
    }
  }
}
