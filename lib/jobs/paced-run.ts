import { rowOf } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import { defaultRetrySeconds } from '../failures/retry-after.ts';
import type { RunStatus } from './job.ts';

/** Whether a failure would affect every other item as well. */
const affectsAll = ({ reason }: Failure): boolean => rowOf(reason).batch === 'stop';

/** Whether an item that fails in this way keeps its former state: it is tried again after a pause, or the run stops. */
export const leavesUnsettled = (failure: Failure): boolean =>
  failure.reason === 'too-many-requests' || affectsAll(failure);

/** Failures of the service, or of the background, as a whole. One may be an accident; a run stops after several in a row. */
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

/** Tries one item; resolves with its failure, with "more" if another part of it is to be tried, or with null. Never rejects. */
type Try = (index: number) => Promise<Failure | 'more' | null>;

/** After this number of service failures in a row, the run stops. */
const maxServiceFailures = 3;

/**
 * Tries many items in order, a few at a time. When the service wants a pause, the run waits and then tries the same item again.
 * A failure that would affect all of them stops the run, as do several of the service in a row.
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

  /** Tries the items with these indexes, once, after a pause until then (milliseconds). Resolves when they are settled. */
  async send(indexes: readonly number[], tryItem: Try, pausedUntil: number): Promise<void> {
    this.#queue = [...indexes];
    if (pausedUntil > this.#deps.now()) this.#pauseUntil(pausedUntil);
    await Promise.all(Array.from({ length: this.#allowedLoops }, () => this.#tryFromQueue(tryItem)));
  }

  /** Finishes the pending items and tries no others. */
  cancel(): void {
    this.#stopped.abort();
    this.#deps.onStatus({ isCanceled: true });
  }

  #stop(reason: RunStatus['stopped']): void {
    this.#stopped.abort();
    this.#deps.onStatus({ stopped: reason });
  }

  /** Tries one item of the queue after another, until none is left or more loops are active than allowed. */
  async #tryFromQueue(tryItem: Try): Promise<void> {
    this.#activeLoops += 1;
    while (this.#activeLoops <= this.#allowedLoops) {
      await this.#afterPause();
      const index = this.stopped.aborted ? undefined : this.#queue.shift();
      if (index === undefined) break;
      this.#record(index, await tryItem(index));
    }
    this.#activeLoops -= 1;
  }

  #record(index: number, failure: Failure | 'more' | null): void {
    if (failure === 'more') this.#queue.unshift(index);
    else if (failure?.reason === 'too-many-requests') {
      this.#queue.unshift(index);
      const seconds = Math.max(1, failure.retryAfter ?? defaultRetrySeconds);
      this.#pauseUntil(this.#deps.now() + seconds * 1000);
    } else if (failure && affectsAll(failure)) this.#stop(failure);
    else {
      this.#serviceFailures = failure && isServiceFailure(failure) ? this.#serviceFailures + 1 : 0;
      if (this.#serviceFailures >= maxServiceFailures) this.#stop('no-answer');
    }
  }

  /** Pauses the run. After a pause the service gets only one request at a time. */
  #pauseUntil(end: number): void {
    const { sleep, onStatus, now } = this.#deps;
    this.#pausedUntil = Math.max(this.#pausedUntil, end);
    this.#allowedLoops = 1;
    onStatus({ pausedUntil: this.#pausedUntil });
    const pause = sleep(this.#pausedUntil - now(), this.stopped).then(() => {
      if (this.#pause === pause) onStatus({ pausedUntil: null });
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
