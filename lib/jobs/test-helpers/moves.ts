import type { ItemOf, Outcome, RunStatus } from '../job.ts';
import type { JobRunner } from '../job-runner.ts';
import { planMove } from '../moving.ts';

type Kind = 'waiting' | 'created' | 'failed' | 'unknown';

const kindOf = (outcome: Outcome): Kind => {
  if (outcome === null || outcome.state === 'sending') return 'waiting';
  return outcome.state === 'refused' ? 'failed' : outcome.state;
};

/** A move: how many of its links have each outcome, and each link that was sent. */
export interface MoveState extends RunStatus, Record<Kind, number> {
  links: { title: string; link: string; oldShortLink: string; newShortLink: string | null; kind: Kind }[];
}

/** The only move of a background, as its page sees and changes it. */
export const onlyMove = (
  runner: JobRunner,
  journal: Parameters<typeof planMove>[1],
  now: () => number = Date.now,
) => {
  const id = async (): Promise<string> => (await runner.list(false))[0]?.id ?? '';
  return {
    plan: async (from: string) => (await planMove(from, journal, now())).plan,
    /** `given`: in place of those of the plan. */
    async start({ from, to }: { from: string; to: string }, given?: ItemOf<'move'>[]): Promise<void> {
      const items = given ?? (await planMove(from, journal, now())).items;
      const job = { id: crypto.randomUUID(), startedAt: now(), kind: 'move', private: false } as const;
      await runner.start({ ...job, from, to, items });
    },
    stop: async () => runner.stop(await id()),
    close: async () => runner.close(await id()),
    retry: async () => runner.retry(await id(), true),
    resume: () => runner.resume(),

    /** Null without a move. */
    async state(): Promise<MoveState | null> {
      const found = await runner.changes(await id(), '');
      if (found?.job?.kind !== 'move') return null;
      const { items } = found.job;
      const outcomes = found.outcomes.map(([, each]) => each);
      const count = (kind: Kind): number => outcomes.filter((each) => kindOf(each) === kind).length;
      const links: MoveState['links'] = [];
      for (const [index, outcome] of outcomes.entries()) {
        const old = await journal.find(items[index]?.oldId ?? '');
        if (!outcome || outcome.state === 'sending' || !old?.shortLink) continue;
        const { title, link, shortLink } = old;
        const newShortLink = outcome.shortLink ?? null;
        links.push({ title, link, oldShortLink: shortLink, newShortLink, kind: kindOf(outcome) });
      }
      return {
        ...found.status,
        waiting: count('waiting'),
        created: count('created'),
        failed: count('failed'),
        unknown: count('unknown'),
        links,
      };
    },
  };
};

export type OnlyMove = ReturnType<typeof onlyMove>;
