import * as z from 'zod/mini';
import { serialQueue } from '../async/async.ts';
import type { HistoryJournal } from '../history/journal.ts';
import type { Attempt } from '../history/types.ts';
import type { Shortener } from '../shortening/shortening.ts';
import { isMovable, minTimeLeftSeconds } from './job-kinds.ts';
import type { JobRunner } from './job-runner.ts';

/** The ids of two connections: links are moved from one to the other. */
export const moveRequest = () =>
  z.object({ from: z.string(), to: z.string() }).check(z.refine(({ from, to }) => from !== to));

type MoveRequest = z.infer<ReturnType<typeof moveRequest>>;

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

/** Moves the active links of one connection to another: plans it, and begins the job. One move at a time. */
export const createMoves = ({
  runner,
  findAttempt,
  journal,
  now = Date.now,
}: {
  runner: JobRunner;
  findAttempt: Shortener['findAttempt'];
  journal: Pick<HistoryJournal, 'active'>;
  now?: () => number;
}) => {
  const inTurn = serialQueue();

  /** Why a link is left out of a new move; null if it is not. */
  const exclusionOf = async ({
    limit,
    movedTo,
  }: Attempt): Promise<Exclude<keyof MovePlan, 'links'> | null> => {
    if (limit !== undefined) return 'limited';
    if (!movedTo) return null;
    if (movedTo.shortLink !== undefined) return 'moved';
    const next = await findAttempt(movedTo.id, false);
    if (!next || next.state === 'failed') return null;
    return next.state === 'created' ? 'moved' : 'unknown';
  };

  /** The plan of a move, and the links that it creates again. */
  const planOf = async (from: string) => {
    const plan: MovePlan = { links: 0, limited: 0, moved: 0, unknown: 0 };
    const items: { oldId: string }[] = [];
    for (const each of await journal.active(from, now() / 1000 + minTimeLeftSeconds)) {
      if (!isMovable(each, now())) continue;
      const reason = await exclusionOf(each);
      plan[reason ?? 'links'] += 1;
      if (!reason) items.push({ oldId: each.id });
    }
    return { plan, items };
  };

  return {
    plan: async ({ from }: MoveRequest): Promise<MovePlan> => (await planOf(from)).plan,

    /** Begins a move, unless one is there whose result was not closed. Resolves with the id of its job. */
    start: ({ from, to }: MoveRequest): Promise<string> =>
      inTurn(async () => {
        const last = (await runner.list(false)).find(({ kind }) => kind === 'move');
        if (last) return last.id;
        const { items } = await planOf(from);
        const id = crypto.randomUUID();
        await runner.start({ id, kind: 'move', private: false, from, to, items });
        return id;
      }),
  };
};

export type Moves = ReturnType<typeof createMoves>;
