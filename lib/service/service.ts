import type { Item } from '../browser/contract.ts';
import type { Failure } from '../failures/contract.ts';
import { interrupted } from '../failures/failures.ts';
import type { Account, Vault } from './account.ts';
import { type Add, createAdd } from './add.ts';
import { shortLinkOf } from './address.ts';
import { type Clock, type ClockReading, createClock } from './clock.ts';
import { connect, type Connected, type ConnectionView, type Surroundings, viewOf } from './connect.ts';
import type { GreyData, Probing } from './contract.ts';
import { ServiceError } from './errors.ts';
import type { ConnectionForm } from './form.ts';
import { getDivisions, getGrey, getMusic, getToken, syncClock } from './operations.ts';
import { createProbe } from './probe.ts';
import { createTokens, type StoredToken } from './token.ts';
import { createTransport } from './transport.ts';

/** Milliseconds. A background worker must be done in 25 s, so all calls of one click share `wholeLimit`. */
export interface Limits {
  callLimit: number;
  wholeLimit: number;
}

const defaultLimits: Limits = { callLimit: 8_000, wholeLimit: 20_000 };

interface World extends Surroundings {
  vault: Vault;
  token: Item<StoredToken>;
  clockReading: Item<ClockReading>;
  limits?: Limits;
}

/** `end` in Unix seconds. */
export type Shortened = { ok: true; shortLink: string; end: number } | { ok: false; failure: Failure };

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
}

const createConnections = ({ add, getList, getDays, clock, mayReach }: Calls) => {
  const allowed = withAccess(mayReach);
  return (account: Account): Connection => ({
    id: account.id,
    address: account.address,
    shortOrigin: new URL(shortLinkOf(account, '')).origin,
    seconds: () => clock.seconds(account.address),
    shorten: (what) =>
      allowed<Shortened>(account, async () => {
        const { linkId, end } = await add(account, what);
        return { ok: true, shortLink: shortLinkOf(account, linkId), end };
      }),
    music: () => allowed<Listed>(account, async () => ({ ok: true, list: await getList(account) })),
    grey: () => allowed<GreyAnswer>(account, async () => ({ ok: true, data: await getDays(account) })),
  });
};

/** For each call its deadline, and an end to all that are under way. */
const createDeadlines = ({ callLimit }: Limits) => {
  let life = new AbortController();
  return {
    oneCall: () => AbortSignal.any([AbortSignal.timeout(callLimit), life.signal]),
    stop: (): void => {
      life.abort();
      life = new AbortController();
    },
  };
};

/** The service as the background uses it: connecting to it, and shortening by it. */
export const createService = ({ limits = defaultLimits, vault, ...world }: World) => {
  const clock = createClock({ reading: world.clockReading });
  const transport = createTransport({ callLimit: limits.callLimit, onDate: clock.observe });
  const { oneCall, stop } = createDeadlines(limits);
  const fetchToken = (account: Account) => getToken(transport, { account, deadline: oneCall() });
  const tokens = createTokens({ kept: world.token, fetchToken });
  const add = createAdd({ transport, tokens, clock, wholeLimit: limits.wholeLimit });

  const lookAtClock = (account: Account) => syncClock(transport, { account, clock, deadline: oneCall() });
  const signIn = async (account: Account): Promise<number | null> => {
    const token = await fetchToken(account);
    await tokens.keep(account, token);
    if ((await clock.offset(account.address)) === null) await lookAtClock(account).catch(() => undefined);
    return clock.offset(account.address);
  };

  const getList = (account: Account) => getMusic(transport, { account, deadline: oneCall() });
  const getDays = (account: Account) => getGrey(transport, { account, deadline: oneCall() });
  const calls: Record<Probing, (account: Account) => Promise<unknown>> = {
    token: signIn,
    time: lookAtClock,
    music: getList,
    grey: getDays,
    divisions: (account) => getDivisions(transport, { account, deadline: oneCall() }),
  };
  const connectionOf = createConnections({ ...world, add, getList, getDays, clock });

  return {
    connect: (form: ConnectionForm): Promise<Connected> => connect({ ...world, vault, signIn }, form),
    /** For the doctor. */
    probe: createProbe({ vault, clock, calls, allowed: withAccess(world.mayReach) }),
    /** Nobody wants what is being asked for any more: it fails, as if in time there were no answer. Links go on. */
    stop,
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
