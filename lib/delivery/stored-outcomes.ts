import { validity } from '../validity/schema.ts';
import type { StoredItem } from '../storage/storage.ts';
import * as z from 'zod/mini';
import { serialQueue } from '../async/async.ts';
import { failure } from '../failures/schema.ts';

const told = z.object({
  link: z.string(),
  outcome: z.union([
    z.object({ ok: z.literal(true), shortLink: z.string(), end: z.number(), madeAt: z.optional(z.number()) }),
    z.object({ ok: z.literal(false), failure }),
  ]),
  removed: z.array(z.string()),
  warning: z.nullable(z.enum(['loopback', 'private-network', 'secret'])),
  act: z.nullable(
    z.object({ what: z.enum(['try-again', 'another', 'without-password', 'settings']), id: z.string() }),
  ),
});

const telling = z.object({
  id: z.string(),
  tabId: z.int(),
  /** Where the toast is that tells it: see `spotOf`. */
  spot: z.optional(z.string()),
  wish: z.object({
    link: z.string(),
    title: z.string(),
    validity,
    private: z.boolean(),
    another: z.optional(z.boolean()),
  }),
  /** Names of the tracking parameters that were taken out. */
  removed: z.array(z.string()),
  /** The attempt that was made for it. */
  attempt: z.string(),
  told,
});

/** What was asked for, where, and how it ended. */
export type Telling = z.infer<typeof telling>;

export const tellings = z.array(telling);

/** A place on a tab: only there do the buttons of its toast work. */
export type Place = Pick<Telling, 'tabId' | 'spot'>;

/** How many are kept: buttons and notices of older ones no longer work. */
const room = 20;

/** What was told last, in the session's memory: a button may be pressed long after the worker that told it has died. */
export const createKept = (item: StoredItem<Telling[]>) => {
  const run = serialQueue();
  const update = <Result>(
    change: (found: Telling[]) => { next: Telling[]; result: Result },
  ): Promise<Result> =>
    run(async () => {
      const { next, result } = change((await item.read()) ?? []);
      await item.write(next.slice(-room));
      return result;
    });
  return {
    keep: (kept: Telling): Promise<null> =>
      update((found) => ({ next: [...found.filter(({ id }) => id !== kept.id), kept], result: null })),
    find: async (id: string): Promise<Telling | undefined> =>
      (await item.read())?.find((each) => each.id === id),
    /** Gives what a button belongs to, once; `place` is null where it is a page of ours that asks. */
    spend: (actId: string, place: Place | null): Promise<Telling | undefined> =>
      update((found) => {
        const result = found.find(
          ({ told: { act }, tabId, spot }) =>
            act?.id === actId && (!place || (place.tabId === tabId && place.spot === spot)),
        );
        const spent = (each: Telling): Telling => ({ ...each, told: { ...each.told, act: null } });
        return { next: found.map((each) => (each === result ? spent(each) : each)), result };
      }),
    /** The last private window is gone. */
    async forgetPrivate(): Promise<void> {
      await update((found) => ({ next: found.filter(({ wish }) => !wish.private), result: null }));
    },
  };
};
