import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import type { Account } from '../../../lib/connection/account.ts';
import type { CredentialStyle } from '../../../lib/api/contract.ts';
import type { ClockReading } from '../../../lib/connection/clock.ts';
import type { ConnectionForm } from '../../../lib/connection/form.ts';
import { createService, type Limits, type Shortened } from '../../../lib/connection/service.ts';
import { memoryAccounts } from '../../../lib/connection/test-helpers/account.ts';
import { withPolicyConnection } from '../../../lib/connection/policy-connection.ts';
import type { ManagedPolicy } from '../../../lib/settings/policy.ts';
import type { StoredToken } from '../../../lib/connection/tokens.ts';
import { memoryMap } from '../../../lib/storage/test-helpers/memory-item.ts';
import type { Validity } from '../../../lib/validity/schema.ts';
import { expiryOf } from '../../../lib/validity/validity.ts';
import type { ApplicationOptions } from '../../../server/api/credentials.ts';
import { startService } from '../../../server/service.ts';
import { type Proxy, type LoggedRequest, startProxy } from './proxy.ts';

/** Shorter than the real ones: a matrix of timeouts is quick, and a call on a busy machine still succeeds. */
export const limits: Limits = { callTimeoutMs: 3000, totalTimeoutMs: 7500 };

/** For calls that reach the time for all of them: one call alone may take far longer. */
export const brief: Limits = { callTimeoutMs: 10_000, totalTimeoutMs: 2500 };

/** This machine's true time in milliseconds, whatever a test does to Date. */
export const trueTime = (): number => performance.timeOrigin + performance.now();

/** The client as the background creates it, with storage in memory. */
export const createClient = (first: Account | null = null) => {
  const accountStore = memoryAccounts(...(first ? [first] : []));
  const stored = {
    hasHostPermission: true,
    /** The only origin that the browser does not let the extension call. */
    lostOrigin: null as string | null,
    managed: {} as ManagedPolicy,
    /** The default account. */
    get account(): Account | null {
      return accountStore.all[0] ?? null;
    },
    set account(next) {
      accountStore.all = next ? [next] : [];
    },
  };
  const tokens = memoryMap<StoredToken>();
  /** That of the account whose token was stored first. */
  const token = {
    get value(): StoredToken | null {
      return Object.values(tokens.item.value ?? {})[0] ?? null;
    },
    set value(next) {
      tokens.item.value = next && stored.account && { [stored.account.id]: next };
    },
  };
  const style = memoryMap<CredentialStyle>();
  const clockReading = memoryMap<ClockReading>();
  const rateLimits = memoryMap<number>();
  const deps = {
    accountStore: withPolicyConnection(accountStore, () => Promise.resolve(stored.managed)),
    token: tokens,
    style,
    otherAccountValues: [rateLimits],
    clockReading,
    hasHostPermission: (origin: string) =>
      Promise.resolve(stored.hasHostPermission && origin !== stored.lostOrigin),
    revokeAllExcept: () => Promise.resolve(),
    infoStore: {
      save: () => Promise.resolve(true),
      remove: () => Promise.resolve(),
      saveFeatures: () => Promise.resolve(),
      sync: () => Promise.resolve(),
    },
  };
  /** The client after another start of the background, with these limits. */
  const within = (own: Limits) => {
    const service = createService({ ...deps, limits: own });
    const shorten = async (
      link: string,
      validity: Validity = { kind: 'never' },
      id?: string,
    ): Promise<Shortened> => {
      const connection = await service.connection(id);
      if (!connection) throw new Error('Nothing is connected.');
      return connection.shorten({ link, expiresAt: (now) => expiryOf(validity, now) });
    };
    return { service, shorten };
  };
  return { ...within(limits), within, stored, accountStore, tokens, token, style, clockReading, rateLimits };
};

export type Client = ReturnType<typeof createClient>;

export const formOf = ({ address, secretId, secretKey }: Account): ConnectionForm => ({
  address,
  secretId,
  secretKey,
  template: '',
});

/**
 * The embedded service behind a proxy that causes the configured faults. `clock.shift` moves the service's clock by
 * milliseconds.
 */
export const startSetup = async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'waylark-client-'));
  const clock = { shift: 0 };
  const now = (): number => trueTime() + clock.shift;
  const service = await startService({
    data,
    now,
    countOpens: true,
  });
  const proxy = await startProxy(service.origin);
  const plenty: ApplicationOptions = { perSecond: 1000, perMinute: 10_000 };

  /** An account of a new application, reached through the proxy. */
  const account = async (options: ApplicationOptions = {}): Promise<Account> => ({
    id: crypto.randomUUID(),
    revision: crypto.randomUUID(),
    address: proxy.address,
    ...(await service.createApplication({ ...plenty, ...options })),
    template: null,
    name: '',
    hue: 1,
    position: 0,
  });
  const close = async (): Promise<void> => {
    await proxy.close();
    await service.close();
    await rm(data, { recursive: true });
  };
  /** Between two tests: the right time and no faults. A client in this process has sent all that it is going to send. */
  const tidy = (): Promise<void> => {
    clock.shift = 0;
    return proxy.tidy({ quiet: 0 });
  };
  return { proxy, clock, seconds: () => now() / 1000, account, tidy, close };
};

/** The same for a file of tests: tidied before each of them, and closed after all. */
export const suiteSetup = async () => {
  const setup = await startSetup();
  beforeEach(() => setup.tidy());
  afterAll(setup.close);
  return setup;
};

/** The bodies of the requests of Add. */
export const sentBy = (proxy: Proxy): { link: string; validity: number }[] =>
  addsOf(proxy).map(({ body }) => JSON.parse(body) as { link: string; validity: number });

const addsOf = (proxy: Proxy): LoggedRequest[] => proxy.log.filter(({ operation }) => operation === 'add');

/** How often each operation was called. */
export const counts = (proxy: Proxy) => ({ token: proxy.count('token'), add: proxy.count('add') });
