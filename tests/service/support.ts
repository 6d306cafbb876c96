import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import type { Account } from '../../lib/connection/account.ts';
import type { StoredStyle } from '../../lib/connection/authentication.ts';
import type { ClockReading } from '../../lib/connection/clock.ts';
import { createService, type Limits, type Shortened } from '../../lib/connection/service.ts';
import type { StoredToken } from '../../lib/connection/tokens.ts';
import { memoryItem } from '../../lib/storage/test-helpers/memory-item.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import { expiryOf } from '../../lib/validity/validity.ts';
import type { ApplicationOptions } from '../../server/credentials.ts';
import { startService } from '../../server/service.ts';
import { type Proxy, type Seen, startProxy } from '../e2e/support/proxy.ts';

/** Milliseconds, shorter than the real ones: a matrix of timeouts is quick, and a call on a busy machine still succeeds. */
export const limits: Limits = { callTimeout: 3000, totalTimeout: 7500 };

/** This machine's true time in milliseconds, whatever a test does to Date. */
export const trueTime = (): number => performance.timeOrigin + performance.now();

/** The client as the background creates it, with storage in memory. */
export const createClient = (first: Account | null = null) => {
  const stored = { account: first, hasHostPermission: true };
  const token = memoryItem<StoredToken>();
  const style = memoryItem<StoredStyle>();
  const accountStore = {
    read: () => Promise.resolve(stored.account),
    save: (next: Account) => {
      stored.account = next;
      return Promise.resolve();
    },
  };
  const service = createService({
    accountStore,
    token,
    style,
    clockReading: memoryItem<ClockReading>(),
    hasHostPermission: () => Promise.resolve(stored.hasHostPermission),
    revokeAllExcept: () => Promise.resolve(),
    storeHint: () => Promise.resolve(),
    removeHint: () => Promise.resolve(),
    storeFeatures: () => Promise.resolve(),
    limits,
  });
  const shorten = async (link: string, validity: Validity = { kind: 'never' }): Promise<Shortened> => {
    const connection = await service.connection();
    if (!connection) throw new Error('Nothing is connected.');
    return connection.shorten({ link, expiresAt: (now) => expiryOf(validity, now) });
  };
  return { service, stored, token, style, shorten };
};

export type Client = ReturnType<typeof createClient>;

/**
 * The embedded service behind a proxy that causes the configured faults. `clock.shift` moves the service's clock by
 * milliseconds.
 */
export const startSetup = async ({ grayscale, edit = true }: { grayscale?: object; edit?: boolean } = {}) => {
  const data = await mkdtemp(path.join(tmpdir(), 'waylark-client-'));
  const grayscaleFile = path.join(data, 'grayscale.json');
  if (grayscale) await writeFile(grayscaleFile, JSON.stringify(grayscale));
  const clock = { shift: 0 };
  const now = (): number => trueTime() + clock.shift;
  const service = await startService({
    data,
    now,
    edit,
    'count-opens': true,
    grayscale: grayscale ? grayscaleFile : '',
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
  });
  const close = async (): Promise<void> => {
    await proxy.close();
    await service.close();
    await rm(data, { recursive: true });
  };
  return { proxy, clock, seconds: () => now() / 1000, account, close };
};

/** The same for a file of tests: before each of them without faults and with the right time, and closed after all. */
export const suiteSetup = async (options: Parameters<typeof startSetup>[0] = {}) => {
  const setup = await startSetup(options);
  beforeEach(() => {
    setup.clock.shift = 0;
    setup.proxy.reset();
  });
  afterAll(setup.close);
  return setup;
};

/** The bodies of the requests of Add. */
export const sentBy = (proxy: Proxy): { link: string; validity: number }[] =>
  addsOf(proxy).map(({ body }) => JSON.parse(body) as { link: string; validity: number });

const addsOf = (proxy: Proxy): Seen[] => proxy.log.filter(({ operation }) => operation === 'add');

/** How often each operation was called. */
export const counts = (proxy: Proxy) => ({ token: proxy.count('token'), add: proxy.count('add') });
