import { serialQueue } from '../async/async.ts';
import type { ActiveLinks } from '../history/journal.ts';
import type { Attempt, Journal } from '../history/types.ts';
import type { JobChanges, JobOf, Outcome } from '../jobs/job.ts';
import { isMovable, minTimeLeftSeconds } from '../jobs/job-kinds.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { Shortener } from '../shortening/shortening.ts';
import type { ItemKind, MovedLink, MovePlan, MoveRequest, MoveState } from './move.ts';

interface MovingDeps {
  runner: JobRunner;
  shortener: Pick<Shortener, 'findAttempt'>;
  journal: Pick<Journal, 'find'> & Pick<ActiveLinks, 'active'>;
  now?: () => number;
}

const kindOf = (outcome: Outcome): ItemKind => {
  if (outcome === null || outcome.state === 'sending') return 'waiting';
  return outcome.state === 'refused' ? 'failed' : outcome.state;
};

/** The last move, with the outcome of each of its items. */
interface LastMove extends Pick<JobChanges, 'status'> {
  job: JobOf<'move'>;
  kinds: ItemKind[];
}

/**
 * Moves the active links of one connection to another: plans it, and begins the job that creates each again there with the time
 * that it has left. One move at a time.
 */
export const createLinkMover = ({ runner, shortener, journal, now = Date.now }: MovingDeps) => {
  const inTurn = serialQueue();

  const readLast = async (): Promise<LastMove | null> => {
    const last = (await runner.list(false)).find(({ kind }) => kind === 'move');
    const found = last && (await runner.changes(last.id, ''));
    if (found?.job?.kind !== 'move') return null;
    return { job: found.job, status: found.status, kinds: found.outcomes.map(([, each]) => kindOf(each)) };
  };

  /** Why a link is left out of a new move; null if it is not. */
  const exclusionOf = async ({
    limit,
    movedTo,
  }: Attempt): Promise<Exclude<keyof MovePlan, 'links'> | null> => {
    if (limit !== undefined) return 'limited';
    if (!movedTo) return null;
    if (movedTo.shortLink !== undefined) return 'moved';
    const next = await shortener.findAttempt(movedTo.id, false);
    if (!next || next.state === 'failed') return null;
    return next.state === 'created' ? 'moved' : 'unknown';
  };

  /** The plan of a move, and the ids of the links that it creates again. */
  const planOf = async (from: string): Promise<{ plan: MovePlan; ids: string[] }> => {
    const plan: MovePlan = { links: 0, limited: 0, moved: 0, unknown: 0 };
    const ids: string[] = [];
    for (const each of await journal.active(from, now() / 1000 + minTimeLeftSeconds)) {
      if (!isMovable(each, now())) continue;
      const reason = await exclusionOf(each);
      plan[reason ?? 'links'] += 1;
      if (!reason) ids.push(each.id);
    }
    return { plan, ids };
  };

  const linksOf = async ({ job, kinds }: LastMove): Promise<MovedLink[]> => {
    const found = await Promise.all(
      job.items.map(async ({ input }, index): Promise<MovedLink[]> => {
        const kind = kinds[index] ?? 'waiting';
        const old = await journal.find(input.oldId);
        if (!old?.shortLink || kind === 'waiting') return [];
        const { title, link, shortLink, movedTo } = old;
        return [{ title, link, oldShortLink: shortLink, newShortLink: movedTo?.shortLink ?? null, kind }];
      }),
    );
    return found.flat();
  };

  /** The state of the move that is running, or of the last one; null if its result was closed. */
  const state = async (): Promise<MoveState | null> => {
    const last = await readLast();
    if (!last) return null;
    const { job, status, kinds } = last;
    const count = (kind: ItemKind): number => kinds.filter((each) => each === kind).length;
    return {
      ...status,
      from: job.from,
      to: job.to,
      waiting: count('waiting'),
      created: count('created'),
      failed: count('failed'),
      unknown: count('unknown'),
      links: status.isRunning ? [] : await linksOf(last),
    };
  };

  return {
    state,

    plan: async ({ from }: MoveRequest): Promise<MovePlan> => (await planOf(from)).plan,

    /**
     * Begins a move, or continues one that has stopped, unless one is running; resolves with the state of the one that is running
     * then.
     */
    start: ({ from, to }: MoveRequest): Promise<MoveState | null> =>
      inTurn(async () => {
        const last = await readLast();
        if (last?.status.isRunning) return state();
        if (last?.job.from === from && last.job.to === to && last.kinds.includes('waiting')) {
          await runner.retry(last.job.id, false);
          return state();
        }
        const { ids } = await planOf(from);
        if (last) await runner.close(last.job.id);
        const items = ids.map((oldId) => ({ oldId }));
        await runner.start({ id: crypto.randomUUID(), kind: 'move', private: false, from, to, items });
        return state();
      }),

    /** Finishes what is pending, and sends nothing more. */
    async cancel(): Promise<MoveState | null> {
      const last = await readLast();
      if (last) await runner.stop(last.job.id);
      return state();
    },

    /** Removes the result of a move that has ended. */
    close: (): Promise<void> =>
      inTurn(async () => {
        const last = await readLast();
        if (last) await runner.close(last.job.id);
      }),
  };
};

export type LinkMover = ReturnType<typeof createLinkMover>;
