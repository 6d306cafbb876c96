import type { Outcome, ShortenRequest } from '../shortening/request.ts';
import type { Failure } from '../failures/schema.ts';
import { type Background, fulfil } from './send.ts';
import { type Batch, concernsAll, isSilence, type ItemState, type Progress } from './run.ts';

interface World extends Background {
  private: boolean;
  /** Told of every change, with the run as it then is. */
  changed(progress: Progress): void;
  now?: () => number;
}

/** Wishes that are on their way at the same time; the service's limits count. */
const most = 3;
const longestTitle = 1000;
const patience = 3;

interface Run {
  world: World;
  progress: Progress;
  /** Positions that are still to be sent, the next one first. */
  queue: number[];
  /** How many may be on their way, and how many lanes there are. */
  allowed: number;
  lanes: number;
  silences: number;
  /** Ends a pause, too. */
  over: AbortController;
  pausing: Promise<void>;
}

const change = (run: Run, part: Partial<Progress>): void => {
  run.progress = { ...run.progress, ...part };
  run.world.changed(run.progress);
};

const set = (run: Run, at: number, state: ItemState): void =>
  change(run, {
    items: run.progress.items.map((item, position) => (position === at ? { ...item, state } : item)),
  });

const stop = (run: Run, stopped: Progress['stopped']): void => {
  run.over.abort();
  change(run, { stopped });
};

/** All lanes wait; where the service is asked too much by several at once, one goes on. */
const pause = (run: Run, seconds: number): void => {
  const { wait, now = Date.now } = run.world;
  const until = Math.max(run.progress.pausedUntil ?? 0, now() + Math.max(1, seconds) * 1000);
  run.allowed = 1;
  change(run, { pausedUntil: until });
  const pausing = wait(until - now(), run.over.signal).then(() => {
    if (run.pausing === pausing) change(run, { pausedUntil: null });
  });
  run.pausing = pausing;
};

/** The last of the pauses is over. */
const afterPause = async (run: Run): Promise<void> => {
  for (let pausing = null; pausing !== run.pausing;) await (pausing = run.pausing);
};

const noteSilence = (run: Run, failure: Failure | null): void => {
  run.silences = failure && isSilence(failure) ? run.silences + 1 : 0;
  if (run.silences >= patience) stop(run, 'no-answer');
};

/** Takes an outcome; `before` is what stays where it says that this one was not even tried. */
const take = (run: Run, { at, before }: { at: number; before: ItemState }, outcome: Outcome): void => {
  if (outcome.ok) {
    const { shortLink, end, madeAt } = outcome;
    set(run, at, { kind: 'made', shortLink, end, ...(madeAt !== undefined && { madeAt }) });
    noteSilence(run, null);
    return;
  }
  const { failure } = outcome;
  if (failure.reason === 'too-many-requests') {
    run.queue.unshift(at);
    set(run, at, before);
    pause(run, failure.retryAfter ?? 10);
  } else if (concernsAll(failure)) {
    set(run, at, before);
    stop(run, failure);
  } else {
    set(run, at, { kind: failure.made === 'no' ? 'failed' : 'unknown', failure });
    noteSilence(run, failure);
  }
};

const shorten = async (run: Run, at: number): Promise<void> => {
  const item = run.progress.items[at];
  if (!item) return;
  const { state, link } = item;
  const isBegun = state.kind === 'sending';
  const sending = isBegun ? state : { id: crypto.randomUUID(), another: state.kind === 'unknown' };
  set(run, at, { kind: 'sending', id: sending.id, another: sending.another });
  const wish: ShortenRequest = {
    ...{ id: sending.id, another: sending.another, link, title: item.title.slice(0, longestTitle) },
    ...{ validity: run.progress.validity, private: run.world.private },
  };
  const outcome = await fulfil(wish, { background: run.world, isBegun });
  take(run, { at, before: isBegun ? { kind: 'waiting' } : state }, outcome);
};

/** One of those that send: each takes the next tab until none is left, or until there are too many of them. */
const lane = async (run: Run): Promise<void> => {
  while (run.lanes <= run.allowed) {
    await afterPause(run);
    const at = run.over.signal.aborted ? undefined : run.queue.shift();
    if (at === undefined) break;
    await shorten(run, at);
  }
  run.lanes -= 1;
};

/**
 * Shortens many tabs, a few at a time, in order. A service that wants a pause gets it, and then the same tab again; a
 * failure of one tab is noted, and one that all would meet ends the run. What may have been made is never repeated
 * unless asked for.
 */
export const createMany = (first: Batch, world: World) => {
  const progress = { ...first, isRunning: false, isCancelled: false, pausedUntil: null, stopped: null };
  const run: Run = {
    ...{ world, progress, queue: [], allowed: most, lanes: 0, silences: 0 },
    ...{ over: new AbortController(), pausing: Promise.resolve() },
  };
  return {
    /** Sends the tabs at these positions; while a run is on its way it does nothing. Resolves when all is settled. */
    async send(queue: readonly number[]): Promise<void> {
      if (run.progress.isRunning) return;
      Object.assign(run, { queue: [...queue], lanes: most, silences: 0, over: new AbortController() });
      change(run, { isRunning: true, isCancelled: false, stopped: null });
      await Promise.all(Array.from({ length: most }, () => lane(run)));
      change(run, { isRunning: false, pausedUntil: null });
    },
    /** What is on its way is finished; the rest is not sent. */
    cancel(): void {
      run.over.abort();
      change(run, { isCancelled: true });
    },
  };
};

export type Many = ReturnType<typeof createMany>;
