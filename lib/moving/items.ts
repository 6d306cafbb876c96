import { isUntried } from '../batch/batch.ts';
import type { Reason } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import type { ActiveLinks } from '../history/journal.ts';
import { settleWithRetry } from '../history/settling.ts';
import { type Attempt, type CreatedAttempt, isCreated, type Journal } from '../history/types.ts';
import { type ConnectionHint, featuresOf } from '../settings/connection-hint.ts';
import type { Outcome } from '../shortening/request.ts';
import type { CreationRequest, Shortener } from '../shortening/shortening.ts';
import { noExpiry } from '../validity/contract.ts';
import type { ItemKind, Move, MovePlan } from './move.ts';

export interface ItemDeps {
  shortener: Pick<Shortener, 'shorten' | 'findAttempt'>;
  journal: Pick<Journal, 'find' | 'settle' | 'remove'> & Pick<ActiveLinks, 'active'>;
  settings(): Promise<{ connections: readonly ConnectionHint[] }>;
  /** Milliseconds. */
  now?: () => number;
}

/** The id of an attempt, and the id of the new attempt that moves its link. */
type Item = Move['items'][number];

/** Seconds: a link that expires sooner is not worth another one. */
const leastTime = 60;

/** Reasons that stop a batch, since all its items have the same validity; in a move, they concern one link only. */
const ofOneLink: readonly Reason[] = ['validity-invalid', 'validity-not-allowed'];

/** What a move shows of an attempt: one that is pending was sent by a background that has stopped. */
const kinds: Record<Attempt['state'], ItemKind> = {
  sending: 'unknown',
  created: 'created',
  failed: 'failed',
  unknown: 'unknown',
};

/** Whether an attempt that failed for this reason is sent again by the same move. */
const isSentAgain = (failed: Failure | undefined): boolean =>
  failed?.hadEffect === 'no' &&
  !ofOneLink.includes(failed.reason) &&
  (isUntried(failed) || failed.reason === 'ending-taken');

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
    validity: expiresAt >= noExpiry ? { kind: 'never' } : { kind: 'until', expiresAt },
    private: false,
    another: true,
    connection: to,
    ending,
    note,
    movedFrom: old,
  };
};

const isMovable = (attempt: Attempt | null, { now = Date.now }: ItemDeps): attempt is CreatedAttempt =>
  attempt !== null && isCreated(attempt) && attempt.expiresAt > now() / 1000 + leastTime;

/** Why a link is left out of a new move; null if it is not. */
const leftOut = async (
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
  for (const each of await journal.active(from, now() / 1000 + leastTime)) {
    if (!isMovable(each, deps)) continue;
    const reason = await leftOut(each, deps);
    plan[reason ?? 'links'] += 1;
    if (!reason) ids.push(each.id);
  }
  return { plan, ids };
};

const settleMoved = (
  from: string,
  { id, shortLink }: Pick<Attempt, 'id' | 'shortLink'>,
  { journal }: ItemDeps,
): Promise<void> => settleWithRetry(journal, from, { movedTo: { id, shortLink } });

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

/** What became of an item, and the failure that a run has to know of. */
interface Tried {
  kind: ItemKind;
  failure: Failure | null;
}

/** Moves the link of an item to this connection. Rejects if the history cannot be written: then nothing was sent. */
export const tryItem = async (item: Item, to: string, deps: ItemDeps): Promise<Tried> => {
  const { journal } = deps;
  const old = await journal.find(item.from);
  if (!isMovable(old, deps)) return { kind: 'failed', failure: null };
  // Stored before the request is sent, so that a later move can find out whether this one created a link.
  await journal.settle(item.from, { movedTo: { id: item.to } });
  const outcome = await createAgain(old, { id: item.to, to }, deps);
  if (outcome.ok) {
    await settleMoved(item.from, outcome, deps);
    return { kind: 'created', failure: null };
  }
  const { failure } = outcome;
  if (isSentAgain(failure)) {
    await journal.remove(item.to);
    return { kind: 'waiting', failure };
  }
  return {
    kind: failure.hadEffect === 'no' ? 'failed' : 'unknown',
    failure: ofOneLink.includes(failure.reason) ? null : failure,
  };
};

/** What became of an item before the background was stopped. */
export const recoverItem = async ({ from, to }: Item, deps: ItemDeps): Promise<ItemKind> => {
  const { journal, shortener } = deps;
  const [old, next] = await Promise.all([journal.find(from), shortener.findAttempt(to, false)]);
  if (next?.state === 'created' && old?.movedTo?.shortLink === undefined) await settleMoved(from, next, deps);
  if (next?.state === 'failed' && isSentAgain(next.failure)) {
    await journal.remove(to);
    return 'waiting';
  }
  if (next) return kinds[next.state];
  // If the entry of the new link was removed from the history, the old one still says that it was created.
  return old?.movedTo?.id === to && old.movedTo.shortLink !== undefined ? 'created' : 'waiting';
};
