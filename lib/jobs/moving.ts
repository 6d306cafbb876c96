import type { HistoryJournal } from '../history/journal.ts';
import { type CreatedAttempt, isCreated } from '../history/outcome.ts';
import type { Attempt } from '../history/types.ts';
import type { ItemOf } from './job.ts';

/** A link that expires sooner is not moved. */
const minTimeLeftSeconds = 60;

export const isMovable = (attempt: Attempt | null, nowMs: number): attempt is CreatedAttempt =>
  attempt !== null && isCreated(attempt) && attempt.expiresAt > nowMs / 1000 + minTimeLeftSeconds;

/** How many links a move would create again, and why others are left out. */
export interface MovePlan {
  links: number;
  /** Links with a limit of opens: the extension does not know how many are left. */
  limited: number;
  /** Links that were moved before. */
  moved: number;
  /** Links that an earlier move may have created. */
  unknown: number;
}

type SearchedJournal = Pick<HistoryJournal, 'find' | 'active'>;

/** Why a link is left out of a new move; null if it is not. */
export const exclusionOf = async (
  { limit, movedTo }: Attempt,
  journal: Pick<SearchedJournal, 'find'>,
): Promise<Exclude<keyof MovePlan, 'links'> | null> => {
  if (limit !== undefined) return 'limited';
  if (!movedTo) return null;
  if (movedTo.shortLink !== undefined) return 'moved';
  const next = await journal.find(movedTo.id);
  if (!next || next.state === 'failed') return null;
  return next.state === 'created' ? 'moved' : 'unknown';
};

/** The plan of a move of the active links of a connection, and the items that create them again. */
export const planMove = async (
  from: string,
  journal: SearchedJournal,
  nowMs = Date.now(),
): Promise<{ plan: MovePlan; items: ItemOf<'move'>[] }> => {
  const plan: MovePlan = { links: 0, limited: 0, moved: 0, unknown: 0 };
  const items: ItemOf<'move'>[] = [];
  for (const each of await journal.active(from, nowMs / 1000 + minTimeLeftSeconds)) {
    if (!isMovable(each, nowMs)) continue;
    const reason = await exclusionOf(each, journal);
    plan[reason ?? 'links'] += 1;
    if (!reason) items.push({ oldId: each.id });
  }
  return { plan, items };
};
