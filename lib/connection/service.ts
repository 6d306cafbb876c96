import type { StoredItem } from '../storage/storage.ts';
import type { Failure } from '../failures/contract.ts';
import { interrupted } from '../failures/failures.ts';
import type { Account, Vault } from './account.ts';
import { type Add, createAdd } from './add.ts';
import { isWholeAddress, shortLinkOf } from './address.ts';
import { type Clock, type ClockReading, createClock, syncClock } from './clock.ts';
import {
  connect,
  type Connected,
  type ConnectionView,
  type SignedIn,
  type Surroundings,
  viewOf,
} from './connect.ts';
import type { GreyData, Probing } from '../api/contract.ts';
import { createSignIn } from './sign-in.ts';
import { ServiceError } from '../api/errors.ts';
import { followShortLink, madeUpLinks, type Followed } from './follow.ts';
import type { ConnectionForm } from './form.ts';
import { getDivisions, getGrey, getMusic, getToken } from '../api/operations.ts';
import { createProbe, type Found } from './probe.ts';
import { createTokens, type StoredToken } from './token.ts';
import { createTransport, type Transport } from '../api/transport.ts';

/** Milliseconds. A background worker must be done in 25 s, so all calls of one click share `wholeLimit`. */
export interface Limits {
  callLimit: number;
  wholeLimit: number;
}

const defaultLimits: Limits = { callLimit: 8_000, wholeLimit: 20_000 };

interface World extends Surroundings {
  vault: Vault;
  token: StoredItem<StoredToken>;
  clockReading: StoredItem<ClockReading>;
  limits?: Limits;
}

/** `end` in Unix seconds; `isWhole` where the service answered the whole address in place of an identifier. */
export type Shortened =
  { ok: true; shortLink: string; end: number; isWhole?: boolean } | { ok: false; failure: Failure };

export type Listed = { ok: true; list: unknown[] } | { ok: false; failure: Failure };

export type GreyAnswer = { ok: true; data: GreyData } | { ok: false; failure: Failure };

/** The account that is connected, without its secrets, and what can be done with it. */
export interface Connection {
  id: string;
  /** Base address of the service. */
  address: string;
  /** Origin of its short links. */
  shortOrigin: string;
  /** The service's clock, Unix seconds. */
  seconds(): Promise<number>;
  /** Never rejects: what goes wrong is a failure that says whether a link may have been made. */
  shorten(add: Add): Promise<Shortened>;
  /** Never rejects, either: the entries of the service's music list, as yet unread. */
  music(): Promise<Listed>;
  /** Nor does this: when the service wants pages grey. */
  grey(): Promise<GreyAnswer>;
  /** Nor does this: opens a short link that this connection created. */
  follow(created: { shortLink: string; isWhole?: boolean | undefined }): Promise<Followed>;
}

const failureOf = (error: unknown, service: string): Failure =>
  error instanceof ServiceError ? error.failure : { ...interrupted, service };

/** Without the permission the key could still go out to a service that lets every page call it. */
const withAccess =
  (mayReach: World['mayReach']) =>
  async <Result>(
    { address }: Account,
    call: () => Promise<Result>,
  ): Promise<Result | { ok: false; failure: Failure }> => {
    const allowed = await mayReach(new URL(address).origin).catch(() => false);
    if (!allowed) return { ok: false, failure: { reason: 'access-missing', made: 'no', service: address } };
    return call().catch((error: unknown) => ({ ok: false, failure: failureOf(error, address) }));
  };

interface Calls extends Pick<World, 'mayReach'> {
  add: ReturnType<typeof createAdd>;
  getList(account: Account): Promise<unknown[]>;
  getDays(account: Account): Promise<GreyData>;
  clock: Clock;
  oneCall(): AbortSignal;
}

const createConnections = ({ add, getList, getDays, clock, mayReach, oneCall }: Calls) => {
  const allowed = withAccess(mayReach);
  return (account: Account): Connection => ({
    id: account.id,
    address: account.address,
    shortOrigin: new URL(shortLinkOf(account, '')).origin,
    seconds: () => clock.seconds(account.address),
    shorten: (what) =>
      allowed<Shortened>(account, async () => {
        const { linkId, end } = await add(account, what);
        const shortLink = shortLinkOf(account, linkId);
        return { ok: true, shortLink, end, ...(isWholeAddress(linkId) && { isWhole: true }) };
      }),
    music: () => allowed<Listed>(account, async () => ({ ok: true, list: await getList(account) })),
    grey: () => allowed<GreyAnswer>(account, async () => ({ ok: true, data: await getDays(account) })),
    async follow({ shortLink, isWhole = false }) {
      const madeUp = madeUpLinks(account, { shortLink, isWhole });
      const isAllowed = await mayReach(new URL(shortLink).origin).catch(() => false);
      if (!isAllowed || !madeUp) return 'unclear';
      return followShortLink({ shortLink, madeUp }, { signal: oneCall() });
    },
  });
};

/** The deadlines of calls, and an end to all that are pending. */
const createDeadlines = ({ callLimit, wholeLimit }: Limits) => {
  let life = new AbortController();
  const within = (milliseconds: number) => AbortSignal.any([AbortSignal.timeout(milliseconds), life.signal]);
  return {
    oneCall: () => within(callLimit),
    severalCalls: () => within(wholeLimit),
    stop: (): void => {
      life.abort();
      life = new AbortController();
    },
  };
};

type Deadlines = ReturnType<typeof createDeadlines>;

interface AuthenticationDeps extends Pick<World, 'vault' | 'token'> {
  transport: Transport;
  clock: Clock;
  deadlines: Deadlines;
}

/** Tokens, and proving credentials by one. */
const createAuthentication = ({ vault, token: stored, transport, clock, deadlines }: AuthenticationDeps) => {
  const signInBy = (deadline: AbortSignal) =>
    createSignIn((account, style) => getToken(transport, { account, style, deadline }), vault);
  const renew = async (account: Account) => (await signInBy(deadlines.severalCalls()).renew(account)).token;
  const tokens = createTokens({ kept: stored, fetchToken: renew });
  return {
    tokens,
    /** Stores the token, and reads the clock where the answer had no date. */
    async signIn(account: Account, how: 'detect' | 'check'): Promise<SignedIn> {
      const deadline = deadlines.severalCalls();
      const { token, style } = await signInBy(deadline)[how](account);
      await tokens.keep(account, token);
      const offset = () => clock.offset(account.address);
      if ((await offset()) === null)
        await syncClock(transport, { account, clock, deadline }).catch(() => undefined);
      return { style, clockDifference: await offset() };
    },
  };
};

/** The service as the background uses it: connecting to it, and shortening by it. */
export const createService = ({ limits = defaultLimits, vault, ...world }: World) => {
  const clock = createClock({ reading: world.clockReading });
  const transport = createTransport({ callLimit: limits.callLimit, onDate: clock.observe });
  const deadlines = createDeadlines(limits);
  const { oneCall } = deadlines;
  const { tokens, signIn } = createAuthentication({ ...world, vault, transport, clock, deadlines });
  const add = createAdd({ transport, tokens, clock, wholeLimit: limits.wholeLimit });

  const getList = (account: Account) => getMusic(transport, { account, deadline: oneCall() });
  const getDays = (account: Account) => getGrey(transport, { account, deadline: oneCall() });
  const nothing = (): Found => ({});
  const calls: Record<Probing, (account: Account) => Promise<Found>> = {
    token: async (account) => ({ style: (await signIn(account, 'check')).style }),
    time: (account) => syncClock(transport, { account, clock, deadline: oneCall() }).then(nothing),
    music: (account) => getList(account).then(nothing),
    grey: (account) => getDays(account).then(nothing),
    divisions: (account) => getDivisions(transport, { account, deadline: oneCall() }).then(nothing),
  };
  const connectionOf = createConnections({ ...world, add, getList, getDays, clock, oneCall });

  return {
    connect: (form: ConnectionForm): Promise<Connected> =>
      connect({ ...world, vault, signIn: (account) => signIn(account, 'detect') }, form),
    /** For the doctor. */
    probe: createProbe({ vault, clock, calls, allowed: withAccess(world.mayReach) }),
    /** Nobody wants what is being asked for any more: it fails, as if in time there were no answer. Links go on. */
    stop: deadlines.stop,
    /** What options may show; null while nothing is connected. */
    async view(): Promise<ConnectionView | null> {
      const account = await vault.read();
      return account && viewOf(account);
    },
    async connection(): Promise<Connection | null> {
      const account = await vault.read();
      return account && connectionOf(account);
    },
  };
};

export type Service = ReturnType<typeof createService>;
