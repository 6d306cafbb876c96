import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPrivateJournal, openJournal } from '../../lib/history/journal.ts';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import type { StoredJob } from '../../lib/jobs/job.ts';
import { createJobKinds } from '../../lib/jobs/job-kinds.ts';
import { JobRunner } from '../../lib/jobs/job-runner.ts';
import { type MoveState, onlyMove, type OnlyMove } from '../../lib/jobs/test-helpers/moves.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { createRateLimit } from '../../lib/shortening/rate-limit.ts';
import { createShortener } from '../../lib/shortening/shortening.ts';
import { memoryItem, memoryMap } from '../../lib/storage/test-helpers/memory-item.ts';
import { choices } from '../../lib/validity/validity.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { answerOnRelease } from '../support/service/faults.ts';
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

const here = await suiteSetup();
const there = await startSetup();
beforeEach(() => there.tidy());
afterAll(there.close);

/** A profile with six links and a connection to an account of each service, whose background can be killed and started again. */
const createProfile = async () => {
  const accounts = [await here.account(), await there.account()] as const;
  const client = createClient();
  for (const account of accounts) await client.service.connect(formOf(account));
  const [first, second] = await client.service.views();
  if (!first || !second) throw new Error('There are no two connections.');
  const journal = openJournal();
  const jobs = memoryItem<StoredJob[]>();
  const privateAttempts = memoryItem<unknown[]>();
  let kill = (): void => undefined;

  /** A background that has just started, in place of the one before. */
  const start = (): OnlyMove => {
    kill();
    let isKilled = false;
    kill = () => {
      isKilled = true;
    };
    const untilKilled = <Target extends object>(target: Target): Target => killable(target, () => isKilled);
    readSettings = async () => ({
      offered: choices,
      connections: (await client.service.views()).map(({ id }) => testInfo({ id })),
    });
    const journals = {
      regular: untilKilled(journal),
      private: createPrivateJournal(privateAttempts, memoryItem<string[]>()),
    };
    const shortener = createShortener({
      async connection(id) {
        const connection = await client.service.connection(id);
        return connection && untilKilled(connection);
      },
      rateLimit: createRateLimit(memoryMap()),
      journals,
    });
    const { connection } = client.service;
    const runner = new JobRunner({
      kinds: createJobKinds({ shortener, changer, loader, connection, journal: journals.regular }),
      journals,
      stored: { regular: untilKilled(jobs), private: memoryItem() },
      setAlarm: () => undefined,
      showLeft: () => undefined,
      onEnd: () => undefined,
    });
    return onlyMove(runner, journals.regular);
  };

  await journal.add(
    Array.from({ length: 6 }, (_, at) =>
      testAttempt({
        account: first.id,
        link: `https://example.com/link/${at}`,
        shortLink: `https://short.example/link/${at}`,
        expiresAt: 1_900_000_000 + at,
      }),
    ),
  );
  const request = { from: first.id, to: second.id };
  return { client, accounts, first, second, request, start, kill: () => kill() };
};

type Profile = Awaited<ReturnType<typeof createProfile>>;

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
      { created: 6 },
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
      'during which a policy comes that has only the other service',
      ({ client }) => {
        client.stored.managed = { serviceAddress: here.proxy.address };
      },
      stoppedBy('connection-removed'),
    ],
  ])('%s', async (_, act, expected) => {
    const profile = await createProfile();
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
