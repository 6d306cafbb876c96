import { longestList } from '../api/links/contract.ts';
import type { ServiceLink } from '../api/links/operations.ts';
import { sleep } from '../async/async.ts';
import { idle, leavesUnsettled, type RunStatus } from '../batch/batch.ts';
import type { Connection } from '../connection/service.ts';
import { logAndReturn, logError } from '../errors/error-log.ts';
import type { Reason } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import type { ActiveLinks } from '../history/journal.ts';
import { settleWithRetry, unwritableReason } from '../history/settling.ts';
import { type CreatedAttempt, failureOf, isCreated } from '../history/outcome.ts';
import type { Attempt, Journal } from '../history/types.ts';
import { maxPending } from '../jobs/job-kinds.ts';
import { PacedRun } from '../jobs/paced-run.ts';
import { featuresOf } from '../settings/connection-info.ts';
import { readSettingsOrDefaults } from '../settings/settings.ts';
import type { CreationRequest } from '../shortening/new-attempt.ts';
import type { Shortener } from '../shortening/shortening.ts';
import type { StoredItem } from '../storage/storage.ts';
import { expiryOf, validityUntil } from '../validity/validity.ts';
import type { ItemKind, Move, MovedLink, MovePlan, MoveRequest, MoveState } from './move.ts';

interface MovingDeps {
  shortener: Pick<Shortener, 'shorten' | 'findAttempt'>;
  /** The connection with this id; null if there is none. */
  connection(id: string): Promise<Pick<Connection, 'listLinks' | 'serviceTime'> | null>;
  journal: Pick<Journal, 'find' | 'findByShortLink' | 'settle' | 'remove'> & Pick<ActiveLinks, 'active'>;
  stored: StoredItem<Move | null>;
  /** Starts or stops an alarm that calls `restore`, since the browser may stop the background during a move. */
  setAlarm(isOn: boolean): unknown;
  sleep?: typeof sleep;
  now?: () => number;
}

/** The id of an attempt, and the id of the new attempt that moves its link. */
type Item = Move['items'][number];

/** A link that expires sooner is not moved. */
const minTimeLeftSeconds = 60;

/** Reasons that stop a batch, since all its items have the same validity; in a move, they concern one link only. */
const singleLinkReasons: readonly Reason[] = ['validity-invalid', 'validity-not-allowed'];

/** The outcome of an item by its new attempt: one that is "sending" was sent by a background that has stopped. */
const kinds: Record<Attempt['state'], ItemKind> = {
  sending: 'unknown',
  created: 'created',
  failed: 'failed',
  refused: 'failed',
  unknown: 'unknown',
};

/** Whether an attempt that failed for this reason is sent again by the same move. */
const isSentAgain = (failed: Failure | undefined): boolean =>
  failed?.hadEffect === 'no' &&
  !singleLinkReasons.includes(failed.reason) &&
  (leavesUnsettled(failed) || failed.reason === 'ending-taken');

/** The request that creates a link again for another connection, with the time that it has left. */
const requestFor = (
  old: CreatedAttempt,
  { id, to, ending }: { id: string; to: string; ending: string | undefined },
): CreationRequest => {
  const { link, title, expiresAt, note } = old;
  return {
    id,
    link,
    title,
    validity: validityUntil(expiresAt),
    private: false,
    another: true,
    connection: to,
    ending,
    note,
    movedFrom: old,
    shown: true,
  };
};

/** Pages of a service's list that are read to find the links of a move: 10,000 links. */
const maxPages = 20;

/** How much older than its request a link may seem, since clocks are read at different moments. */
const clockToleranceSeconds = 60;

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
  readonly #now: () => number;
  #current: Current | null = null;
  #restoring: Promise<void> | null = null;

  constructor(deps: MovingDeps) {
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

  async plan({ from }: MoveRequest): Promise<MovePlan> {
    return (await this.#planOf(from)).plan;
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

  #isMovable(attempt: Attempt | null): attempt is CreatedAttempt {
    return (
      attempt !== null && isCreated(attempt) && attempt.expiresAt > this.#now() / 1000 + minTimeLeftSeconds
    );
  }

  /** Why a link is left out of a new move; null if it is not. */
  async #exclusionOf({ limit, movedTo }: Attempt): Promise<Exclude<keyof MovePlan, 'links'> | null> {
    if (limit !== undefined) return 'limited';
    if (!movedTo) return null;
    if (movedTo.shortLink !== undefined) return 'moved';
    const next = await this.#deps.shortener.findAttempt(movedTo.id, false);
    if (!next || next.state === 'failed') return null;
    return next.state === 'created' ? 'moved' : 'unknown';
  }

  /** The plan of a move, and the ids of the links that it creates again. */
  async #planOf(from: string): Promise<{ plan: MovePlan; ids: string[] }> {
    const plan: MovePlan = { links: 0, limited: 0, moved: 0, unknown: 0 };
    const ids: string[] = [];
    for (const each of await this.#deps.journal.active(from, this.#now() / 1000 + minTimeLeftSeconds)) {
      if (!this.#isMovable(each)) continue;
      const reason = await this.#exclusionOf(each);
      plan[reason ?? 'links'] += 1;
      if (!reason) ids.push(each.id);
    }
    return { plan, ids };
  }

  async #planned(from: string): Promise<Items> {
    const { ids } = await this.#planOf(from);
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
    const { isDone, isCancelled, stopped } = move;
    const onStatus = (changes: Partial<RunStatus>): void => {
      moving.status = { ...moving.status, ...changes };
    };
    const moving: Current = {
      move,
      kinds,
      status: { ...idle, isRunning: !isDone, isCancelled, stopped },
      run: new PacedRun({
        sleep: this.#deps.sleep ?? sleep,
        // The move is running until its result is stored.
        onStatus: (changes) => onStatus({ ...changes, isRunning: true }),
        maxPending,
        now: this.#now,
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
      const { kind, failure } = await this.#tryItem(item, moving.move.to);
      moving.kinds[index] = kind;
      return failure;
    } catch (error) {
      return { reason: unwritableReason(error), hadEffect: 'no' };
    }
  }

  #settleMoved(oldId: string, { id, shortLink }: Pick<Attempt, 'id' | 'shortLink'>): Promise<void> {
    return settleWithRetry(this.#deps.journal, oldId, { movedTo: { id, shortLink } });
  }

  /** Creates a link again, without its ending if that is taken. */
  async #createAgain(old: CreatedAttempt, { id, to }: { id: string; to: string }): Promise<Attempt> {
    const { shortener, journal } = this.#deps;
    const { connections } = await readSettingsOrDefaults();
    const ending = featuresOf(connections, to).includes('ending') ? old.ending : undefined;
    const attempt = await shortener.shorten(requestFor(old, { id, to, ending }));
    const { failure } = attempt;
    if (failure?.reason !== 'ending-taken' || failure.hadEffect !== 'no') return attempt;
    await journal.remove(id);
    return shortener.shorten(requestFor(old, { id, to, ending: undefined }));
  }

  /**
   * Moves the link of an item to this connection: the outcome of the item, and the failure to which the run reacts. Rejects if
   * the history cannot be written: then nothing was sent.
   */
  async #tryItem(item: Item, to: string): Promise<{ kind: ItemKind; failure: Failure | null }> {
    const { journal } = this.#deps;
    const old = await journal.find(item.oldId);
    if (!this.#isMovable(old)) return { kind: 'failed', failure: null };
    // Stored before the request is sent, so that a later move can find out whether this one created a link.
    await journal.settle(item.oldId, { movedTo: { id: item.newId } });
    const attempt = await this.#createAgain(old, { id: item.newId, to });
    if (isCreated(attempt)) {
      await this.#settleMoved(item.oldId, attempt);
      return { kind: 'created', failure: null };
    }
    const failure = failureOf(attempt);
    if (isSentAgain(failure)) {
      await journal.remove(item.newId);
      return { kind: 'waiting', failure };
    }
    return {
      kind: failure.hadEffect === 'no' ? 'failed' : 'unknown',
      failure: singleLinkReasons.includes(failure.reason) ? null : failure,
    };
  }

  async #settleByList({ move, kinds }: Current): Promise<void> {
    const unknown = move.items.filter((_, index) => kinds[index] === 'unknown');
    const settled = await this.#findInList(unknown, move.to).catch(logAndReturn(new Set()));
    for (const [index, { newId }] of move.items.entries()) if (settled.has(newId)) kinds[index] = 'created';
  }

  /**
   * Looks for the links of items whose outcome is unknown in the list of the service, if it has one: a link that leads to the same
   * address until the same time, was created since, and is in no entry of the history. Resolves with the new ids of those that it
   * has found and settled.
   */
  async #findInList(items: readonly Item[], to: string): Promise<ReadonlySet<string>> {
    const { connection, journal } = this.#deps;
    const settled = new Set<string>();
    const canList = featuresOf((await readSettingsOrDefaults()).connections, to).includes('manage');
    const connected = canList && items.length > 0 ? await connection(to) : null;
    if (!connected) return settled;

    const attempts = (await Promise.all(items.map(({ newId }) => journal.find(newId)))).filter(
      (each) => each !== null,
    );
    const ahead = (await connected.serviceTime()) - this.#now() / 1000;
    const findAttempt = ({ link, expiresAt, createdAt }: ServiceLink): Attempt | undefined =>
      attempts.find(
        (each) =>
          !settled.has(each.id) &&
          each.link === link &&
          expiryOf(each.validity, createdAt) === expiresAt &&
          createdAt > each.createdAt / 1000 + ahead - clockToleranceSeconds,
      );
    let after: string | undefined;
    for (let page = 0; page < maxPages && settled.size < attempts.length; page += 1) {
      const answer = await connected.listLinks({ after, limit: longestList });
      if (!answer.ok) break;
      for (const { shortLink, ...found } of answer.links) {
        const attempt = findAttempt(found);
        if (!attempt || (await journal.findByShortLink(shortLink)).length > 0) continue;
        const { expiresAt } = found;
        await journal.settle(attempt.id, { state: 'created', shortLink, expiresAt, failure: undefined });
        settled.add(attempt.id);
        const moved = items.find(({ newId }) => newId === attempt.id);
        if (moved) await this.#settleMoved(moved.oldId, { id: attempt.id, shortLink });
      }
      if (answer.next === null) break;
      after = answer.next;
    }
    return settled;
  }

  /** The outcome of an item before the background was stopped. */
  async #recoverItem({ oldId, newId }: Item): Promise<ItemKind> {
    const { journal, shortener } = this.#deps;
    const [old, next] = await Promise.all([journal.find(oldId), shortener.findAttempt(newId, false)]);
    // The new attempt may be gone, or could not be removed after an earlier attempt had its link.
    if (old?.movedTo?.shortLink !== undefined) return 'created';
    if (next?.state === 'created') await this.#settleMoved(oldId, next);
    if (next?.state === 'failed' && isSentAgain(next.failure)) {
      await journal.remove(newId);
      return 'waiting';
    }
    return next ? kinds[next.state] : 'waiting';
  }

  async #continueStored(): Promise<void> {
    const move = await this.#deps.stored.read();
    if (!move) return;
    const kinds: ItemKind[] = [];
    for (const item of move.items) kinds.push(await this.#recoverItem(item));
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
