import type { Failure } from '../failures/schema.ts';
import { defaultRetrySeconds } from '../failures/retry-after.ts';
import { affectsAll, idle, isServiceFailure, type RunStatus } from '../batch/batch.ts';

interface PacedRunDeps {
  /** Resolves after that many milliseconds, or as soon as the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Called at every change, with what has changed. */
  onStatus(changes: Partial<RunStatus>): void;
  /** How many items are tried at the same time. */
  maxPending: number;
  now?: () => number;
}

/** Tries one item; resolves with its failure, or null. Never rejects. */
type Try = (index: number) => Promise<Failure | null>;

/** After this number of service failures in a row, the run stops. */
const maxServiceFailures = 3;

/**
 * Tries many items in order, a few at a time. When the service wants a pause, the run waits and then tries the same item again.
 * A failure that would affect all of them stops the run, as do several of the service in a row.
 */
export class PacedRun {
  readonly #deps: PacedRunDeps;
  #isRunning = false;
  #pausedUntil = 0;
  /** Indexes of the items that are still to be tried, the next one first. */
  #queue: number[] = [];
  /** How many loops of `#tryFromQueue` may be active at the same time: 1 after a pause, also in all later runs. */
  #allowedLoops: number;
  #activeLoops = 0;
  #serviceFailures = 0;
  /** Aborts the run, and also a pause. */
  #stopped = new AbortController();
  #pause: Promise<void> = Promise.resolve();

  constructor(deps: PacedRunDeps) {
    this.#deps = deps;
    this.#allowedLoops = deps.maxPending;
  }

  /** Tries the items with these indexes; does nothing while it is running. Resolves when all of them are settled. */
  async send(indexes: readonly number[], tryItem: Try): Promise<void> {
    if (this.#isRunning) return;
    const { onStatus } = this.#deps;
    this.#isRunning = true;
    this.#queue = [...indexes];
    this.#serviceFailures = 0;
    this.#stopped = new AbortController();
    onStatus({ ...idle, isRunning: true });
    await Promise.all(Array.from({ length: this.#allowedLoops }, () => this.#tryFromQueue(tryItem)));
    this.#isRunning = false;
    onStatus({ isRunning: false, pausedUntil: null });
  }

  /** Adds an item to the end of a run that is running. */
  add(index: number): void {
    this.#queue.push(index);
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
      const index = this.#stopped.signal.aborted ? undefined : this.#queue.shift();
      if (index === undefined) break;
      this.#record(index, await tryItem(index));
    }
    this.#activeLoops -= 1;
  }

  #record(index: number, failure: Failure | null): void {
    if (failure?.reason === 'too-many-requests') {
      this.#queue.unshift(index);
      this.#pauseFor(failure.retryAfter ?? defaultRetrySeconds);
    } else if (failure && affectsAll(failure)) this.#stop(failure);
    else {
      this.#serviceFailures = failure && isServiceFailure(failure) ? this.#serviceFailures + 1 : 0;
      if (this.#serviceFailures >= maxServiceFailures) this.#stop('no-answer');
    }
  }

  /** Pauses the run. After a pause the service gets only one request at a time. */
  #pauseFor(seconds: number): void {
    const { sleep, onStatus, now = Date.now } = this.#deps;
    this.#pausedUntil = Math.max(this.#pausedUntil, now() + Math.max(1, seconds) * 1000);
    this.#allowedLoops = 1;
    onStatus({ pausedUntil: this.#pausedUntil });
    const pause = sleep(this.#pausedUntil - now(), this.#stopped.signal).then(() => {
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
