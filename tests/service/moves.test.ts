import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Feature } from '../../lib/api/links/contract.ts';
import { sleep } from '../../lib/async/async.ts';
import type { Account } from '../../lib/connection/account.ts';
import { createPrivateJournal, openJournal } from '../../lib/history/journal.ts';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import { type Job, type StoredState } from '../../lib/jobs/job.ts';
import { createJobKinds, maxPending } from '../../lib/jobs/job-kinds.ts';
import { JobRunner } from '../../lib/jobs/job-runner.ts';
import { type MoveState, onlyMove, type OnlyMove } from '../../lib/jobs/test-helpers/moves.ts';
import { readBackup, writeBackup } from '../../lib/settings/backup.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { createRateLimit } from '../../lib/shortening/rate-limit.ts';
import { createShortener, type Shortener } from '../../lib/shortening/shortening.ts';
import type { StoredItem } from '../../lib/storage/storage.ts';
import { memoryItem, memoryMap } from '../../lib/storage/test-helpers/memory-item.ts';
import { choices } from '../../lib/validity/validity.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { answer, answerOnRelease, type Fault, pass } from '../support/service/faults.ts';
import type { Proxy } from '../support/service/proxy.ts';
import { createClient, formOf, sentBy, startSetup, suiteSetup } from '../support/service/client-setup.ts';

/** The settings of the profile that was created last. */
let readSettings: () => Promise<object>;
vi.mock('../../lib/settings/settings.ts', async (original) => ({
  ...(await original<object>()),
  readSettingsOrDefaults: () => readSettings(),
}));

const never = new Promise<never>(() => undefined);

/** The same object, whose methods never settle once `isKilled` returns true, as in a background that was killed. */
const killable = <Target extends object>(target: Target, isKilled: () => boolean): Target =>
  new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]): Promise<unknown> => {
        if (isKilled()) return never;
        const result: unknown = await Reflect.apply(value, object, given);
        return isKilled() ? never : result;
      };
    },
  });

/** The state when nothing more is sent. */
const ended = async (moving: OnlyMove): Promise<MoveState> => {
  for (;;) {
    const state = await moving.state();
    if (state && !state.isRunning) return state;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const changer = { change: () => Promise.reject(new Error('A move changes no link')) };
const loader = { load: () => Promise.reject(new Error('A move loads no link')) };

/** A profile with a connection to each account, whose background can be killed and started again. */
const createProfile = async (
  accounts: readonly [Account, Account],
  { pause = sleep, features = [] }: { pause?: typeof sleep; features?: Feature[] } = {},
) => {
  const client = createClient();
  for (const account of accounts) await client.service.connect(formOf(account));
  const [first, second] = await client.service.views();
  if (!first || !second) throw new Error('There are no two connections.');
  const request = { from: first.id, to: second.id };
  const journal = openJournal();
  const jobs = memoryItem<Record<string, Job>>();
  const states = memoryItem<Record<string, StoredState>>();
  const privateAttempts = memoryItem<unknown[]>();
  let writes = 0;
  let waits = 0;
  let kill = (): void => undefined;
  let shortener: Shortener | undefined;

  /** A background that has just started, in place of the one before. */
  const start = (): OnlyMove => {
    kill();
    let isKilled = false;
    kill = () => {
      isKilled = true;
    };
    const untilKilled = <Target extends object>(target: Target): Target => killable(target, () => isKilled);
    const regular = untilKilled(journal);
    readSettings = async () => ({
      offered: choices,
      connections: (await client.service.views()).map(({ id }) => testInfo({ id, features })),
    });
    const journals = {
      regular,
      private: createPrivateJournal(privateAttempts, memoryItem<string[]>()),
    };
    const started = createShortener({
      async connection(id) {
        const connection = await client.service.connection(id);
        return connection && untilKilled(connection);
      },
      rateLimit: createRateLimit(memoryMap()),
      journals,
    });
    const counting = <Value>(item: StoredItem<Value>): StoredItem<Value> =>
      untilKilled({
        read: item.read,
        write(next: Value) {
          writes += 1;
          return item.write(next);
        },
      });
    shortener = started;
    const { connection } = client.service;
    const runner = new JobRunner({
      kinds: createJobKinds({ shortener: started, changer, loader, connection, journal: regular }),
      journals,
      findAttempt: started.findAttempt,
      stored: {
        regular: { jobs: counting(jobs), states: counting(states) },
        private: { jobs: memoryItem(), states: memoryItem() },
      },
      setAlarm: () => undefined,
      showLeft: () => undefined,
      onEnd: () => undefined,
      sleep: (milliseconds, signal) => {
        waits += 1;
        return pause(milliseconds, signal);
      },
    });
    return onlyMove(runner, regular);
  };

  /** Writes active links of a connection to the history, the first to expire first. */
  const addLinks = (account: string, count: number, name = 'link'): Promise<void> =>
    journal.add(
      Array.from({ length: count }, (_, at) =>
        testAttempt({
          account,
          link: `https://example.com/${name}/${at}`,
          shortLink: `https://short.example/${name}/${at}`,
          expiresAt: 1_900_000_000 + at,
        }),
      ),
    );
  return {
    client,
    first,
    second,
    request,
    journal,
    jobs,
    start,
    kill: () => kill(),
    /** That of the background which was started last. */
    shortener: (): Shortener => {
      if (!shortener) throw new Error('The background was not started.');
      return shortener;
    },
    addLinks,
    /** How often the move was written, and how often a run has paused. */
    counts: () => ({ writes, waits }),
  };
};

const here = await suiteSetup();
const there = await startSetup();
beforeEach(() => there.tidy());
afterAll(there.close);

const profileWith = async (count: number) => {
  const accounts = [await here.account(), await there.account()] as const;
  const profile = await createProfile(accounts);
  await profile.addLinks(profile.first.id, count);
  return { ...profile, accounts };
};

type Profile = Awaited<ReturnType<typeof profileWith>>;

/** Begins a move and calls this while its first link is on the way. */
const inTheMiddle = async (profile: Profile, act: () => unknown): Promise<OnlyMove> => {
  const { fault, release } = answerOnRelease();
  there.proxy.always('add', fault);
  const moving = profile.start();
  expect(await moving.plan(profile.request.from)).toMatchObject({ links: 6 });
  await moving.start(profile.request);
  await eventually(() => there.proxy.count('add')).toBe(3);
  await act();
  release();
  return moving;
};

/** The tokens that a service has given out. */
const tokensOf = ({ log }: Proxy): string[] =>
  log
    .filter(({ operation }) => operation === 'token')
    .flatMap((seen) => {
      const { data } = JSON.parse(seen.answer?.body.toString() ?? '{}') as { data?: { token?: string } };
      return data?.token ?? [];
    });

const stoppedBy = (reason: string): Partial<MoveState> => ({
  waiting: 3,
  created: 3,
  stopped: { reason, hadEffect: 'no' } as MoveState['stopped'],
});

describe('no key and no token of a connection reaches the service of the other one over a move', () => {
  it.each<[string, (profile: Profile) => unknown, Partial<MoveState>]>([
    ['to its end', () => undefined, { created: 6 }],
    [
      'whose background is killed',
      (profile) => {
        profile.kill();
      },
      { created: 3, unknown: 3 },
    ],
    [
      'whose target gets the address of the other service',
      async ({ client, second }) => {
        const form = { ...second, secretKey: null, address: here.proxy.address };
        expect(await client.service.connect(form)).toMatchObject({ problem: { problem: 'enter-again' } });
        const next = formOf(await here.account());
        expect(await client.service.connect({ ...next, id: second.id })).toMatchObject({ ok: true });
      },
      stoppedBy('connection-removed'),
    ],
    [
      'whose target is removed',
      ({ client, second }) => client.service.remove(second.id),
      stoppedBy('connection-removed'),
    ],
    [
      'whose target is removed and added again, as is another account of its service',
      async ({ client, second, accounts }) => {
        await client.service.remove(second.id);
        for (const account of [accounts[1], await there.account()])
          expect(await client.service.connect(formOf(account))).toMatchObject({ ok: true });
      },
      stoppedBy('connection-removed'),
    ],
    [
      'whose source is removed, twice at the same time',
      ({ client, first }) => Promise.all([client.service.remove(first.id), client.service.remove(first.id)]),
      { created: 6 },
    ],
    [
      'of which both connections are removed at the same time',
      ({ client, first, second }) =>
        Promise.all([client.service.remove(first.id), client.service.remove(second.id)]),
      stoppedBy('not-connected'),
    ],
    [
      'while a settings file is read',
      () => {
        const file = writeBackup({
          settings: {},
          connections: [{ name: 'Mine', hue: 1, address: here.proxy.address, template: '' }],
        });
        expect(readBackup(file)).toMatchObject({ ok: true, backup: { connections: [{ name: 'Mine' }] } });
      },
      { created: 6 },
    ],
    [
      'during which a policy comes that has only the other service',
      ({ client }) => {
        client.stored.managed = { serviceAddress: here.proxy.address };
      },
      stoppedBy('connection-removed'),
    ],
  ])('%s', async (_, act, expected) => {
    const profile = await profileWith(6);
    const { client, request, accounts, start } = profile;
    let moving = await inTheMiddle(profile, () => act(profile));
    if (expected.unknown !== undefined) moving = start();
    expect(await ended(moving)).toMatchObject(expected);

    // What is left, then back, which is canceled, both as far as the connections are there.
    client.stored.managed = {};
    await moving.close();
    await moving.start(request);
    await ended(moving);
    await moving.close();
    await moving.start({ from: request.to, to: request.from });
    await moving.stop();
    await ended(moving);

    const [mine, theirs] = accounts;
    const tokens = [tokensOf(here.proxy), tokensOf(there.proxy)] as const;
    expect(tokens.every((each) => each.length > 0)).toBe(true);
    const seen = [JSON.stringify(here.proxy.log), JSON.stringify(there.proxy.log)] as const;
    expect(seen[1]).toContain(theirs.secretKey);
    for (const secret of [theirs.secretKey, theirs.secretId, ...tokens[1]])
      expect(seen[0]).not.toContain(secret);
    for (const secret of [mine.secretKey, mine.secretId, ...tokens[0]]) expect(seen[1]).not.toContain(secret);
    const links = sentBy(there.proxy).map(({ link }) => link);
    expect(new Set(links).size).toBe(links.length);
  });
});

/** The number of a link that `addLinks` has written. */
const numberOf = (link: string): number => Number(link.split('/').at(-1));

it.each<[string, Feature[]]>([
  ['and what it had sent is not known', []],
  ['and what it had sent is found in the list of the service', ['manage']],
])(
  'forty links are moved within the limits of the service, each once, with a background that is killed, %s',
  async (_, features) => {
    const count = 40;
    const { proxy } = there;
    // Fewer than a busy machine sends in a second.
    const accounts = [await here.account(), await there.account({ perSecond: 3, perMinute: 1000 })] as const;
    /** Moves the service's clock in place of waiting. */
    const pause = (milliseconds: number) => {
      there.clock.shift += milliseconds;
      return Promise.resolve();
    };
    const profile = await createProfile(accounts, { pause, features });
    await profile.addLinks(profile.first.id, count);
    let killed = (): void => undefined;
    const death = new Promise<void>((resolve) => {
      killed = resolve;
    });
    const killing: Fault = async ({ forward }) => {
      await forward();
      profile.kill();
      killed();
    };
    proxy.mark();
    proxy.next('add', ...Array.from({ length: Math.floor(count / 3) }, () => pass), killing);
    await profile.start().start(profile.request);
    await death;
    const state = await ended(profile.start());

    const adds = proxy.log.filter(({ operation }) => operation === 'add');
    const created = adds.flatMap(({ body, answer }) => {
      const { code } = JSON.parse(answer?.body.toString() ?? '{}') as { code?: number };
      return code === 200 ? numberOf((JSON.parse(body) as { link: string }).link) : [];
    });
    expect(new Set(created).size).toBe(created.length);
    // Three are sent at the same time, and any of them may arrive first.
    for (const [at, number] of created.entries()) expect(Math.abs(number - at)).toBeLessThan(2 * maxPending);
    // What was pending when the background was killed is named, and nothing else.
    expect(state).toMatchObject({ stopped: null, waiting: 0, failed: 0, created: count - state.unknown });
    // One that was written to the history and not sent yet is named as well.
    if (features.length > 0) expect(state.created).toBe(created.length);
    else {
      expect(state.unknown).toBeGreaterThan(0);
      expect(created.length).toBeGreaterThanOrEqual(state.created);
    }
    expect(state.unknown).toBeLessThanOrEqual(maxPending);
    expect(state.links.map(({ link }) => numberOf(link))).toEqual(
      Array.from({ length: count }, (_, at) => at),
    );
    const moved = state.links.flatMap(({ newShortLink }) => newShortLink ?? []);
    expect(new Set(moved).size).toBe(state.created);
    const { writes, waits } = profile.counts();
    // The move is written when it begins, at each pause and when it ends; a pause costs a request of each pending link at most.
    expect(writes).toBeLessThanOrEqual(3 + waits);
    expect(proxy.count('token')).toBe(0);
    expect(adds.length).toBeLessThanOrEqual(count + waits + 2 * maxPending);
    // Ids only.
    expect(JSON.stringify(profile.jobs.value).length).toBeLessThan(110 * count + 300);
    expect(waits).toBeGreaterThan(0);
  },
);

/** What stops a move in the middle, with a function that ends it. */
it.each<[string, string, (profile: Profile) => () => void]>([
  [
    'the access to its service is taken away',
    'access-missing',
    ({ client: { stored } }) => {
      stored.lostOrigin = there.proxy.origin;
      return () => (stored.lostOrigin = null);
    },
  ],
  [
    'its credentials are revoked',
    'credentials-rejected',
    () => {
      const denied = answer({ code: 801, msg: 'permission denied', data: null });
      there.proxy.always('token', denied);
      there.proxy.always('add', denied);
      return there.proxy.removeFaults;
    },
  ],
  [
    'a policy takes its connection away',
    'connection-removed',
    ({ client: { stored } }) => {
      stored.managed = { serviceAddress: here.proxy.address };
      return () => (stored.managed = {});
    },
  ],
])('a move stops if %s in the middle, and continues with the rest', async (_, reason, act) => {
  const profile = await profileWith(6);
  let undo = (): void => undefined;
  const moving = await inTheMiddle(profile, () => (undo = act(profile)));
  expect(await ended(moving)).toMatchObject(stoppedBy(reason));
  undo();
  // The background was started again since.
  const later = profile.start();
  await later.retry();
  const state = await ended(later);
  expect(state).toMatchObject({ created: 6, waiting: 0, stopped: null });
  expect(state.links.map(({ link }) => link)).toEqual(
    Array.from({ length: 6 }, (_each, at) => `https://example.com/link/${at}`),
  );
});
