import type { Outcome, ShortenRequest } from './request.ts';

type Shorten = (request: ShortenRequest) => Promise<Outcome>;

/**
 * A function that shortens, and calls `open` with a link that was created for this very request. Another id in the outcome
 * belongs to a link that already existed, or to a pending request of another click.
 */
export const withOpening =
  (shorten: Shorten, open: (shortLink: string) => unknown): Shorten =>
  async (request) => {
    const outcome = await shorten(request);
    if (outcome.ok && outcome.id === request.id) open(outcome.shortLink);
    return outcome;
  };
