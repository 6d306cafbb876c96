import { definedOptions } from '../api/links/contract.ts';
import type { Failure } from '../failures/schema.ts';
import { refusedAttempt, unansweredAttempt } from '../shortening/new-attempt.ts';
import type { ShortenRequest } from '../shortening/request.ts';
import { truncate } from '../characters/text.ts';
import { longestTitle } from '../url/contract.ts';
import { type Batch, idleProgress, leavesUnsettled, type ItemState, type Progress } from './batch.ts';
import { PacedRun } from './paced-run.ts';
import { failureOf, isCreated } from '../history/outcome.ts';
import type { Attempt } from '../history/types.ts';

/** The background as a page reaches it: it may not answer, since the worker may stop at any time. */
interface BatchBackground {
  shorten(request: ShortenRequest): Promise<Attempt | undefined>;
  /** What is known of an attempt: null if none with this id was ever begun. May reject. */
  findAttempt(id: string): Promise<Attempt | null | undefined>;
  /** Waits, or until the signal aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The request is sent at most this many times while the background has not begun it. */
const maxSends = 5;

/** The outcome is looked up at most this many times, once a second. */
const maxLookups = 30;

/** Looks up the attempt of a request that got no answer; null if it was never begun. */
const lookUp = async (
  request: ShortenRequest,
  { findAttempt, sleep }: BatchBackground,
): Promise<Attempt | null> => {
  for (let lookup = 0; lookup < maxLookups; lookup += 1) {
    if (lookup > 0) await sleep(1000);
    // The worker has stopped once more: look again.
    const found = await findAttempt(request.id).catch(() => undefined);
    if (found === null) return null;
    if (found && found.state !== 'sending') return found;
  }
  return unansweredAttempt(request);
};

/**
 * Sends a request and gets its attempt even if the worker stops: a request that was never begun is sent again as it is, one
 * that was begun is only looked up. `isBegun`: it may have been sent before, by this page before a reload. Never rejects.
 */
const sendWithRecovery = async (
  request: ShortenRequest,
  { background, isBegun }: { background: BatchBackground; isBegun: boolean },
): Promise<Attempt> => {
  let attempt = isBegun ? await lookUp(request, background) : null;
  for (let sends = 0; attempt === null && sends < maxSends; sends += 1)
    attempt = (await background.shorten(request)) ?? (await lookUp(request, background));
  // The background does not accept the request, and nothing was sent.
  return attempt ?? refusedAttempt(request, 'interrupted');
};

interface BatchRunDeps extends BatchBackground {
  private: boolean;
  /** Called at every change, with the run as it is then. */
  onProgress(progress: Progress): void;
  now?: () => number;
}

/** The number of requests that are pending at the same time. The rate limits of services count them. */
export const maxPending = 3;

/** The state of an item after its attempt; its `previous` one if the failure says that it was not tried. */
const stateAfter = (attempt: Attempt, previous: ItemState): ItemState => {
  if (isCreated(attempt)) {
    const { shortLink, expiresAt, createdAt, isReused } = attempt;
    return { kind: 'created', shortLink, expiresAt, ...(isReused && { createdAt }) };
  }
  const failure = failureOf(attempt);
  if (leavesUnsettled(failure)) return previous;
  return { kind: failure.hadEffect === 'no' ? 'failed' : 'unknown', failure };
};

/**
 * Shortens many tabs in order, a few at a time, with the pauses that the service wants. A failure of one tab is recorded; a
 * request that may have created a link is repeated only if the caller sends it again.
 */
export class BatchRun {
  readonly #deps: BatchRunDeps;
  readonly #run: PacedRun;
  #progress: Progress;

  constructor(batch: Batch, deps: BatchRunDeps) {
    this.#deps = deps;
    this.#progress = idleProgress(batch);
    const onStatus = (status: Partial<Progress>): void => this.#update(status);
    this.#run = new PacedRun({ ...deps, maxPending, onStatus });
  }

  /** Sends the items with these indexes; does nothing while it is running. Resolves when all of them are settled. */
  send(indexes: readonly number[]): Promise<void> {
    return this.#run.send(indexes, (index) => this.#shortenItem(index));
  }

  /** Finishes the pending items and sends no others. */
  cancel(): void {
    this.#run.cancel();
  }

  #update(changes: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...changes };
    this.#deps.onProgress(this.#progress);
  }

  #setState(index: number, state: ItemState): void {
    const items = this.#progress.items.map((item, each) => (each === index ? { ...item, state } : item));
    this.#update({ items });
  }

  async #shortenItem(index: number): Promise<Failure | null> {
    const item = this.#progress.items[index];
    if (!item) return null;
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
      connection: item.connection,
      ...definedOptions(item),
      ...(item.note !== undefined && { note: item.note }),
    };
    const attempt = await sendWithRecovery(request, { background: this.#deps, isBegun });
    this.#setState(index, stateAfter(attempt, isBegun ? { kind: 'waiting' } : state));
    return isCreated(attempt) ? null : failureOf(attempt);
  }
}
