import { longestList } from '../api/links/contract.ts';
import type { ServiceLink } from '../api/links/operations.ts';
import { leavesUnsettled } from '../batch/batch.ts';
import type { Connection } from '../connection/service.ts';
import type { Reason } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import type { ActiveLinks } from '../history/journal.ts';
import { settleWithRetry } from '../history/settling.ts';
import { type Attempt, type CreatedAttempt, isCreated, type Journal } from '../history/types.ts';
import { type ConnectionInfo, featuresOf } from '../settings/connection-info.ts';
import type { Outcome } from '../shortening/request.ts';
import type { CreationRequest, Shortener } from '../shortening/shortening.ts';
import { expiryOf, validityUntil } from '../validity/validity.ts';
import type { ItemKind, Move, MovePlan } from './move.ts';

export interface ItemDeps {
  shortener: Pick<Shortener, 'shorten' | 'findAttempt'>;
  /** The connection with this id; null if there is none. */
  connection(id: string): Promise<Pick<Connection, 'listLinks' | 'serviceTime'> | null>;
  journal: Pick<Journal, 'find' | 'findByShortLink' | 'settle' | 'remove'> & Pick<ActiveLinks, 'active'>;
  settings(): Promise<{ connections: readonly ConnectionInfo[] }>;
  /** Milliseconds. */
  now?: () => number;
}

/** The id of an attempt, and the id of the new attempt that moves its link. */
type Item = Move['items'][number];

/** Seconds: a link that expires sooner is not moved. */
const minTimeLeft = 60;

/** Reasons that stop a batch, since all its items have the same validity; in a move, they concern one link only. */
const singleLinkReasons: readonly Reason[] = ['validity-invalid', 'validity-not-allowed'];

/** The outcome of an item by its new attempt: one that is "sending" was sent by a background that has stopped. */
const kinds: Record<Attempt['state'], ItemKind> = {
  sending: 'unknown',
  created: 'created',
  failed: 'failed',
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
  };
};

const isMovable = (attempt: Attempt | null, { now = Date.now }: ItemDeps): attempt is CreatedAttempt =>
  attempt !== null && isCreated(attempt) && attempt.expiresAt > now() / 1000 + minTimeLeft;

/** Why a link is left out of a new move; null if it is not. */
const exclusionOf = async (
  { limit, movedTo }: Attempt,
  { shortener }: ItemDeps,
): Promise<Exclude<keyof MovePlan, 'links'> | null> => {
  if (limit !== undefined) return 'limited';
  if (!movedTo) return null;
  if (movedTo.shortLink !== undefined) return 'moved';
  const next = await shortener.findAttempt(movedTo.id, false);
  if (!next || next.state === 'failed') return null;
  return next.state === 'created' ? 'moved' : 'unknown';
};

/** The plan of a move, and the ids of the links that it creates again. */
export const planOf = async (from: string, deps: ItemDeps): Promise<{ plan: MovePlan; ids: string[] }> => {
  const { journal, now = Date.now } = deps;
  const plan: MovePlan = { links: 0, limited: 0, moved: 0, unknown: 0 };
  const ids: string[] = [];
  for (const each of await journal.active(from, now() / 1000 + minTimeLeft)) {
    if (!isMovable(each, deps)) continue;
    const reason = await exclusionOf(each, deps);
    plan[reason ?? 'links'] += 1;
    if (!reason) ids.push(each.id);
  }
  return { plan, ids };
};

const settleMoved = (
  oldId: string,
  { id, shortLink }: Pick<Attempt, 'id' | 'shortLink'>,
  { journal }: Pick<ItemDeps, 'journal'>,
): Promise<void> => settleWithRetry(journal, oldId, { movedTo: { id, shortLink } });

/** Creates a link again, without its ending if that is taken. */
const createAgain = async (
  old: CreatedAttempt,
  { id, to }: { id: string; to: string },
  { shortener, journal, settings }: ItemDeps,
): Promise<Outcome> => {
  const { connections } = await settings();
  const ending = featuresOf(connections, to).includes('ending') ? old.ending : undefined;
  const outcome = await shortener.shorten(requestFor(old, { id, to, ending }));
  const isTaken = !outcome.ok && outcome.failure.reason === 'ending-taken';
  if (!isTaken || outcome.failure.hadEffect !== 'no') return outcome;
  await journal.remove(id);
  return shortener.shorten(requestFor(old, { id, to, ending: undefined }));
};

/** The outcome of an item, and the failure to which the run reacts. */
interface Tried {
  kind: ItemKind;
  failure: Failure | null;
}

/** Moves the link of an item to this connection. Rejects if the history cannot be written: then nothing was sent. */
export const tryItem = async (item: Item, to: string, deps: ItemDeps): Promise<Tried> => {
  const { journal } = deps;
  const old = await journal.find(item.oldId);
  if (!isMovable(old, deps)) return { kind: 'failed', failure: null };
  // Stored before the request is sent, so that a later move can find out whether this one created a link.
  await journal.settle(item.oldId, { movedTo: { id: item.newId } });
  const outcome = await createAgain(old, { id: item.newId, to }, deps);
  if (outcome.ok) {
    await settleMoved(item.oldId, outcome, deps);
    return { kind: 'created', failure: null };
  }
  const { failure } = outcome;
  if (isSentAgain(failure)) {
    await journal.remove(item.newId);
    return { kind: 'waiting', failure };
  }
  return {
    kind: failure.hadEffect === 'no' ? 'failed' : 'unknown',
    failure: singleLinkReasons.includes(failure.reason) ? null : failure,
  };
};

/** The outcome of an item before the background was stopped. */
export const recoverItem = async ({ oldId, newId }: Item, deps: ItemDeps): Promise<ItemKind> => {
  const { journal, shortener } = deps;
  const [old, next] = await Promise.all([journal.find(oldId), shortener.findAttempt(newId, false)]);
  // The new attempt may be gone, or could not be removed after an earlier attempt had its link.
  if (old?.movedTo?.shortLink !== undefined) return 'created';
  if (next?.state === 'created') await settleMoved(oldId, next, deps);
  if (next?.state === 'failed' && isSentAgain(next.failure)) {
    await journal.remove(newId);
    return 'waiting';
  }
  return next ? kinds[next.state] : 'waiting';
};

/** Pages of a service's list that are read to find the links of a move: 10,000 links. */
const maxPages = 20;

/** Seconds by which a link may seem older than its request, since clocks are read at different moments. */
const clockTolerance = 60;

/**
 * Looks for the links of items whose outcome is unknown in the list of the service, if it has one: a link that leads to the same
 * address until the same time, was created since, and is in no entry of the history. Resolves with the new ids of those that it
 * has found and settled.
 */
export const settleByList = async (
  items: readonly Item[],
  to: string,
  { connection, journal, settings, now = Date.now }: ItemDeps,
): Promise<ReadonlySet<string>> => {
  const settled = new Set<string>();
  const canList = featuresOf((await settings()).connections, to).includes('manage');
  const connected = canList && items.length > 0 ? await connection(to) : null;
  if (!connected) return settled;

  const attempts = (await Promise.all(items.map(({ newId }) => journal.find(newId)))).filter(
    (each) => each !== null,
  );
  const ahead = (await connected.serviceTime()) - now() / 1000;
  const findAttempt = ({ link, expiresAt, createdAt }: ServiceLink): Attempt | undefined =>
    attempts.find(
      (each) =>
        !settled.has(each.id) &&
        each.link === link &&
        expiryOf(each.validity, createdAt) === expiresAt &&
        createdAt > each.createdAt / 1000 + ahead - clockTolerance,
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
      if (moved) await settleMoved(moved.oldId, { id: attempt.id, shortLink }, { journal });
    }
    if (answer.next === null) break;
    after = answer.next;
  }
  return settled;
};
