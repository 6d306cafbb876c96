import type { Feature } from '../api/links/contract.ts';
import {
  changeLink,
  deleteLink,
  isLinkId,
  listLinks,
  readLink,
  type ServiceLink,
} from '../api/links/operations.ts';
import { ServiceError } from '../api/errors.ts';
import { hasLabel } from '../api/operations.ts';
import type { Transport } from '../api/transport.ts';
import { rowOf } from '../failures/contract.ts';
import type { Account } from './account.ts';
import { linkIdOf } from './address.ts';
import { type Clock, syncClock } from './clock.ts';
import { tokenWith } from './create-link.ts';
import type { Tokens } from './tokens.ts';

interface ManageDeps {
  transport: Transport;
  tokens: Pick<Tokens, 'get'>;
  clock: Clock;
  /** A new deadline for all calls together. */
  deadline(): AbortSignal;
}

/** What is changed in a link; a missing field stays unchanged. */
export interface LinkChange {
  link?: string | undefined;
  /** The new expiry time in Unix seconds, computed from the service's clock. */
  expiresAt?: ((serviceSeconds: number) => number) | undefined;
}

/** Whether no usable answer arrived. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ServiceError && rowOf(error.failure.reason).mayHaveEffect;

/**
 * Reads, changes and deletes links that an account has created, if the service announces it. All of that can be repeated
 * without harm, so a call without a usable answer is repeated once; one that was refused is repeated once with a new token,
 * or with the clock read again. Every function rejects with a ServiceError, whose `hadEffect` says whether a link may
 * have been changed.
 */
export const createLinkManager = ({ transport, tokens, clock, deadline: newDeadline }: ManageDeps) => {
  // If Current time fails as well, this machine's clock is used.
  const readClock = (account: Account, deadline: AbortSignal): Promise<void> =>
    syncClock(transport, { account, clock, deadline }).catch(() => undefined);

  /** Calls with a token, twice if that can help. */
  const call = async <Result>(
    account: Account,
    needed: readonly Feature[],
    send: (call: { account: Account; token: string; deadline: AbortSignal }) => Promise<Result>,
  ): Promise<Result> => {
    const deadline = newDeadline();
    const attempt = async (refused?: string): Promise<Result> => {
      const token = await tokenWith(needed, tokens.get(account, refused), account.address);
      return send({ account, token, deadline }).catch(async (error: unknown) => {
        if (refused !== undefined || deadline.aborted) throw error;
        if (hasLabel(error, 'permission-denied')) return attempt(token);
        if (hasLabel(error, 'validity-invalid')) await readClock(account, deadline);
        else if (!isUnanswered(error)) throw error;
        return send({ account, token, deadline });
      });
    };
    return attempt();
  };

  /** The identifier of a short link. @throws ServiceError if it has another form than this account's links. */
  const idOf = (account: Account, shortLink: string): string => {
    const linkId = linkIdOf(account, shortLink);
    if (isLinkId(linkId)) return linkId;
    throw new ServiceError({ reason: 'other-account', hadEffect: 'no', service: account.address });
  };

  return {
    read: async (account: Account, shortLink: string): Promise<ServiceLink> => {
      const linkId = idOf(account, shortLink);
      return call(account, ['manage'], (authorized) => readLink(transport, { ...authorized, linkId }));
    },
    change: async (account: Account, shortLink: string, change: LinkChange): Promise<ServiceLink> => {
      const { link, expiresAt } = change;
      const linkId = idOf(account, shortLink);
      return call(account, link === undefined ? ['manage'] : ['manage', 'edit'], async (authorized) => {
        if (expiresAt && !(await clock.isTrusted(account.address)))
          await readClock(account, authorized.deadline);
        const expiry = expiresAt?.(await clock.seconds(account.address));
        return changeLink(transport, { ...authorized, linkId, link, expiresAt: expiry });
      });
    },
    remove: async (account: Account, shortLink: string): Promise<void> => {
      const linkId = idOf(account, shortLink);
      return call(account, ['manage'], (authorized) => deleteLink(transport, { ...authorized, linkId }));
    },
    /** A page of the account's links, by their identifiers. */
    list: (account: Account, page: { after?: string | undefined; limit: number }) =>
      call(account, ['manage'], (authorized) => listLinks(transport, { ...authorized, ...page })),
  };
};

export type LinkManager = ReturnType<typeof createLinkManager>;
