import { interrupted } from '../failures/failures.ts';
import type { Outcome, ShortenRequest } from '../shortening/request.ts';
import type { Failure } from '../failures/schema.ts';
import type { Attempt } from '../history/contract.ts';

/** The background as a page reaches it: every call may reject, since the worker may stop at any time. */
export interface BatchBackground {
  shorten(request: ShortenRequest): Promise<Outcome>;
  /** What is known of an attempt: null if none with this id was ever begun. */
  attempt(id: string): Promise<Attempt | null>;
  /** Waits milliseconds, or until the signal aborts. Never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** How often a request is sent as long as it was never begun. */
const maxSends = 5;

/** How often, once a second, the outcome of a request is looked up. */
const maxLookups = 30;

const outcomeOf = ({ id, shortLink, expiresAt, failure }: Attempt): Outcome =>
  shortLink === undefined || expiresAt === undefined
    ? { ok: false, id, failure: failure ?? interrupted }
    : { ok: true, id, shortLink, expiresAt };

/** Looks up the outcome of a request that got no answer; null if it was never begun. */
const lookUp = async (
  { id }: ShortenRequest,
  { attempt, wait }: BatchBackground,
): Promise<Outcome | null> => {
  for (let lookup = 0; lookup < maxLookups; lookup += 1) {
    if (lookup > 0) await wait(1000);
    const found = await attempt(id).catch(() => undefined);
    if (found === null) return null;
    if (found && found.state !== 'sending') return outcomeOf(found);
  }
  return { ok: false, id, failure: interrupted };
};

/** The background does not accept the request, and nothing was sent. */
const neverBegun: Failure = { reason: 'interrupted', linkCreated: 'no' };

/**
 * Sends a request and gets its outcome even if the worker stops: a request that was never begun is sent again as it is, one
 * that was begun is only looked up. `isBegun`: it may have been sent before, by this page before a reload. Never rejects.
 */
export const sendWithRecovery = async (
  request: ShortenRequest,
  { background, isBegun }: { background: BatchBackground; isBegun: boolean },
): Promise<Outcome> => {
  let outcome = isBegun ? await lookUp(request, background) : null;
  for (let sends = 0; outcome === null && sends < maxSends; sends += 1)
    outcome = await background.shorten(request).catch(() => lookUp(request, background));
  return outcome ?? { ok: false, id: request.id, failure: neverBegun };
};
