import { sleep } from '../async/async.ts';
import { idle, type RunStatus } from '../batch/batch.ts';
import { PacedRun } from '../batch/paced-run.ts';
import { maxPending } from '../batch/run-batch.ts';
import { logAndReturn, logError } from '../errors/error-log.ts';
import type { Reason } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import { unwritableReason } from '../history/settling.ts';
import type { StoredItem } from '../storage/storage.ts';
import { type ItemDeps, planOf, recoverItem, settleByList, tryItem } from './items.ts';
import type { ItemKind, Move, MovedLink, MovePlan, MoveRequest, MoveState } from './move.ts';

interface MovingDeps extends ItemDeps {
  stored: StoredItem<Move | null>;
  /** Starts or stops an alarm that calls `restore`, since the browser may stop the background during a move. */
  setAlarm(isOn: boolean): unknown;
  sleep?: typeof sleep;
}

/** The reasons of a move that stopped because a connection was missing. */
const missingConnection: readonly (Reason | undefined)[] = ['connection-removed', 'not-connected'];

interface Items {
  items: Move['items'];
  /** The outcome of each item. */
  kinds: ItemKind[];
}

/** A move with the outcome of each of its items. */
interface Current extends Pick<Items, 'kinds'> {
  move: Move;
  status: RunStatus;
  run: PacedRun;
  /** Resolves when the move has ended, and that is stored. */
  ended: Promise<void>;
}

/**
 * Moves the active links of one connection to another: creates each again there with the time that it has left. One move at a
 * time; it continues after the background was stopped. A link whose outcome is unknown is not sent again.
 */
export class LinkMover {
  readonly #deps: MovingDeps;
  #current: Current | null = null;
  #restoring: Promise<void> | null = null;

  constructor(deps: MovingDeps) {
    this.#deps = deps;
  }

  /** Continues what an earlier start of the background has left; once is enough. Never rejects. */
  restore(): Promise<void> {
    this.#restoring ??= this.#continueStored().catch((error: unknown) => {
      this.#restoring = null;
      logError(error);
    });
    return this.#restoring;
  }

  async plan({ from }: MoveRequest): Promise<MovePlan> {
    return (await planOf(from, this.#deps)).plan;
  }

  /**
   * Begins a move, or continues one that has stopped, unless one is running; resolves with the state of the one that is running
   * then.
   */
  async start({ from, to }: MoveRequest): Promise<MoveState | null> {
    await this.restore();
    if (this.#isRunning()) return this.state();
    const { items, kinds } = this.#unfinished({ from, to }) ?? (await this.#planned(from));
    // Another page may have begun one meanwhile.
    if (this.#isRunning()) return this.state();
    const ended = this.#current?.ended;
    const move: Move = { from, to, items, isDone: false, isCancelled: false, stopped: null };
    const isStored = Promise.resolve(ended).then(() => this.#deps.stored.write(move));
    this.#begin(move, kinds, isStored);
    await isStored;
    return this.state();
  }

  /** Continues a move that stopped because a connection was missing, as those of a policy are while Chromium starts. */
  async resume(): Promise<void> {
    await this.restore();
    await this.#current?.ended;
    const { move } = this.#current ?? {};
    const isMissing = typeof move?.stopped === 'object' && missingConnection.includes(move.stopped?.reason);
    if (move && isMissing && !move.isCancelled) await this.start(move);
  }

  /** The state of the move that is running, or of the last one; null if its result was closed. */
  async state(): Promise<MoveState | null> {
    await this.restore();
    if (!this.#current) return null;
    const { move, kinds, status } = this.#current;
    const count = (kind: ItemKind): number => kinds.filter((each) => each === kind).length;
    return {
      ...status,
      from: move.from,
      to: move.to,
      waiting: count('waiting'),
      created: count('created'),
      failed: count('failed'),
      unknown: count('unknown'),
      links: status.isRunning ? [] : await this.#linksOf(this.#current),
    };
  }

  /** Finishes what is pending, and sends nothing more. */
  async cancel(): Promise<MoveState | null> {
    await this.restore();
    if (this.#current?.status.isRunning) {
      this.#current.run.cancel();
      await this.#store(this.#current, false);
    }
    return this.state();
  }

  /** Removes the result of a move that has ended. */
  async close(): Promise<void> {
    await this.restore();
    const closed = this.#current;
    if (this.#isRunning()) return;
    await closed?.ended;
    // Another page may have begun one meanwhile.
    if (this.#current !== closed) return;
    this.#current = null;
    await this.#deps.stored.write(null);
  }

  /** The items of the last move, if it was between the same connections and some of them were not sent. */
  #unfinished({ from, to }: MoveRequest): Items | null {
    const { move, kinds } = this.#current ?? {};
    const isSame = move?.from === from && move.to === to;
    return isSame && kinds?.includes('waiting') ? { items: move.items, kinds: [...kinds] } : null;
  }

  async #planned(from: string): Promise<Items> {
    const { ids } = await planOf(from, this.#deps);
    const items = ids.map((id) => ({ oldId: id, newId: crypto.randomUUID() }));
    return { items, kinds: items.map(() => 'waiting') };
  }

  #isRunning(): boolean {
    return this.#current?.status.isRunning === true;
  }

  #store(moving: Current, isDone: boolean): Promise<void> {
    const { isCancelled, stopped } = moving.status;
    moving.move = { ...moving.move, isDone: isDone || moving.move.isDone, isCancelled, stopped };
    return this.#deps.stored.write(moving.move);
  }

  #begin(move: Move, kinds: ItemKind[], isStored: Promise<void>): void {
    const { sleep: pause = sleep, now = Date.now } = this.#deps;
    const { isDone, isCancelled, stopped } = move;
    const onStatus = (changes: Partial<RunStatus>): void => {
      moving.status = { ...moving.status, ...changes };
    };
    const moving: Current = {
      move,
      kinds,
      status: { ...idle, isRunning: !isDone, isCancelled, stopped },
      run: new PacedRun({
        sleep: pause,
        // The move is running until its result is stored.
        onStatus: (changes) => onStatus({ ...changes, isRunning: true }),
        maxPending,
        now,
      }),
      ended: Promise.resolve(),
    };
    this.#current = moving;
    if (!isDone)
      moving.ended = this.#run(moving, isStored)
        .catch(logError)
        .finally(() => onStatus({ isRunning: false }));
  }

  /** Sends the waiting items, and then stores that nothing more is sent. */
  async #run(moving: Current, isStored: Promise<void>): Promise<void> {
    const { setAlarm } = this.#deps;
    await isStored;
    await setAlarm(true);
    const waiting = moving.kinds.flatMap((kind, index) => (kind === 'waiting' ? [index] : []));
    // The move may have been cancelled before it began.
    if (!moving.status.isCancelled) await moving.run.send(waiting, (index) => this.#try(moving, index));
    // Where the service does not answer, its list does not come either.
    if (!moving.status.isCancelled && !moving.status.stopped) await this.#settleByList(moving);
    await this.#store(moving, true);
    await setAlarm(false);
  }

  async #try(moving: Current, index: number): Promise<Failure | null> {
    const item = moving.move.items[index];
    if (!item) return null;
    try {
      const { kind, failure } = await tryItem(item, moving.move.to, this.#deps);
      moving.kinds[index] = kind;
      return failure;
    } catch (error) {
      return { reason: unwritableReason(error), hadEffect: 'no' };
    }
  }

  async #settleByList({ move, kinds }: Current): Promise<void> {
    const unknown = move.items.filter((_, index) => kinds[index] === 'unknown');
    const settled = await settleByList(unknown, move.to, this.#deps).catch(logAndReturn(new Set()));
    for (const [index, { newId }] of move.items.entries()) if (settled.has(newId)) kinds[index] = 'created';
  }

  async #continueStored(): Promise<void> {
    const move = await this.#deps.stored.read();
    if (!move) return;
    const kinds: ItemKind[] = [];
    for (const item of move.items) kinds.push(await recoverItem(item, this.#deps));
    this.#begin({ ...move, isDone: move.isDone || move.isCancelled }, kinds, Promise.resolve());
  }

  async #linksOf({ move, kinds }: Current): Promise<MovedLink[]> {
    const { journal } = this.#deps;
    const found = await Promise.all(
      move.items.map(async ({ oldId }, index): Promise<MovedLink[]> => {
        const kind = kinds[index] ?? 'waiting';
        const old = await journal.find(oldId);
        if (!old?.shortLink || kind === 'waiting') return [];
        const { title, link, shortLink, movedTo } = old;
        return [{ title, link, oldShortLink: shortLink, newShortLink: movedTo?.shortLink ?? null, kind }];
      }),
    );
    return found.flat();
  }
}
