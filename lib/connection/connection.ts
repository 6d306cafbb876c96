import { notedAs } from '../errors/noted-errors.ts';
import { interrupted } from '../failures/failures.ts';
import type { GrayscaleData } from '../api/contract.ts';
import { ServiceError } from '../api/errors.ts';
import type { Failure } from '../failures/schema.ts';
import type { Account } from './account.ts';
import type { Add, createLinkCreator } from './create-link.ts';
import { isWholeAddress, shortLinkOf } from './address.ts';
import type { Clock } from './clock.ts';
import { type Followed, followShortLink, isAtForeignLocalHost, randomLinksLike } from './follow.ts';

/** `end` in Unix seconds; `isWhole` if the service answered the whole address in place of an identifier. */
export type Shortened =
  { ok: true; shortLink: string; expiresAt: number; isWhole?: boolean } | { ok: false; failure: Failure };

export type MusicAnswer = { ok: true; list: unknown[] } | { ok: false; failure: Failure };

export type GrayscaleAnswer = { ok: true; data: GrayscaleData } | { ok: false; failure: Failure };

/** The account that is connected, without its secrets, and its operations. None of them rejects. */
export interface Connection {
  id: string;
  /** Base address of the service. */
  address: string;
  /** Origin of its short links. */
  shortOrigin: string;
  /** The service's clock, in Unix seconds. */
  seconds(): Promise<number>;
  /** A failure says whether a link may have been created. */
  shorten(add: Add): Promise<Shortened>;
  /** The entries of the service's music list, not yet parsed. */
  music(): Promise<MusicAnswer>;
  /** The times at which the service wants pages in grayscale. */
  grayscale(): Promise<GrayscaleAnswer>;
  /** Opens a short link that this connection created. */
  follow(created: { shortLink: string; isWhole?: boolean | undefined }): Promise<Followed>;
}

type MayReach = (origin: string) => Promise<boolean>;

const failureOf = (error: unknown, service: string): Failure =>
  error instanceof ServiceError ? error.failure : { ...interrupted, service };

/**
 * Makes calls only if the browser allows them, and turns errors into failures. Without the permission the key could
 * still be sent to a service that lets every page call it.
 */
export const withAccess =
  (mayReach: MayReach) =>
  async <Result>(
    { address }: Account,
    call: () => Promise<Result>,
  ): Promise<Result | { ok: false; failure: Failure }> => {
    const isAllowed = await mayReach(new URL(address).origin).catch(notedAs(false));
    if (!isAllowed)
      return { ok: false, failure: { reason: 'access-missing', linkCreated: 'no', service: address } };
    return call().catch((error: unknown) => ({ ok: false, failure: failureOf(error, address) }));
  };

interface ConnectionDeps {
  mayReach: MayReach;
  clock: Clock;
  add: ReturnType<typeof createLinkCreator>;
  getMusic(account: Account): Promise<unknown[]>;
  getGrayscale(account: Account): Promise<GrayscaleData>;
  /** A new deadline for one call. */
  callDeadline(): AbortSignal;
}

/** Returns a function that makes the connection of an account. */
export const createConnections = (deps: ConnectionDeps): ((account: Account) => Connection) => {
  const { mayReach, clock, add, getMusic, getGrayscale, callDeadline } = deps;
  const allowed = withAccess(mayReach);
  return (account) => ({
    id: account.id,
    address: account.address,
    shortOrigin: new URL(shortLinkOf(account, '')).origin,
    seconds: () => clock.seconds(account.address),
    shorten: (request) =>
      allowed<Shortened>(account, async () => {
        const { linkId, expiresAt } = await add(account, request);
        const shortLink = shortLinkOf(account, linkId);
        return { ok: true, shortLink, expiresAt, ...(isWholeAddress(linkId) && { isWhole: true }) };
      }),
    music: () => allowed<MusicAnswer>(account, async () => ({ ok: true, list: await getMusic(account) })),
    grayscale: () =>
      allowed<GrayscaleAnswer>(account, async () => ({ ok: true, data: await getGrayscale(account) })),
    async follow({ shortLink, isWhole = false }) {
      if (isWhole && isAtForeignLocalHost(shortLink, account.address)) return 'nowhere';
      const randomLinks = randomLinksLike(account, { shortLink, isWhole });
      const isAllowed = await mayReach(new URL(shortLink).origin).catch(notedAs(false));
      if (!isAllowed || !randomLinks) return 'unclear';
      return followShortLink({ shortLink, randomLinks }, { signal: callDeadline() });
    },
  });
};
