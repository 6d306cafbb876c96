import { serialQueue } from '../async/async.ts';
import { logAndReturn, logError } from '../errors/error-log.ts';
import type { GrayscaleData, ProbedOperation } from '../api/contract.ts';
import type { ServiceLink } from '../api/links/operations.ts';
import { getDivisions, getGrayscale, getMusic } from '../api/operations.ts';
import { createTransport, type Transport } from '../api/transport.ts';
import type { CallResult } from '../failures/schema.ts';
import type { StoredMap } from '../storage/stored-map.ts';
import type { Account, AccountStore } from './account.ts';
import { createLinkCreator, type LinkToAdd } from './create-link.ts';
import { createLinkManager, type LinkChange, type LinkManager } from './manage-links.ts';
import { type Clock, type ClockReading, createClock, syncClock } from './clock.ts';
import {
  connect,
  type ConnectBrowserDeps,
  type ConnectionView,
  type ConnectResult,
  revokeUnneeded,
  viewOf,
} from './connect.ts';
import type { ConnectionForm } from './form.ts';
import { type AuthenticationDeps, createAuthentication } from './authentication.ts';
import { interrupted } from '../failures/interrupted.ts';
import { ServiceError } from '../api/errors.ts';
import { isWholeAddress, shortLinkOf } from './address.ts';
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
 * Milliseconds. A background worker must be done in 25 s, so all calls of one click share `totalTimeout`; each but Add,
 * which may take what is left, ends within `callTimeout`.
 */
export interface Limits {
  callTimeout: number;
  totalTimeout: number;
}

const defaultLimits: Limits = { callTimeout: 8_000, totalTimeout: 21_000 };

interface ServiceDeps extends ConnectBrowserDeps, Pick<AuthenticationDeps, 'token' | 'style'> {
  accountStore: AccountStore;
  /** Other values that are stored by the id of the account, and removed with it. */
  otherAccountValues: readonly Pick<StoredMap<unknown>, 'retain'>[];
  /** By the address of the service. */
  clockReading: StoredMap<ClockReading>;
  limits?: Limits;
}

export type LinkAnswer = CallResult<{ link: ServiceLink }>;

/** The result of one call: the milliseconds it took, and by how many the service's clock is ahead, null while unknown. */
export type Probe = { milliseconds: number; difference: number | null } & CallResult;

/** The deadlines of calls, and a way to abort all that are pending. */
const createDeadlines = ({ callTimeout, totalTimeout }: Limits) => {
  let stopped = new AbortController();
  const within = (milliseconds: number) =>
    AbortSignal.any([AbortSignal.timeout(milliseconds), stopped.signal]);
  return {
    oneCall: () => within(callTimeout),
    severalCalls: () => within(totalTimeout),
    stop: (): void => {
      stopped.abort();
      stopped = new AbortController();
    },
  };
};

/** What the calls of every account share. */
interface CallContext extends Pick<ConnectBrowserDeps, 'hasHostPermission'> {
  transport: Transport;
  clock: Clock;
  add: ReturnType<typeof createLinkCreator>;
  manager: LinkManager;
  signIn: ReturnType<typeof createAuthentication>['signIn'];
  /** A new deadline for one call. */
  oneCall(): AbortSignal;
}

/**
 * Makes a call only if the browser allows it, and turns errors into failures. Without the permission the key could still
 * be sent to a service that lets every page call it.
 */
const callIfAllowed = async <Values extends object>(
  { hasHostPermission }: CallContext,
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

const shortOriginOf = (account: Account): string => new URL(shortLinkOf(account, '')).origin;

/** The account that is connected, without its secrets, and its operations. None of them rejects. */
const connectionOf = (context: CallContext, account: Account) => {
  const { transport, clock, add, manager, hasHostPermission, oneCall } = context;
  const result = <Values extends object>(call: () => Promise<Values>): Promise<CallResult<Values>> =>
    callIfAllowed(context, account, call);
  return {
    id: account.id,
    address: account.address,
    shortOrigin: shortOriginOf(account),
    shortLinkOf: (linkId: string): string => shortLinkOf(account, linkId),
    /** The service's clock, in Unix seconds. */
    serviceTime: (): Promise<number> => clock.seconds(account.address),
    /** A failure says whether a link may have been created. */
    shorten: (request: LinkToAdd): Promise<Shortened> =>
      result(async () => {
        const { linkId, expiresAt } = await add(account, request);
        const shortLink = shortLinkOf(account, linkId);
        return { shortLink, expiresAt, ...(isWholeAddress(linkId) && { isWholeAddress: true }) };
      }),
    /** Changes a link that this account created; the failure's `hadEffect` says whether it may have been changed. */
    changeLink: (shortLink: string, change: LinkChange): Promise<LinkAnswer> =>
      result(async () => ({ link: await manager.change(account, shortLink, change) })),
    /** Deletes a link at the service, which can restore it for 7 days. */
    deleteLink: (shortLink: string): Promise<CallResult> =>
      result(async () => {
        await manager.remove(account, shortLink);
        return {};
      }),
    readLink: (shortLink: string): Promise<LinkAnswer> =>
      result(async () => ({ link: await manager.read(account, shortLink) })),
    /** A page of this account's links, in the order of their identifiers. */
    listLinks: (page: { after?: string | undefined; limit: number }) =>
      result(async () => {
        const { links, next } = await manager.list(account, page);
        const withAddress = links.map((each) => ({ ...each, shortLink: shortLinkOf(account, each.linkId) }));
        return { links: withAddress, next };
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
      return checkShortLink({ shortLink, randomLinks }, { signal: oneCall() });
    },
  };
};

export type Connection = ReturnType<typeof connectionOf>;

/** Calls one operation once, and measures the call. Never rejects. */
const probe = async (context: CallContext, account: Account, operation: ProbedOperation): Promise<Probe> => {
  const { transport, clock, signIn, oneCall } = context;
  const call = { account, deadline: oneCall() };
  const operations: Record<ProbedOperation, () => Promise<unknown>> = {
    token: () => signIn(account),
    time: () => syncClock(transport, { ...call, clock }),
    music: () => getMusic(transport, call),
    grayscale: () => getGrayscale(transport, call),
    divisions: () => getDivisions(transport, call),
  };
  const began = performance.now();
  const result = await callIfAllowed(context, account, async () => {
    await operations[operation]();
    return {};
  });
  const milliseconds = Math.round(performance.now() - began);
  return { ...result, milliseconds, difference: await clock.offset(account.address) };
};

/** The service as the background uses it: connecting to it, and calling its operations. */
export const createService = ({ limits = defaultLimits, accountStore, ...deps }: ServiceDeps) => {
  const clock = createClock({ reading: deps.clockReading });
  const transport = createTransport({ callTimeout: limits.callTimeout, onDate: clock.observe });
  const { oneCall, severalCalls, stop } = createDeadlines(limits);
  const authentication = { ...deps, accountStore, transport, deadline: severalCalls };
  const { tokens, signIn } = createAuthentication(authentication);
  const add = createLinkCreator({ transport, tokens, clock, totalTimeout: limits.totalTimeout });
  const context: CallContext = {
    transport,
    clock,
    add,
    manager: createLinkManager({ transport, tokens, clock, deadline: severalCalls }),
    signIn,
    oneCall,
    hasHostPermission: deps.hasHostPermission,
  };
  const removeUnused = async (): Promise<void> => {
    const accounts = await accountStore.list();
    const isUsed = (key: string): boolean => accounts.some(({ id, address }) => [id, address].includes(key));
    const all = [deps.token, deps.style, deps.clockReading, ...deps.otherAccountValues];
    await Promise.all(all.map((each) => each.retain(isUsed)));
  };
  // One change must not restore a connection that another one has just removed.
  const enqueue = serialQueue();
  /** The account with this id, or the default one. */
  const find = async (id: string | undefined): Promise<Account | null> => {
    const accounts = await accountStore.list();
    return (id === undefined ? accounts[0] : accounts.find((each) => each.id === id)) ?? null;
  };
  return {
    connect: (form: ConnectionForm): Promise<ConnectResult> =>
      enqueue(() => connect({ ...deps, accountStore, signIn, removeUnused }, form)),
    /** Removes a connection that the person has added, and revokes the access that only it needed. */
    remove: (id: string): Promise<void> =>
      enqueue(async () => {
        if ((await find(id))?.isLocked) return;
        await accountStore.remove(id);
        await deps.removeInfo(id);
        const cleaning = [removeUnused(), revokeUnneeded({ ...deps, accountStore }), deps.syncInfo()];
        await Promise.all(cleaning).catch(logAndReturn(undefined));
      }),
    makeDefault: (id: string): Promise<void> =>
      enqueue(async () => {
        await accountStore.makeDefault(id);
        await deps.syncInfo();
      }),
    /** For the diagnostics: calls one operation of a connection; null if it cannot be read. Never rejects. */
    async probe(operation: ProbedOperation, id?: string): Promise<Probe | null> {
      const account = await find(id).catch(logAndReturn(null));
      return account && probe(context, account, operation);
    },
    /** Aborts all pending calls but Add: they fail as they do after a timeout. */
    stop,
    /** The connections, the default one first. */
    views: async (): Promise<ConnectionView[]> => (await accountStore.list()).map(viewOf),
    /** The connection with this id, or without one the default one; null if there is none. */
    async connection(id?: string): Promise<Connection | null> {
      const account = await find(id);
      return account && connectionOf(context, account);
    },
  };
};

export type Service = ReturnType<typeof createService>;
