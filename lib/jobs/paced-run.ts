import { rowOf } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import { defaultRetrySeconds } from '../failures/retry-after.ts';
import type { RunStatus } from './job.ts';

/** Whether a failure would affect every other item as well. */
const affectsAll = ({ reason }: Failure): boolean => rowOf(reason).batch === 'stop';

/** The seconds after which an item that failed in this way is tried again; null if it is not. */
export const secondsUntilRetry = ({ reason, retryAfter = defaultRetrySeconds }: Failure): number | null => {
  if (reason === 'too-many-requests') return Math.max(1, retryAfter);
  return reason === 'offline' ? 30 : null;
};

/** Whether an item that fails in this way keeps its former state: it is tried again after a pause, or the run stops. */
export const leavesUnsettled = (failure: Failure): boolean =>
  secondsUntilRetry(failure) !== null || affectsAll(failure);

/** Resolves when the network is back. */
const whenOnline = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    addEventListener('online', () => resolve(), { once: true, signal });
  });

/** Failures of the service, or of the background, as a whole. One may be an accident; a run pauses after several in a row. */
const isServiceFailure = ({ reason, hadEffect }: Failure): boolean => {
  // A worker that stopped after sending says nothing about the service; one that could not send may fail for every item.
  const wasStoppedAfterSending = reason === 'interrupted' && hadEffect !== 'no';
  return rowOf(reason).batch === 'stop-if-repeated' && !wasStoppedAfterSending;
};

interface PacedRunDeps {
  /** Resolves after that many milliseconds, or as soon as the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Called at every change, with what has changed. */
  onStatus(changes: Partial<RunStatus>): void;
  /** How many items are tried at the same time. */
  maxPending: number;
  now(): number;
}

/**
 * Tries one item; resolves with its failure or with null, and never rejects. `answered` is called when the service has done it, and
 * what became of it is still to be written: then another item may be tried.
 */
type Try = (index: number, answered: () => void) => Promise<Failure | null>;

/** After this number of service failures in a row, the run pauses; if the next item fails as well, or none is left, it stops. */
const maxServiceFailures = 3;

/** Seconds of such a pause. */
const noAnswerSeconds = 120;

/**
 * Tries many items in order, a few at a time. When the service wants a pause, or there is no network, the run waits and then tries
 * the same item again. A failure that would affect all of them stops the run, as do several of the service in a row.
 */
export class PacedRun {
  readonly #deps: PacedRunDeps;
  #pausedUntil = 0;
  /** Indexes of the items that are still to be tried, the next one first. */
  #queue: number[] = [];
  /** How many loops of `#tryFromQueue` may be active at the same time: 1 after a pause. */
  #allowedLoops: number;
  #activeLoops = 0;
  #serviceFailures = 0;
  /** Ends the run, and also a pause. */
  readonly #stopped = new AbortController();
  #pause: Promise<void> = Promise.resolve();

  constructor(deps: PacedRunDeps) {
    this.#deps = deps;
    this.#allowedLoops = deps.maxPending;
  }

  /** Aborts when no more items are tried. */
  get stopped(): AbortSignal {
    return this.#stopped.signal;
  }

  /** Tries the items with these indexes, once, after the rest of a pause, which may have passed. Resolves when they are settled. */
  async send(indexes: readonly number[], tryItem: Try, pause: RunStatus['pause']): Promise<void> {
    this.#queue = [...indexes];
    if (pause) {
      const seconds = secondsUntilRetry(pause.failure);
      if (seconds === null) this.#serviceFailures = maxServiceFailures;
      // The clock may have been set back since.
      const latest = this.#deps.now() + (seconds ?? noAnswerSeconds) * 1000;
      this.#pauseUntil(Math.min(pause.until, latest), pause.failure);
    }
    await Promise.all(Array.from({ length: this.#allowedLoops }, () => this.#tryFromQueue(tryItem)));
  }

  /** Finishes the pending items and tries no others. A person has the last word about the reason. */
  stop(reason: NonNullable<RunStatus['stopped']>): void {
    if (reason === 'by-person' || !this.stopped.aborted) this.#deps.onStatus({ stopped: reason });
    this.#stopped.abort();
  }

  /** Tries one item of the queue after another, until none is left or fewer loops are allowed; resolves when all are settled. */
  async #tryFromQueue(tryItem: Try): Promise<void> {
    this.#activeLoops += 1;
    let settled: Promise<unknown> = Promise.resolve();
    while (this.#activeLoops <= this.#allowedLoops) {
      await this.#afterPause();
      const index = this.stopped.aborted ? undefined : this.#queue.shift();
      if (index === undefined) break;
      const answer = Promise.withResolvers<unknown>();
      const trying = tryItem(index, () => answer.resolve(null)).then((failure) =>
        this.#record(index, failure),
      );
      settled = Promise.all([settled, trying]);
      await Promise.race([answer.promise, trying]);
    }
    this.#activeLoops -= 1;
    await settled;
  }

  #record(index: number, failure: Failure | null): void {
    const seconds = failure && secondsUntilRetry(failure);
    if (failure && seconds !== null) {
      this.#queue.unshift(index);
      this.#pauseFor(seconds, failure);
    } else if (failure && affectsAll(failure)) this.stop(failure);
    else if (!failure || !isServiceFailure(failure)) this.#serviceFailures = 0;
    // What was sent before a pause says nothing about the time after it.
    else if (this.#pausedUntil === 0) {
      this.#serviceFailures += 1;
      if (this.#serviceFailures === maxServiceFailures && this.#queue.length > 0)
        this.#pauseFor(noAnswerSeconds, failure);
      else if (this.#serviceFailures >= maxServiceFailures) this.stop('no-answer');
    }
  }

  #pauseFor(seconds: number, failure: Failure): void {
    this.#pauseUntil(this.#deps.now() + seconds * 1000, failure);
  }

  /** Pauses the run because of a failure. After a pause the service gets only one request at a time. */
  #pauseUntil(end: number, failure: Failure): void {
    const { sleep, onStatus, now } = this.#deps;
    this.#pausedUntil = Math.max(this.#pausedUntil, end);
    onStatus({ pause: { failure, until: this.#pausedUntil } });
    const waits = [sleep(this.#pausedUntil - now(), this.stopped)];
    if (failure.reason === 'offline') waits.push(whenOnline(this.stopped));
    else this.#allowedLoops = 1;
    const pause = Promise.race(waits).then(() => {
      if (this.#pause !== pause) return;
      this.#pausedUntil = 0;
      onStatus({ pause: null });
    });
    this.#pause = pause;
  }

  /** Resolves after the pause; waits again if a new pause replaced the one that it waited for. */
  async #afterPause(): Promise<void> {
    let awaited: Promise<void> | null = null;
    while (awaited !== this.#pause) {
      awaited = this.#pause;
      await awaited;
    }
  }
}
