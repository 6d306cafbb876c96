import { logAndReturn, logError } from '../errors/error-log.ts';
import type { CredentialStyle, GrayscaleData, ProbedOperation } from '../api/contract.ts';
import {
  changeLink,
  deleteLink,
  isLinkId,
  listLinks,
  getLink,
  type ServiceLink,
} from '../api/links/operations.ts';
import { type AddOptions, type Feature, requiredFeatures } from '../api/links/contract.ts';
import { getGrayscale, getMusic, postAdd } from '../api/operations.ts';
import { createTransport } from '../api/transport.ts';
import type { CallResult } from '../failures/schema.ts';
import type { StoredMap } from '../storage/stored-map.ts';
import type { Account, AccountStore } from './account.ts';
import { type ClockReading, createClock, syncClock } from './clock.ts';
import { type ConnectionView, createConnector, viewOf } from './connect.ts';
import { createAuthentication } from './authentication.ts';
import { type AuthorizedCall, createAuthorizedCalls, failLate } from './authorized-call.ts';
import type { InfoStore } from './stored-info.ts';
import type { StoredToken } from './tokens.ts';
import { interrupted } from '../failures/interrupted.ts';
import { ServiceError } from '../api/errors.ts';
import { isWholeAddress, linkIdOf, shortLinkOf } from './address.ts';
import {
  checkShortLink,
  isAtForeignLocalHost,
  randomLinksLike,
  type ShortLinkCheck,
} from './check-short-link.ts';

/** `expiresAt` in Unix seconds; `isWholeAddress` if the service answered the whole address in place of an identifier. */
export type Shortened = CallResult<{ shortLink: string; expiresAt: number; isWholeAddress?: boolean }>;

export type MusicAnswer = CallResult<{ list: unknown[] }>;

export type GrayscaleAnswer = CallResult<{ data: GrayscaleData }>;

/**
 * A background worker must be done in 25 s, so all calls of one click share `totalTimeoutMs`; each but Add, which may take what is
 * left, ends within `callTimeoutMs`.
 */
export interface Limits {
  callTimeoutMs: number;
  totalTimeoutMs: number;
}

const defaultLimits: Limits = { callTimeoutMs: 8_000, totalTimeoutMs: 21_000 };

/** What Add needs: the link, and a function that computes the expiry time in Unix seconds from the service's clock. */
export interface LinkToAdd extends AddOptions {
  link: string;
  expiresAt(serviceSeconds: number): number;
}

/** What is changed in a link; a missing field stays unchanged. */
interface LinkChange {
  link?: string | undefined;
  /** The new expiry time in Unix seconds, computed from the service's clock. */
  expiresAt?: ((serviceSeconds: number) => number) | undefined;
}

export type LinkAnswer = CallResult<{ link: ServiceLink }>;

/** The result of one call: the milliseconds it took, and by how many the service's clock is ahead, null while unknown. */
export type Probe = { milliseconds: number; difference: number | null } & CallResult;

/** The deadlines of calls, and a way to abort all that are pending. */
const createDeadlines = ({ callTimeoutMs, totalTimeoutMs }: Limits) => {
  let stopped = new AbortController();
  const within = (milliseconds: number) =>
    AbortSignal.any([AbortSignal.timeout(milliseconds), stopped.signal]);
  return {
    oneCall: () => within(callTimeoutMs),
    severalCalls: () => within(totalTimeoutMs),
    stop: (): void => {
      stopped.abort();
      stopped = new AbortController();
    },
  };
};

/** The identifier of a short link. @throws ServiceError if it has another form than this account's links. */
const idOf = (account: Account, shortLink: string): string => {
  const linkId = linkIdOf(account, shortLink);
  if (isLinkId(linkId)) return linkId;
  throw new ServiceError({ reason: 'other-account', hadEffect: 'no', service: account.address });
};

/** The service as the background uses it: connecting to it, and calling its operations. */
export const createService = ({
  accountStore,
  infoStore,
  token,
  style,
  clockReading,
  otherAccountValues,
  hasHostPermission,
  revokeAllExcept,
  limits = defaultLimits,
}: {
  accountStore: AccountStore;
  infoStore: Pick<InfoStore, 'save' | 'remove' | 'saveFeatures' | 'sync'>;
  /** Token and style are stored by the id of the account. */
  token: StoredMap<StoredToken>;
  style: StoredMap<CredentialStyle>;
  /** By the address of the service. */
  clockReading: StoredMap<ClockReading>;
  /** Other values that are stored by the id of the account, and removed with it. */
  otherAccountValues: readonly Pick<StoredMap<unknown>, 'retain'>[];
  /** Whether the browser lets us call this origin. */
  hasHostPermission(origin: string): Promise<boolean>;
  /** Revokes the permission for every origin but these. */
  revokeAllExcept(origins: readonly string[]): Promise<void>;
  limits?: Limits;
}) => {
  const clock = createClock({ reading: clockReading });
  const transport = createTransport({ callTimeoutMs: limits.callTimeoutMs, onDate: clock.observe });
  const { oneCall, severalCalls, stop } = createDeadlines(limits);
  const { tokens, signIn } = createAuthentication({
    accountStore,
    saveFeatures: infoStore.saveFeatures,
    token,
    style,
    transport,
    deadline: severalCalls,
  });
  const callAuthorized = createAuthorizedCalls({ transport, tokens, clock });

  /**
   * Makes a call only if the browser allows it, and turns errors into failures. Without the permission the key could still
   * be sent to a service that lets every page call it.
   */
  const callIfAllowed = async <Values extends object>(
    { address: service }: Account,
    call: () => Promise<Values>,
  ): Promise<CallResult<Values>> => {
    const isAllowed = await hasHostPermission(new URL(service).origin).catch(logAndReturn(false));
    if (!isAllowed) return { ok: false, failure: { reason: 'access-missing', hadEffect: 'no', service } };
    try {
      return { ok: true, ...(await call()) };
    } catch (error) {
      if (error instanceof ServiceError) return { ok: false, failure: error.failure };
      logError(error);
      return { ok: false, failure: { ...interrupted, service } };
    }
  };

  /** An account that is connected, without its secrets, and its operations. None of them rejects. */
  const connectionOf = (account: Account) => {
    const result = <Values extends object>(call: () => Promise<Values>): Promise<CallResult<Values>> =>
      callIfAllowed(account, call);
    /** A call about the links that this account created, which gives the same result if it is repeated. */
    const manage = <Values extends object>(
      send: (call: AuthorizedCall<LinkChange['expiresAt']>) => Promise<Values>,
      options: { needed?: readonly Feature[] } & Pick<LinkChange, 'expiresAt'> = {},
    ): Promise<CallResult<Values>> =>
      result(() =>
        callAuthorized(
          account,
          { needed: ['manage'], deadline: severalCalls(), mayRepeatUnanswered: true, ...options },
          send,
        ),
      );
    return {
      id: account.id,
      address: account.address,
      shortOrigin: new URL(shortLinkOf(account, '')).origin,
      shortLinkOf: (linkId: string): string => shortLinkOf(account, linkId),
      /** The service's clock, in Unix seconds. */
      serviceTime: (): Promise<number> => clock.seconds(account.address),
      /** Creates a link; a failure says whether it may have been created. `stop` does not abort it. */
      shorten: ({ link, expiresAt, ...options }: LinkToAdd): Promise<Shortened> =>
        result(async () => {
          const began = performance.now();
          const deadline = AbortSignal.timeout(limits.totalTimeoutMs);
          const needed = requiredFeatures(options);
          // Without an answer, a link may have been created: Add is not repeated.
          const policy = { needed, deadline, mayRepeatUnanswered: false, expiresAt };
          const added = await callAuthorized(account, policy, async (call) => {
            // A timeout of Add leaves that open, too, so it is not sent if less than a fifth of the time is left.
            if (performance.now() - began > 0.8 * limits.totalTimeoutMs) failLate(account.address);
            return postAdd(transport, { ...call, link, ...options });
          });
          const shortLink = shortLinkOf(account, added.linkId);
          return {
            shortLink,
            expiresAt: added.expiresAt,
            ...(isWholeAddress(added.linkId) && { isWholeAddress: true }),
          };
        }),
      /** Changes a link that this account created; the failure's `hadEffect` says whether it may have been changed. */
      changeLink: (shortLink: string, { link, expiresAt }: LinkChange): Promise<LinkAnswer> =>
        manage(
          async (call) => {
            const linkId = idOf(account, shortLink);
            return { link: await changeLink(transport, { ...call, linkId, link }) };
          },
          { needed: link === undefined ? ['manage'] : ['manage', 'edit'], expiresAt },
        ),
      /** Deletes a link at the service, which can restore it for 7 days. */
      deleteLink: (shortLink: string): Promise<CallResult> =>
        manage(async (call) => {
          await deleteLink(transport, { ...call, linkId: idOf(account, shortLink) });
          return {};
        }),
      readLink: (shortLink: string): Promise<LinkAnswer> =>
        manage(async (call) => ({
          link: await getLink(transport, { ...call, linkId: idOf(account, shortLink) }),
        })),
      /** A page of this account's links, in the order of their identifiers. */
      listLinks: (page: { after?: string | undefined; limit: number }) =>
        manage(async (call) => {
          const { links, next } = await listLinks(transport, { ...call, ...page });
          return {
            links: links.map((each) => ({ ...each, shortLink: shortLinkOf(account, each.linkId) })),
            next,
          };
        }),
      /** The entries of the service's music list, not yet parsed. */
      music: (): Promise<MusicAnswer> =>
        result(async () => ({ list: await getMusic(transport, { account, deadline: oneCall() }) })),
      /** The times at which the service wants pages in grayscale. */
      grayscale: (): Promise<GrayscaleAnswer> =>
        result(async () => ({ data: await getGrayscale(transport, { account, deadline: oneCall() }) })),
      /** Checks what a short link that this connection created shows. */
      async checkShortLink({
        shortLink,
        isWholeAddress = false,
      }: {
        shortLink: string;
        isWholeAddress?: boolean | undefined;
      }): Promise<ShortLinkCheck> {
        if (isWholeAddress && isAtForeignLocalHost(shortLink, account.address)) return 'nowhere';
        const randomLinks = randomLinksLike(account, { shortLink, isWholeAddress });
        const isAllowed = await hasHostPermission(new URL(shortLink).origin).catch(logAndReturn(false));
        if (!isAllowed || !randomLinks) return 'unclear';
        return checkShortLink({ shortLink, randomLinks }, oneCall());
      },
    };
  };

  const { connect, remove } = createConnector({
    accountStore,
    infoStore,
    signIn,
    values: [token, style, clockReading, ...otherAccountValues],
    hasHostPermission,
    revokeAllExcept,
  });

  /** The account with this id, or the default one. */
  const find = async (id: string | undefined): Promise<Account | null> => {
    const accounts = await accountStore.list();
    return (id === undefined ? accounts[0] : accounts.find((each) => each.id === id)) ?? null;
  };

  return {
    connect,
    remove,
    /** For the diagnostics: calls one operation of a connection once, and measures the call; null if it cannot be read. Never rejects. */
    async probe(operation: ProbedOperation, id?: string): Promise<Probe | null> {
      const account = await find(id).catch(logAndReturn(null));
      if (!account) return null;
      const call = { account, deadline: oneCall() };
      const operations: Record<ProbedOperation, () => Promise<unknown>> = {
        token: () => signIn(account),
        time: () => syncClock(transport, { ...call, clock }),
        music: () => getMusic(transport, call),
        grayscale: () => getGrayscale(transport, call),
      };
      const began = performance.now();
      const result = await callIfAllowed(account, async () => {
        await operations[operation]();
        return {};
      });
      const milliseconds = Math.round(performance.now() - began);
      return { ...result, milliseconds, difference: await clock.offset(account.address) };
    },
    /** Aborts all pending calls but Add: they fail as they do after a timeout. */
    stop,
    /** The connections, the default one first. */
    views: async (): Promise<ConnectionView[]> => (await accountStore.list()).map(viewOf),
    /** The connection with this id, or without one the default one; null if there is none. */
    async connection(id?: string) {
      const account = await find(id);
      return account && connectionOf(account);
    },
  };
};

export type Service = ReturnType<typeof createService>;

export type Connection = NonNullable<Awaited<ReturnType<Service['connection']>>>;
