import { notedAs } from '../errors/noted-errors.ts';
import type { CredentialStyle, ProbedOperation } from '../api/contract.ts';
import { getDivisions, getGrayscale, getMusic } from '../api/operations.ts';
import { createTransport } from '../api/transport.ts';
import type { Failure } from '../failures/schema.ts';
import type { StoredItem } from '../storage/storage.ts';
import type { Account, Vault } from './account.ts';
import { createLinkCreator } from './create-link.ts';
import { type Clock, type ClockReading, createClock, syncClock } from './clock.ts';
import {
  connect,
  type ConnectBrowserDeps,
  type ConnectionView,
  type ConnectResult,
  viewOf,
} from './connect.ts';
import { type Connection, createConnections, withAccess } from './connection.ts';
import type { ConnectionForm } from './form.ts';
import { createAuthentication } from './sign-in.ts';
import type { StoredToken } from './token.ts';

/**
 * Milliseconds. A background worker must be done in 25 s, so all calls of one click share `totalTimeout`; each but Add,
 * which may take what is left, ends within `callTimeout`.
 */
export interface Limits {
  callTimeout: number;
  totalTimeout: number;
}

const defaultLimits: Limits = { callTimeout: 8_000, totalTimeout: 21_000 };

interface ServiceDeps extends ConnectBrowserDeps {
  vault: Vault;
  token: StoredItem<StoredToken>;
  clockReading: StoredItem<ClockReading>;
  limits?: Limits;
}

/** What a call shows apart from its success: `style` is the credential style that got a token. */
interface CallDetails {
  style?: CredentialStyle;
}

type CallResult = ({ ok: true } & CallDetails) | { ok: false; failure: Failure };

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

interface ProbeDeps {
  vault: Vault;
  clock: Clock;
  calls: Record<ProbedOperation, (account: Account) => Promise<CallDetails>>;
  mayReach: ServiceDeps['mayReach'];
}

/** Calls one operation once, for the account that is saved; null if none can be read. Never rejects. */
const createProbe =
  ({ vault, clock, calls, mayReach }: ProbeDeps) =>
  async ({ operation }: { operation: ProbedOperation }): Promise<Probe | null> => {
    const account = await vault.read().catch(notedAs(null));
    if (!account) return null;

    const began = performance.now();
    const call = async (): Promise<CallResult> => ({ ok: true, ...(await calls[operation](account)) });
    const result = await withAccess(mayReach)(account, call);
    const milliseconds = Math.round(performance.now() - began);
    return { ...result, milliseconds, difference: await clock.offset(account.address) };
  };

/** The service as the background uses it: connecting to it, and calling its operations. */
export const createService = ({ limits = defaultLimits, vault, ...deps }: ServiceDeps) => {
  const clock = createClock({ reading: deps.clockReading });
  const transport = createTransport({ callTimeout: limits.callTimeout, onDate: clock.observe });
  const deadlines = createDeadlines(limits);
  const { oneCall } = deadlines;
  const authentication = { vault, token: deps.token, transport, clock, deadline: deadlines.severalCalls };
  const { tokens, signIn } = createAuthentication(authentication);
  const add = createLinkCreator({ transport, tokens, clock, totalTimeout: limits.totalTimeout });

  const callOf = (account: Account) => ({ account, deadline: oneCall() });
  const connectionOf = createConnections({
    mayReach: deps.mayReach,
    clock,
    add,
    getMusic: (account) => getMusic(transport, callOf(account)),
    getGrayscale: (account) => getGrayscale(transport, callOf(account)),
    callDeadline: oneCall,
  });

  const noDetails = (): CallDetails => ({});
  const calls: ProbeDeps['calls'] = {
    token: async (account) => ({ style: (await signIn(account, 'check')).style }),
    time: (account) => syncClock(transport, { ...callOf(account), clock }).then(noDetails),
    music: (account) => getMusic(transport, callOf(account)).then(noDetails),
    grayscale: (account) => getGrayscale(transport, callOf(account)).then(noDetails),
    divisions: (account) => getDivisions(transport, callOf(account)).then(noDetails),
  };

  return {
    connect: (form: ConnectionForm): Promise<ConnectResult> =>
      connect({ ...deps, vault, signIn: (account) => signIn(account, 'detect') }, form),
    /** For the diagnostics. */
    probe: createProbe({ vault, clock, calls, mayReach: deps.mayReach }),
    /** Aborts all pending calls but Add: they fail as they do after a timeout. */
    stop: deadlines.stop,
    /** The connection as the settings may show it; null while nothing is connected. */
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
