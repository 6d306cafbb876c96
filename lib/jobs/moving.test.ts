import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Connection, LinkToAdd, Shortened } from '../connection/service.ts';
import type { ServiceLink } from '../api/links/operations.ts';
import type { Failure } from '../failures/schema.ts';
import { createPrivateJournal } from '../history/journal.ts';
import { testAttempt } from '../history/test-helpers/attempt.ts';
import type { Attempt } from '../history/types.ts';
import type { ConnectionInfo } from '../settings/connection-info.ts';
import { testInfo } from '../settings/test-helpers/connection-info.ts';
import { createRateLimit } from '../shortening/rate-limit.ts';
import { createShortener } from '../shortening/shortening.ts';
import { memoryItem, memoryMap } from '../storage/test-helpers/memory-item.ts';
import { noExpiry } from '../validity/contract.ts';
import { type Choice, choices } from '../validity/validity.ts';
import type { StoredJob } from './job.ts';
import { createJobKinds } from './job-kinds.ts';
import { JobRunner } from './job-runner.ts';
import { type MoveState, onlyMove, type OnlyMove } from './test-helpers/moves.ts';

const settings = vi.hoisted(() => ({
  offered: [] as readonly Choice[],
  connections: [] as ConnectionInfo[],
}));
vi.mock('../settings/settings.ts', () => ({ readSettingsOrDefaults: () => Promise.resolve(settings) }));

// The shortener is the real one, with a journal in memory; what moves in real browsers: tests/browsers/move.test.ts.

const seconds = 1_800_000_000;
const day = 86_400;

const refusal = (reason: Failure['reason'], change: Partial<Failure> = {}): Shortened => ({
  ok: false,
  failure: { reason, hadEffect: 'no', ...change },
});

/** The service answers with this failure, and has created a link all the same or not. */
const failing =
  (failed: Shortened, isCreated = false) =>
  () => ({ answer: failed, isCreated });
const taken = failing(refusal('ending-taken'));
const lost = failing(refusal('timeout', { hadEffect: 'maybe' }), true);

/** A link of the connection "old", which expires in some days. */
const oldLink = (name: string, change: Partial<Attempt> = {}): Attempt =>
  testAttempt({
    link: `https://example.com/${name}`,
    title: name,
    account: 'old',
    shortLink: `https://old.example/${name}`,
    expiresAt: seconds + 9 * day,
    validity: { kind: 'duration', seconds: 30 * day },
    ...change,
  });

/** An attempt of the connection "new" to create the same link with an ending, which got no answer. */
const earlierLink = (title: string): Attempt => {
  const unanswered = { account: 'new', state: 'unknown', validity: { kind: 'never' } } as const;
  return oldLink('a', { title, ending: 'mine', ...unanswered });
};

interface Answer {
  answer: Shortened;
  /** Whether the service has created a link all the same. */
  isCreated: boolean;
}

/** A profile with two connections, whose background can be killed: what is stored stays, and all else stops. */
const createWorld = (links: readonly Attempt[], answers: ((add: LinkToAdd) => Answer | null)[] = []) => {
  const attempts = memoryItem<unknown[]>([...links]);
  const jobs = memoryItem<StoredJob[]>();
  const created: LinkToAdd[] = [];
  const alarms: boolean[] = [];
  const waits: number[] = [];
  Object.assign(settings, {
    offered: choices,
    connections: [testInfo({ id: 'old' }), testInfo({ id: 'new', features: ['ending'] })],
  });
  const world = {
    created,
    alarms,
    waits,
    /** The move as it is stored; undefined if none is. */
    stored: () => jobs.value?.[0],
    /** Steps until the background is killed. */
    stepsLeft: Infinity,
    isRemoved: false,
    readLink: (): ServiceLink | null => null,
    /** Links that were created elsewhere. */
    listed: [] as Omit<ServiceLink, 'linkId'>[],
    lists: 0,
    killed: Promise.resolve(),
    attempts: () => attempts.value as Attempt[],
    find: (name: string) => world.attempts().filter(({ title }) => title === name),
    start: () => start(),
    /** What was being written when the background was killed is written as a whole, as by a database, before it starts again. */
    written: () => Promise.allSettled(begun.splice(0)),
  };

  let lives = 0;
  const begun: Promise<unknown>[] = [];

  /** A background: its calls never settle after it was killed, or after the next one was started. */
  const start = () => {
    const life = (lives += 1);
    let kill = (): void => undefined;
    world.killed = new Promise((resolve) => {
      kill = resolve;
    });
    /** A value as it is read in this life. Reading is no step: a test reads the state again and again. */
    const living = async <Value>(reading: Promise<Value>): Promise<Value> => {
      const value = await reading;
      if (life !== lives) await new Promise(() => undefined);
      return structuredClone(value);
    };
    const step = async (): Promise<void> => {
      await Promise.resolve();
      if (life === lives && (world.stepsLeft -= 1) < 0) {
        lives += 1;
        kill();
      }
      if (life !== lives) await new Promise(() => undefined);
    };
    const mortal =
      <Parameters extends unknown[], Result>(act: (...given: Parameters) => Promise<Result> | Result) =>
      async (...given: Parameters): Promise<Result> => {
        await step();
        const acting = Promise.resolve(act(...given));
        begun.push(acting);
        const result = await acting;
        await step();
        return result;
      };
    const whole = createPrivateJournal(attempts, memoryItem<string[]>());
    const journal = {
      ...whole,
      begin: mortal(whole.begin),
      settle: mortal(whole.settle),
      remove: mortal(whole.remove),
      find: mortal(whole.find),
      active: (account: string, now: number) =>
        Promise.resolve(
          world.attempts().filter((each) => each.account === account && (each.expiresAt ?? 0) > now),
        ),
    };
    const add = mortal((request: LinkToAdd): Shortened => {
      const expiresAt = request.expiresAt(seconds);
      const answered = answers.shift()?.(request);
      if (!answered || answered.isCreated) created.push(request);
      const shortLink = `https://new.example/${created.length}`;
      return answered?.answer ?? { ok: true, shortLink, expiresAt };
    });
    const connection: Pick<
      Connection,
      'id' | 'shorten' | 'serviceTime' | 'shortOrigin' | 'shortLinkOf' | 'readLink'
    > = {
      id: 'new',
      shortOrigin: 'https://new.example',
      serviceTime: () => Promise.resolve(seconds),
      shorten: add,
      shortLinkOf: (id) => `https://new.example/${id}`,
      readLink: () => {
        const link = world.readLink();
        const failure: Failure = { reason: 'timeout', hadEffect: 'no' };
        return Promise.resolve(link ? { ok: true, link } : { ok: false, failure });
      },
    };
    const journals = {
      regular: journal,
      private: createPrivateJournal(memoryItem<unknown[]>(), memoryItem<string[]>()),
    };
    const shortener = createShortener({
      connection: () => Promise.resolve(world.isRemoved ? null : connection),
      rateLimit: createRateLimit(memoryMap()),
      journals,
      now: () => seconds * 1000,
    });
    /** Two pages, the links of other people's making first. */
    const listLinks: Connection['listLinks'] = mortal(({ after }: { after?: string | undefined }) => {
      world.lists += 1;
      const own = created.map((each) => ({
        link: each.link,
        expiresAt: each.expiresAt(seconds),
        createdAt: seconds,
      }));
      const links = (after === undefined ? world.listed : own).map((each, at) => {
        const linkId = after === undefined ? `elsewhere${at}` : `${at + 1}`;
        return { ...each, linkId, shortLink: `https://new.example/${linkId}` };
      });
      return { ok: true as const, links, next: after === undefined ? 'more' : null };
    });
    const now = () => seconds * 1000;
    const runner = new JobRunner({
      kinds: createJobKinds({
        shortener,
        changer: { change: () => Promise.reject(new Error('A move changes no link')) },
        loader: { load: () => Promise.reject(new Error('A move loads no link')) },
        connection: () => Promise.resolve(world.isRemoved ? null : { ...connection, listLinks }),
        journal,
        now,
      }),
      journals,
      stored: {
        regular: { read: () => living(jobs.read()), write: mortal(jobs.write) },
        private: memoryItem(),
      },
      setAlarm: (isOn) => alarms.push(isOn),
      showLeft: () => undefined,
      onEnd: () => undefined,
      sleep: (milliseconds) => {
        waits.push(milliseconds);
        return Promise.resolve();
      },
      now,
    });
    return onlyMove(runner, journal, now);
  };
  return world;
};

const request = { from: 'old', to: 'new' };

/** The state when nothing more is sent. Rejects once the background was killed: a move in it never ends. */
const ended = async (moving: OnlyMove, isKilled = () => false): Promise<MoveState> => {
  for (;;) {
    const state = await moving.state();
    if (isKilled()) throw new Error('The background was killed.');
    if (state && !state.isRunning) return state;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

const moveAll = async (world: ReturnType<typeof createWorld>): Promise<MoveState> => {
  const moving = world.start();
  let isKilled = false;
  void world.killed.then(() => (isKilled = true));
  await moving.start(request);
  // Without that, it would go on asking in later files of this process.
  return ended(moving, () => isKilled);
};

describe('a move', () => {
  it('creates links again with the time that they have left, and links both entries of the history', async () => {
    const world = createWorld([
      oldLink('a', { note: 'For Ann' }),
      oldLink('b', { expiresAt: noExpiry, validity: { kind: 'never' } }),
    ]);
    const state = await moveAll(world);
    expect(state).toMatchObject({ created: 2, failed: 0, unknown: 0, waiting: 0, stopped: null });
    expect(world.created.map((add) => [add.link, add.expiresAt(0)])).toEqual([
      ['https://example.com/a', seconds + 9 * day],
      ['https://example.com/b', noExpiry],
    ]);
    const [old, next] = world.find('a');
    expect(next).toMatchObject({
      account: 'new',
      state: 'created',
      shown: true,
      movedFrom: old?.id,
      note: 'For Ann',
    });
    expect(old?.movedTo).toEqual({ id: next?.id, shortLink: next?.shortLink });
    expect(state.links[0]).toEqual({
      title: 'a',
      link: 'https://example.com/a',
      oldShortLink: 'https://old.example/a',
      newShortLink: next?.shortLink,
      kind: 'created',
    });
    expect(world.alarms).toEqual([true, false]);
  });

  it('leaves out links with a limit, those that were moved, those of others and those that have expired', async () => {
    const world = createWorld([
      oldLink('limited', { limit: 1 }),
      oldLink('a'),
      oldLink('expired', { expiresAt: seconds + 9 }),
      oldLink('other', { account: 'third' }),
    ]);
    const plan = () => world.start().plan(request.from);
    expect(await plan()).toEqual({ links: 1, limited: 1, moved: 0, unknown: 0 });
    await moveAll(world);
    expect(await plan()).toEqual({ links: 0, limited: 1, moved: 1, unknown: 0 });
  });

  it('keeps a chosen ending where the new service has endings and it is free', async () => {
    const world = createWorld([oldLink('a', { ending: 'mine' }), oldLink('b', { ending: 'yours' })], [taken]);
    expect(await moveAll(world)).toMatchObject({ created: 2, failed: 0 });
    expect(world.created.map(({ ending }) => ending).toSorted()).toEqual(['yours', undefined]);
    expect(world.attempts()).toHaveLength(4);

    const without = createWorld([oldLink('a', { ending: 'mine' })]);
    settings.connections = [testInfo({ id: 'new' })];
    await moveAll(without);
    expect(without.created.map(({ ending }) => ending)).toEqual([undefined]);
  });

  it('does not send a link again of which nobody knows whether it was created, in a later move neither', async () => {
    const world = createWorld([oldLink('a')], [lost]);
    const state = await moveAll(world);
    expect(state).toMatchObject({ created: 0, unknown: 1 });
    expect(state.links).toMatchObject([{ newShortLink: null, kind: 'unknown' }]);
    expect(await world.start().plan(request.from)).toMatchObject({ links: 0, unknown: 1 });
  });

  it('finds the links of which nobody knows in the list of the service, and no others', async () => {
    const notCreated = failing(refusal('timeout', { hadEffect: 'maybe' }));
    const world = createWorld([oldLink('a'), oldLink('b'), oldLink('c')], [lost, notCreated]);
    settings.connections = [testInfo({ id: 'new', features: ['manage'] })];
    const link = { link: 'https://example.com/b', expiresAt: seconds + 9 * day, createdAt: seconds };
    // Created before the move, until another time, and for another address.
    world.listed = [
      { ...link, createdAt: seconds - 3600 },
      { ...link, expiresAt: seconds + 8 * day },
      { ...link, link: 'https://example.com/d' },
    ];
    const state = await moveAll(world);
    expect(state).toMatchObject({ created: 2, unknown: 1 });
    expect(state.links.map(({ title, newShortLink }) => [title, newShortLink])).toEqual([
      ['a', 'https://new.example/1'],
      ['b', null],
      ['c', 'https://new.example/2'],
    ]);
    const [old, next] = world.find('a');
    expect(old?.movedTo).toEqual({ id: next?.id, shortLink: 'https://new.example/1' });
    expect([next?.state, next?.failure, next?.expiresAt]).toEqual(['created', undefined, old?.expiresAt]);
  });

  it('reads no list of a service that has none, or if nothing is unknown', async () => {
    const without = createWorld([oldLink('a')], [lost]);
    await moveAll(without);
    const known = createWorld([oldLink('a')]);
    settings.connections = [testInfo({ id: 'new', features: ['manage'] })];
    await moveAll(known);
    expect([without.lists, known.lists]).toEqual([0, 0]);
  });

  it('goes on after a link that the service does not accept', async () => {
    const refused = failing(refusal('validity-invalid'));
    const world = createWorld([oldLink('a'), oldLink('b')], [refused]);
    expect(await moveAll(world)).toMatchObject({ created: 1, failed: 1, stopped: null });
    // The service may have changed: another move tries it again.
    expect(await world.start().plan(request.from)).toMatchObject({ links: 1, moved: 1 });
  });

  it('continues if a policy brings its connection back', async () => {
    const world = createWorld([oldLink('a'), oldLink('b')]);
    world.isRemoved = true;
    const moving = world.start();
    await moving.start(request);
    expect(await ended(moving)).toMatchObject({ waiting: 2, stopped: { reason: 'not-connected' } });
    world.isRemoved = false;
    await moving.resume();
    expect(await ended(moving)).toMatchObject({ created: 2, waiting: 0, stopped: null });
    // It has ended, so that another change of the policy begins nothing.
    await moving.resume();
    expect(world.created).toHaveLength(2);
  });

  it('whose rest is begun in one window while another one closes the result is not forgotten', async () => {
    const world = createWorld([oldLink('a'), oldLink('b')]);
    world.isRemoved = true;
    const moving = world.start();
    await moving.start(request);
    while ((await moving.state())?.isRunning) await Promise.resolve();
    world.isRemoved = false;
    await Promise.all([moving.retry(), moving.close()]);
    expect(await moving.state()).not.toBeNull();
    expect(world.stored()).toBeDefined();
    expect(await ended(moving)).toMatchObject({ created: 2, waiting: 0 });
  });

  it.each([
    ['was removed', true],
    ['could not be removed', false],
  ])(
    'creates no second link after a restart if an earlier attempt has it, and the new one %s',
    async (_, isRemoved) => {
      const earlier = earlierLink('a');
      const world = createWorld([oldLink('a', { ending: 'mine' }), earlier], [taken]);
      world.readLink = () => ({ linkId: 'mine', link: earlier.link, expiresAt: noExpiry, createdAt: 1 });
      expect(await moveAll(world)).toMatchObject({ created: 1, waiting: 0 });
      // The background was killed before the end was stored.
      const stored = world.stored();
      if (stored) Object.assign(stored, { isRunning: true, others: undefined });
      const failure: Failure = { reason: 'ending-taken', hadEffect: 'no' };
      const refused = oldLink('a', { id: stored?.ids[0] ?? '', state: 'failed', failure });
      if (!isRemoved) world.attempts().push(refused);
      expect(await ended(world.start())).toMatchObject({ created: 1, waiting: 0 });
      expect(world.created).toEqual([]);
    },
  );

  it('sends no link that a plan would leave out, whatever its page says', async () => {
    const moved = oldLink('moved', {
      movedTo: { id: crypto.randomUUID(), shortLink: 'https://new.example/9' },
    });
    const unknown = oldLink('unknown', { account: 'new', state: 'unknown' });
    const links = [
      oldLink('other', { account: 'third' }),
      oldLink('limited', { limit: 1 }),
      moved,
      oldLink('tried', { movedTo: { id: unknown.id } }),
    ];
    const world = createWorld([...links, unknown]);
    const moving = world.start();
    await moving.start(
      request,
      links.map(({ id }) => ({ oldId: id })),
    );
    expect(await ended(moving)).toMatchObject({ failed: 4, created: 0 });
    expect(world.created).toEqual([]);
    expect(world.find('moved')).toEqual([moved]);
  });

  it('does not begin another one while one is running', async () => {
    const world = createWorld([oldLink('a'), oldLink('b')]);
    const moving = world.start();
    await Promise.all([moving.start(request), moving.start(request)]);
    expect(await ended(moving)).toMatchObject({ created: 2 });
    expect(world.created).toHaveLength(2);
  });
});

/** What the service may do with a request: most of the time what it should. */
const reaction = fc.constantFrom<(add: LinkToAdd) => Answer | null>(
  () => null,
  () => null,
  failing(refusal('too-many-requests', { retryAfter: 1 })),
  lost,
  failing(refusal('timeout', { hadEffect: 'maybe' })),
  failing(refusal('link-invalid')),
);

describe('whenever the background is killed', () => {
  it('no second link is created for one that an earlier attempt has', async () => {
    for (let steps = 0; steps < 40; steps += 1) {
      const earlier = earlierLink('earlier');
      const takenIfMine = ({ ending }: LinkToAdd) => (ending === 'mine' ? taken() : null);
      const world = createWorld(
        [oldLink('a', { ending: 'mine' }), earlier],
        Array<typeof takenIfMine>(9).fill(takenIfMine),
      );
      world.readLink = () => ({ linkId: 'mine', link: earlier.link, expiresAt: noExpiry, createdAt: 1 });
      world.stepsLeft = steps;
      await Promise.race([moveAll(world), world.killed]);
      await world.written();
      world.stepsLeft = Infinity;
      const last = world.start();
      if (!world.stored()) await last.start(request);
      const { created, unknown } = await ended(last);
      expect([created + unknown, world.created], `killed after ${steps} steps`).toEqual([1, []]);
      const { movedTo } = world.find('a')[0] ?? {};
      if (created === 1) expect(movedTo).toEqual({ id: earlier.id, shortLink: 'https://new.example/mine' });
    }
  });

  it('no link is created twice, and each is created, may have been, or was refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 4 }),
        fc.array(reaction, { maxLength: 6 }),
        fc.boolean(),
        async (lives, reactions, hasList) => {
          const names = ['a', 'b', 'c', 'd'];
          const world = createWorld(
            names.map((name) => oldLink(name, { ending: name === 'a' ? 'mine' : undefined })),
            reactions,
          );
          if (hasList) settings.connections = [testInfo({ id: 'new', features: ['ending', 'manage'] })];
          for (const steps of lives) {
            world.stepsLeft = steps;
            const moving = world.start();
            let isKilled = false;
            const killed = world.killed.then(() => (isKilled = true));
            const begin = async (): Promise<unknown> => {
              if (!world.stored()) await moving.start(request);
              return ended(moving, () => isKilled);
            };
            await Promise.race([begin(), killed]);
            await world.written();
          }
          world.stepsLeft = Infinity;
          const last = world.start();
          if (!world.stored()) await last.start(request);
          const state = await ended(last);
          for (const name of names)
            expect(
              world.created.filter(({ link }) => link === `https://example.com/${name}`).length,
            ).toBeLessThan(2);
          if (!state.stopped) expect(state.waiting).toBe(0);
          expect(state.created + state.unknown).toBeGreaterThanOrEqual(world.created.length);
          if (hasList && !state.stopped) expect(state.created).toBe(world.created.length);
          for (const { oldShortLink, newShortLink, kind } of state.links)
            if (kind === 'created') {
              const old = world.attempts().find(({ shortLink }) => shortLink === oldShortLink);
              expect(old?.movedTo?.shortLink).toBe(newShortLink);
            }
        },
      ),
      { numRuns: 200 },
    );
  });
});
