import type { Outcome, ShortenRequest } from '../shortening/request.ts';
import type { Failure } from '../failures/schema.ts';
import { interrupted } from '../failures/contract.ts';
import type { Attempt } from '../history/contract.ts';

/** The background as a page reaches it: every call may reject, since the worker may die at any time. */
export interface Background {
  shorten(wish: ShortenRequest): Promise<Outcome>;
  /** What is known of an attempt: null where none of that id was ever begun. */
  attempt(id: string): Promise<Attempt | null>;
  /** Waits milliseconds, or until the signal aborts. Never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** How often a wish is sent that was never begun, and how often, a second apart, it is asked what became of it. */
const sends = 5;
const looks = 30;

const outcomeIn = ({ id, shortLink, end, failure }: Attempt): Outcome =>
  shortLink === undefined || end === undefined
    ? { ok: false, id, failure: failure ?? interrupted }
    : { ok: true, id, shortLink, end };

/** What became of a wish that nobody answered; null where it was never begun. */
const lookedUp = async ({ id }: ShortenRequest, { attempt, wait }: Background): Promise<Outcome | null> => {
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await wait(1000);
    const found = await attempt(id).catch(() => undefined);
    if (found === null) return null;
    if (found && found.state !== 'sending') return outcomeIn(found);
  }
  return { ok: false, id, failure: interrupted };
};

/** Nobody takes the wish, and surely nothing was sent. */
const neverBegun: Failure = { reason: 'interrupted', made: 'no' };

/**
 * Has a wish fulfilled, whatever happens to the worker meanwhile: one that was never begun is sent again as it is, one
 * that was begun never is. `isBegun`: it may have been sent before, by a page that is gone. Never rejects.
 */
export const fulfil = async (
  wish: ShortenRequest,
  { background, isBegun }: { background: Background; isBegun: boolean },
): Promise<Outcome> => {
  let outcome = isBegun ? await lookedUp(wish, background) : null;
  for (let send = 0; outcome === null && send < sends; send += 1)
    outcome = await background.shorten(wish).catch(() => lookedUp(wish, background));
  return outcome ?? { ok: false, id: wish.id, failure: neverBegun };
};
