import fc from 'fast-check';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection, Shortened } from '../connection/service.ts';
import type { Failure } from '../failures/schema.ts';
import { type History, openHistory } from '../history/history.ts';
import { createPrivateJournal, openJournal } from '../history/journal.ts';
import { testAttempt } from '../history/test-helpers/attempt.ts';
import type { Attempt } from '../history/types.ts';
import { createLinkChanger } from '../managing/link-changer.ts';
import type { LinkLoader } from '../managing/link-loader.ts';
import { testInfo } from '../settings/test-helpers/connection-info.ts';
import { createRateLimit } from '../shortening/rate-limit.ts';
import { createShortener } from '../shortening/shortening.ts';
import { memoryItem, memoryMap } from '../storage/test-helpers/memory-item.ts';
import type { StoredItem } from '../storage/storage.ts';
import { choices } from '../validity/validity.ts';
import {
  idle,
  type JobChanges,
  type JobView,
  type StoredJob,
  storedJobs as storedJobsSchema,
} from './job.ts';
import { createJobKinds } from './job-kinds.ts';
import { JobRunner } from './job-runner.ts';

vi.mock('../settings/settings.ts', () => ({
  readSettingsOrDefaults: () =>
    Promise.resolve({
      offered: choices,
      connections: ['account', 'other'].map((id) => testInfo({ id, features: ['manage'] })),
    }),
}));

/** What the service does with a request, or when the background is killed: before the journal, before the POST, or after it. */
type Reaction =
  | 'make'
  | 'limit'
  | 'refuse'
  | 'broken'
  | 'broken-created'
  | 'die-at-once'
  | 'die-journaled'
  | 'die-posted'
  | Failure;

const failures: Partial<Record<Extract<Reaction, string>, Failure>> = {
  limit: { reason: 'too-many-requests', hadEffect: 'no', retryAfter: 2 },
  refuse: { reason: 'link-invalid', hadEffect: 'no' },
  broken: { reason: 'internal-server-error', hadEffect: 'maybe' },
  'broken-created': { reason: 'internal-server-error', hadEffect: 'maybe' },
};
const creating: readonly Reaction[] = ['make', 'broken-created', 'die-posted'];

const never = new Promise<never>(() => undefined);
const tick = () => new Promise((resolve) => setImmediate(resolve));
const ticks = async (count: number) => {
  for (let at = 0; at < count; at += 1) await tick();
};

/** Jobs that are stored as JSON, and read through their schema. */
const storedJobs = () => {
  const item = memoryItem<string>();
  return {
    item,
    read: async () => storedJobsSchema.safeParse(JSON.parse((await item.read()) ?? 'null')).data ?? null,
    write: (value: StoredJob[]) => item.write(JSON.stringify(value)),
  };
};

type LoadPage = Awaited<ReturnType<LinkLoader['load']>>;

/**
 * A browser with a service, which reacts to the requests as listed, and creates a link for every later one; `lists`: the answers to
 * requests for pages of a list.
 */
const createProfile = (script: Reaction[] = [], lists: LoadPage[] = []) => {
  const journals = { regular: openJournal(), private: createPrivateJournal(memoryItem(), memoryItem()) };
  const values = { regular: storedJobs(), private: storedJobs() };
  const posted: { link: string; at: number; pending: number }[] = [];
  const created: string[] = [];
  /** The short links that were changed. */
  const changed: string[] = [];
  const waits: number[] = [];
  const alarms: boolean[] = [];
  const loads: Parameters<LinkLoader['load']>[0][] = [];
  const left: number[] = [];
  const endedJobs: JobView[] = [];
  let [now, flying, life, writes] = [Date.now(), 0, 0, 0];
  const begin = now;
  let answering: Promise<unknown> = Promise.resolve();
  let runner: JobRunner;

  /** Kills the background, and starts another one. */
  const start = (): JobRunner => {
    life += 1;
    flying = 0;
    const mine = life;
    const alive = async <Value>(value: Value | Promise<Value>): Promise<Value> => {
      const settled = await value;
      return mine === life ? settled : never;
    };
    const die = (): Promise<never> => {
      start();
      void runner.restore();
      return never;
    };
    const untilKilled = <Target extends object>(target: Target): Target =>
      new Proxy(target, {
        get(object, name) {
          const value: unknown = Reflect.get(object, name);
          if (typeof value !== 'function') return value;
          return async (...given: unknown[]): Promise<unknown> =>
            mine === life ? alive(Reflect.apply(value, object, given) as unknown) : never;
        },
      });
    const connectionOf = (id: string) => ({
      id,
      shortOrigin: 'https://s.example',
      shortLinkOf: (ending: string) => `https://s.example/${ending}`,
      readLink: () => Promise.reject(new Error('Nothing asks for it')),
      serviceTime: () => alive(Math.floor(now / 1000)),
      deleteLink: () => Promise.reject(new Error('Nothing deletes it')),
      async changeLink(shortLink: string): ReturnType<Connection['changeLink']> {
        const reaction = script.shift() ?? 'make';
        if (reaction === 'die-journaled') return die();
        posted.push({ link: shortLink, at: now - begin, pending: 1 });
        if (typeof reaction === 'string' && creating.includes(reaction)) changed.push(shortLink);
        await alive(ticks(12));
        if (reaction === 'die-posted') return die();
        const failure = typeof reaction === 'string' ? failures[reaction] : reaction;
        if (failure) return { ok: false, failure };
        const linkId = shortLink.slice(-1);
        const link = { linkId, shortLink, link: 'https://example.com/', expiresAt: 1_900_086_400 };
        return { ok: true, link: { ...link, createdAt: 1 } };
      },
      async shorten({ link }: { link: string }): Promise<Shortened> {
        const reaction = script.shift() ?? 'make';
        if (reaction === 'die-journaled') return die();
        flying += 1;
        posted.push({ link, at: now - begin, pending: flying });
        if (creating.includes(reaction)) created.push(link);
        // Longer than the journal takes.
        await alive(ticks(12));
        await alive(answering);
        if (reaction === 'die-posted') return die();
        flying -= 1;
        const failure = typeof reaction === 'string' ? failures[reaction] : reaction;
        if (failure) return { ok: false, failure };
        return {
          ok: true,
          shortLink: `https://s.example/${link.split('/').at(-1) ?? ''}`,
          expiresAt: 1_900_000_000,
        };
      },
    });
    const mortal = (journal: typeof journals.regular) => {
      const living = untilKilled(journal);
      return {
        ...journal,
        ...Object.fromEntries(Object.keys(journal).map((name) => [name, Reflect.get(living, name)])),
        begin: (attempt: Attempt) =>
          script[0] === 'die-at-once' ? (script.shift(), die()) : living.begin(attempt),
      };
    };
    const living = {
      regular: mortal(journals.regular),
      private: untilKilled(journals.private),
    };
    const shortener = createShortener({
      connection: (id = profile.defaultConnection) => alive(id === 'gone' ? null : connectionOf(id)),
      rateLimit: createRateLimit(memoryMap()),
      journals: living,
      now: () => now,
    });
    const killable = (item: StoredItem<StoredJob[]>): StoredItem<StoredJob[]> =>
      untilKilled({
        read: item.read,
        write(value) {
          writes += 1;
          return item.write(value);
        },
      });
    runner = new JobRunner({
      kinds: createJobKinds({
        shortener,
        changer: createLinkChanger({
          connection: (id) => alive(connectionOf(id ?? 'account')),
          journals: living,
          recover: shortener.recover,
          now: () => now,
        }),
        loader: {
          async load(request) {
            await alive(undefined);
            loads.push(request);
            return alive(lists.shift() ?? never);
          },
        },
        journal: living.regular,
        connection: () => Promise.resolve(null),
      }),
      journals: living,
      stored: { regular: killable(values.regular), private: killable(values.private) },
      setAlarm: (isOn) => alarms.push(isOn),
      showLeft: (count) => left.push(count),
      onEnd: (view) => endedJobs.push(view),
      async sleep(milliseconds, signal) {
        waits.push(milliseconds);
        // Long enough to expose a sender that does not wait.
        for (let at = 0; at < 60 && !signal?.aborted; at += 1) await tick();
        if (!signal?.aborted && mine === life) now += Math.max(0, milliseconds);
      },
      now: () => now,
    });
    return runner;
  };
  start();

  /** The job as a page sees it now, whatever life it is in. */
  const read = async (id: string): Promise<JobChanges | null> => {
    for (;;) {
      const mine = life;
      const answer = await Promise.race([
        runner.changes(id, ''),
        tick()
          .then(tick)
          .then(() => undefined),
      ]);
      if (answer !== undefined && mine === life) return answer;
    }
  };
  const profile = {
    journals,
    values,
    posted,
    created,
    changed,
    waits,
    alarms,
    loads,
    lists,
    left,
    endedJobs,
    writes: () => writes,
    runner: () => runner,
    advance: (milliseconds: number) => (now += milliseconds),
    /** No request is answered until the returned function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      answering = promise;
      return () => resolve(undefined);
    },
    restart: start,
    read,
    async ended(id: string): Promise<JobChanges> {
      for (;;) {
        const found = await read(id);
        if (!found) throw new Error('There is no such job.');
        if (!found.status.isRunning) return found;
        await tick();
      }
    },
    defaultConnection: 'account',
  };
  return profile;
};

const linksOf = (count: number, name = 'x') =>
  Array.from({ length: count }, (_, at) => `https://example.com/${name}${String(at)}`);

const jobOf = (
  links: readonly string[],
  change: { private?: boolean; connection?: string; startedAt?: number } = {},
) => {
  const { private: isPrivate = false, startedAt = Date.now(), ...input } = change;
  return {
    id: crypto.randomUUID(),
    kind: 'shorten' as const,
    startedAt,
    private: isPrivate,
    validity: { kind: 'duration' as const, seconds: 86_400 },
    items: links.map((link) => ({ link, title: `Page ${link}`, ...input })),
  };
};

const kindsOf = ({ outcomes }: JobChanges): (string | null)[] =>
  outcomes.map(([, each]) => each?.state ?? null);

/** Begins a job that shortens this number of links. */
const begin = async (script: Reaction[], count: number, change?: Parameters<typeof jobOf>[1]) => {
  const profile = createProfile(script);
  const job = jobOf(linksOf(count), change);
  await profile.runner().start(job);
  return { profile, job };
};

/** The same, until the first three requests, which get no answer before `release` is called. */
const beginAndHold = async (count: number, change?: Parameters<typeof jobOf>[1]) => {
  const { profile, job } = await begin([], count, change);
  const release = profile.hold();
  await expect.poll(() => profile.posted.length).toBe(Math.min(count, 3));
  return { profile, job, release };
};

const runAll = async (script: Reaction[], count = 3) => {
  const { profile, job } = await begin(script, count);
  return { profile, job, result: await profile.ended(job.id) };
};

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  // A background that was killed releases its locks.
  vi.spyOn(navigator.locks, 'request').mockImplementation((...given) =>
    (given.at(-1) as () => Promise<unknown>)(),
  );
});

describe('a job that shortens', () => {
  it('sends each address once, in order and three at a time, and stores nothing for each', async () => {
    const { profile, result } = await runAll([], 10);
    expect(profile.posted.map(({ link }) => link)).toEqual(linksOf(10));
    expect(Math.max(...profile.posted.map(({ pending }) => pending))).toBe(3);
    expect(new Set(kindsOf(result))).toEqual(new Set(['created']));
    expect(profile.writes()).toBe(2);
    expect(profile.alarms).toEqual([true, false]);
    expect(profile.left).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(profile.endedJobs.map(({ job }) => job.id)).toEqual([result.job?.id]);
    // The popup does not show what the page of the job shows.
    expect(await profile.journals.regular.newestUnacknowledged()).toBeNull();
  });

  it.each<[Reaction, { kinds: string[]; posts: number; waits: number[] }]>([
    ['limit', { kinds: ['created', 'created', 'created'], posts: 4, waits: [2000] }],
    ['refuse', { kinds: ['failed', 'created', 'created'], posts: 3, waits: [] }],
    ['broken', { kinds: ['unknown', 'created', 'created'], posts: 3, waits: [] }],
    ['die-at-once', { kinds: ['created', 'created', 'created'], posts: 3, waits: [] }],
  ])('continues after: %s', async (act, expected) => {
    const { profile, result } = await runAll([act]);
    expect({ kinds: kindsOf(result), posts: profile.posted.length, waits: profile.waits }).toEqual(expected);
  });

  it('after a kill goes on at the first item without an outcome, and sends nothing that may have been created', async () => {
    const { profile, result } = await runAll(['make', 'make', 'make', 'die-posted'], 9);
    const posted = profile.posted.map(({ link }) => link);
    expect(new Set(posted).size).toBe(posted.length);
    const unknown = linksOf(9).filter((_, at) => result.outcomes[at]?.[1]?.state === 'unknown');
    expect(unknown.length).toBeGreaterThan(0);
    expect(new Set([...profile.created, ...unknown])).toEqual(new Set(linksOf(9)));
  });

  it.each<[string, (history: History, ids: string[]) => Promise<unknown>]>([
    ['clears the history', (history) => history.clear()],
    ['removes a link', (history, [id = '']) => history.remove([id])],
  ])('sends nothing again after a kill if the person %s meanwhile', async (_, remove) => {
    const { profile, job } = await begin([], 9);
    while (profile.posted.length < 5) await tick();
    const release = profile.hold();
    const ids = (await profile.read(job.id))?.outcomes.map(([, each]) => each?.id ?? '') ?? [];
    await remove(openHistory(), ids);
    profile.restart();
    release();
    const result = await profile.ended(job.id);
    const posted = profile.posted.map(({ link }) => link);
    expect(new Set(posted).size).toBe(posted.length);
    expect(kindsOf(result).filter((kind) => kind !== 'unknown' && kind !== 'created')).toEqual([]);
    expect(kindsOf(result)).toContain('unknown');
    await profile.runner().close(job.id);
    expect(await profile.journals.regular.begunByJobs()).toEqual(new Set());
  });

  it('sends nothing again after the browser has lost the history', async () => {
    const { profile, job } = await begin([], 9);
    while (profile.posted.length < 5) await tick();
    vi.stubGlobal('indexedDB', new IDBFactory());
    profile.journals.regular = openJournal();
    profile.restart();
    expect(new Set(kindsOf(await profile.ended(job.id)))).toEqual(new Set(['unknown']));
    const posted = profile.posted.map(({ link }) => link);
    expect(new Set(posted).size).toBe(posted.length);
  });

  it('waits for the rest of a pause in which the background was killed', async () => {
    const { profile, job } = await begin(['limit'], 1);
    while (profile.waits.length === 0) await tick();
    // The time in which the pause is stored, and less than it takes.
    await ticks(20);
    profile.restart();
    await profile.ended(job.id);
    expect(profile.posted.map(({ at }) => at)).toEqual([0, 2000]);
    expect(profile.waits).toEqual([2000, 2000]);
  });

  it('waits no longer than the pause took if the clock was set back in it', async () => {
    const { profile, job } = await begin(['limit'], 1);
    while (profile.waits.length === 0) await tick();
    await ticks(20);
    profile.advance(-3_600_000);
    profile.restart();
    await profile.ended(job.id);
    expect(profile.waits).toEqual([2000, 2000]);
  });

  it('stops after the pause at a service that does not answer, though the background was killed in it', async () => {
    const { profile, job } = await begin(
      Array.from({ length: 30 }, () => 'broken'),
      20,
    );
    while (profile.waits.length === 0) await tick();
    await ticks(20);
    profile.restart();
    // The next alarm comes after the pause.
    profile.advance(130_000);
    const { status } = await profile.ended(job.id);
    expect([status.stopped, profile.posted.length]).toEqual(['no-answer', 6]);
  });

  it('counts failures from zero if the service answered after a pause and the background was killed later', async () => {
    const broken = Array.from({ length: 5 }, () => 'broken' as const);
    const { profile, job } = await begin([...broken, 'make', 'make', 'die-journaled', 'broken'], 12);
    const { status } = await profile.ended(job.id);
    expect([status.stopped, profile.waits]).toEqual([null, [120_000]]);
  });

  it('sends one request at a time after the service wanted a pause, and leaves no attempt of it in the history', async () => {
    const { profile, result } = await runAll(['make', 'limit'], 6);
    expect(new Set(kindsOf(result))).toEqual(new Set(['created']));
    const after = profile.posted.filter(({ at }) => at > 0);
    expect(after.map(({ at, pending }) => [at, pending])).toEqual(after.map(() => [2000, 1]));
    expect(after.length).toBeGreaterThan(1);
    expect(await profile.journals.regular.newest(20)).toHaveLength(6);
  });

  it.each([
    ...(['permission-denied', 'credentials-rejected', 'no-package-available'] as const),
    ...(['bad-request', 'not-found', 'method-not-allowed'] as const),
  ])('stops at a failure that affects all items: %s', async (reason) => {
    const failure: Failure = { reason, hadEffect: 'no' };
    const { result } = await runAll([failure, failure, failure], 5);
    expect(result.status).toMatchObject({ stopped: { reason }, isRunning: false });
    expect(new Set(kindsOf(result))).toEqual(new Set([null]));
  });

  it('pauses after three service failures in a row, not after three in total, and goes on if the next one is created', async () => {
    const mixed: Reaction[] = ['broken', 'broken', 'make', 'broken', 'make'];
    const first = await runAll(mixed, 5);
    expect([first.result.status.stopped, first.profile.waits]).toEqual([null, []]);
    // Without the links of the first job.
    vi.stubGlobal('indexedDB', new IDBFactory());
    const broken = [...Array<Reaction>(5).fill('broken'), 'make' as const];
    expect(kindsOf((await runAll(broken, 9)).result).filter((kind) => kind === 'created')).toHaveLength(4);
  });

  it.each([
    [3, [], 3],
    [4, [], 4],
    [5, [], 5],
    [6, [120_000], 6],
    [9, [120_000], 6],
  ])(
    'of %i links stops at a service that fails, and waits only if any are left',
    async (count, waits, posts) => {
      const { profile, result } = await runAll(Array<Reaction>(count).fill('broken'), count);
      expect([result.status.stopped, profile.waits, profile.posted.length]).toEqual([
        'no-answer',
        waits,
        posts,
      ]);
    },
  );

  it('waits without a network, and goes on as soon as it is back, or after half a minute', async () => {
    const network = new EventTarget();
    vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
    const offline: Failure = { reason: 'offline', hadEffect: 'no' };
    const { profile, job } = await begin([offline, offline], 1);
    while (profile.waits.length === 0) await tick();
    network.dispatchEvent(new Event('online'));
    expect(kindsOf(await profile.ended(job.id))).toEqual(['created']);
    expect(profile.posted.map(({ at }) => at > 0)).toEqual([false, false, true]);
  });

  it('finishes what is pending when it is stopped, also after a kill, and sends the rest when a person asks for it', async () => {
    const { profile, job, release } = await beginAndHold(10);
    await profile.runner().stop(job.id);
    release();
    const { outcomes, status } = await profile.ended(job.id);
    expect(status.stopped).toBe('by-person');
    expect(profile.endedJobs).toEqual([]);
    expect(outcomes.filter(([, each]) => each?.state === 'created')).toHaveLength(3);
    profile.restart();
    expect(kindsOf(await profile.ended(job.id))).toEqual([
      ...Array<string>(3).fill('created'),
      ...Array<null>(7).fill(null),
    ]);
    await profile.runner().retry(job.id, true);
    await profile.ended(job.id);
    expect(profile.created).toEqual(linksOf(10));
  });

  it('does not send again what may have been created, although the service wanted a pause', async () => {
    const { profile, result } = await runAll(
      [{ reason: 'too-many-requests', hadEffect: 'maybe', retryAfter: 2 }],
      1,
    );
    expect([kindsOf(result), profile.posted.length]).toEqual([['unknown'], 1]);
  });

  it('creates another link for an unknown outcome only when a person asks for it', async () => {
    const { profile, job } = await runAll(['broken-created'], 2);
    await profile.runner().retry(job.id, false);
    expect(kindsOf(await profile.ended(job.id))).toEqual(['unknown', 'created']);
    await profile.runner().retry(job.id, true);
    expect(kindsOf(await profile.ended(job.id))).toEqual(['created', 'created']);
    expect(profile.created.filter((link) => link.endsWith('/x0'))).toHaveLength(2);
  });

  it('goes on with the default connection of the moment when a person asks for it', async () => {
    const profile = createProfile();
    profile.defaultConnection = 'gone';
    const job = jobOf(linksOf(1));
    await profile.runner().start(job);
    expect((await profile.ended(job.id)).status.stopped).not.toBeNull();
    profile.defaultConnection = 'account';
    await profile.runner().retry(job.id, true);
    expect(kindsOf(await profile.ended(job.id))).toEqual(['created']);
  });

  it('shows a link that existed before, and one that was refused, also after a restart', async () => {
    const profile = createProfile();
    const first = jobOf(linksOf(1));
    await profile.runner().start(first);
    await profile.ended(first.id);
    const second = jobOf([...linksOf(2), 'about:blank']);
    await profile.runner().start(second);
    await profile.ended(second.id);
    profile.restart();
    const { outcomes, status } = await profile.ended(second.id);
    expect(status).toEqual(idle);
    expect(outcomes.map(([, each]) => [each?.state, each?.isReused])).toEqual([
      ['created', true],
      ['created', undefined],
      ['refused', undefined],
    ]);
    expect(profile.posted).toHaveLength(2);
  });

  it('is begun once, however often its start arrives', async () => {
    const profile = createProfile();
    const job = jobOf(linksOf(4));
    await Promise.all([profile.runner().start(job), profile.runner().start(job)]);
    await profile.ended(job.id);
    await profile.runner().start(job);
    expect(profile.posted).toHaveLength(4);
  });

  it('sends nothing if it cannot be stored', async () => {
    const profile = createProfile();
    vi.spyOn(profile.values.regular.item, 'write').mockRejectedValue(new Error('The disk is full.'));
    const job = jobOf(linksOf(1));
    await expect(profile.runner().start(job)).rejects.toThrow('full');
    expect(await profile.read(job.id)).toBeNull();
    expect(profile.posted).toEqual([]);
  });

  it('stays on the disk if another one there is damaged', async () => {
    const { profile, job } = await runAll([], 1);
    const { item } = profile.values.regular;
    const stored = JSON.parse(item.value ?? '') as unknown[];
    await item.write(JSON.stringify([{ job: { id: 'damaged' } }, ...stored]));
    await profile.restart().restore();
    expect((await profile.runner().list(false)).map(({ id }) => id)).toEqual([job.id]);
    expect(kindsOf(await profile.ended(job.id))).toEqual(['created']);
  });

  it('that ended while the disk was full is shown as ended', async () => {
    const { profile, job, release } = await beginAndHold(1);
    vi.spyOn(profile.values.regular.item, 'write').mockRejectedValue(new Error('The disk is full.'));
    release();
    await profile.ended(job.id);
    expect((await profile.runner().list(false)).map(({ isRunning }) => isRunning)).toEqual([false]);
  });

  it('that is stopped while its end is stored has ended on the disk, too', async () => {
    const { profile, job, release } = await beginAndHold(1);
    const { item, read } = profile.values.regular;
    const { write } = item;
    const stopped = Promise.withResolvers<undefined>();
    vi.spyOn(item, 'write').mockImplementationOnce(async (value) => {
      void profile
        .runner()
        .stop(job.id)
        .then(() => stopped.resolve(undefined));
      await tick();
      await write(value);
    });
    release();
    await profile.ended(job.id);
    await stopped.promise;
    expect((await read())?.map(({ isRunning }) => isRunning)).toEqual([false]);
  });

  it('says that it goes on after a restart if the disk is full when it is stopped', async () => {
    const { profile, job, release } = await beginAndHold(5);
    const { item } = profile.values.regular;
    const write = vi.spyOn(item, 'write').mockRejectedValue(new Error('The disk is full.'));
    await profile.runner().stop(job.id);
    release();
    expect((await profile.ended(job.id)).status).toMatchObject({ stopped: 'not-stored' });
    await expect(profile.runner().close(job.id)).rejects.toThrow('full');
    expect((await profile.read(job.id))?.status.stopped).toBe('not-stored');
    // There is space again.
    write.mockRestore();
    await profile.runner().close(job.id);
    await profile.restart().restore();
    expect(profile.created).toHaveLength(3);
  });
});

describe('several jobs', () => {
  it('of the default connection wait for one another, with its id and without', async () => {
    const profile = createProfile();
    const release = profile.hold();
    const [first, second] = [jobOf(linksOf(1, 'a')), jobOf(linksOf(1, 'b'), { connection: 'account' })];
    for (const each of [first, second]) await profile.runner().start(each);
    await expect.poll(() => profile.posted.length).toBe(1);
    expect((await profile.read(second.id))?.status.isQueued).toBe(true);
    release();
    await profile.ended(second.id);
  });

  it('of one connection wait for one another, those of others do not', async () => {
    const profile = createProfile();
    const release = profile.hold();
    const ofAccount = (name: string) => jobOf(linksOf(2, name), { connection: 'account' });
    const [first, second] = [ofAccount('a'), ofAccount('b')];
    const third = jobOf(linksOf(2, 'c'), { connection: 'other' });
    for (const each of [first, second, third]) await profile.runner().start(each);
    await expect.poll(() => profile.posted.length).toBe(4);
    expect((await profile.read(second.id))?.status.isQueued).toBe(true);
    expect((await profile.runner().list(false)).map(({ isRunning }) => isRunning)).toEqual([
      true,
      true,
      true,
    ]);
    // One that waits is stopped at once.
    await profile.runner().stop(second.id);
    await profile.ended(second.id);
    release();
    for (const each of [first, third]) await profile.ended(each.id);
    expect(profile.created.toSorted()).toEqual([...linksOf(2, 'a'), ...linksOf(2, 'c')]);
  });

  it('stay until they are closed, or for a day', async () => {
    const { profile, job } = await runAll([], 1);
    const second = jobOf(linksOf(1, 'second'), { startedAt: profile.advance(1000) });
    await profile.runner().start(second);
    await profile.ended(second.id);
    expect((await profile.runner().list(false)).map(({ id }) => id)).toEqual([second.id, job.id]);
    await profile.runner().close(second.id);
    expect(await profile.read(second.id)).toBeNull();
    profile.advance(86_400_000);
    await profile.restart().restore();
    expect(await profile.runner().list(false)).toEqual([]);
    expect(await profile.values.regular.read()).toEqual([]);
  });
});

it('a job of a private window is nowhere on the disk, and ends with the last one', async () => {
  const { profile, job, release } = await beginAndHold(5, { private: true });
  expect(await profile.runner().list(false)).toEqual([]);
  expect(await profile.runner().list(true)).toHaveLength(1);
  expect(profile.values.regular.item.value).toBeNull();
  await profile.runner().endPrivate();
  release();
  expect(await profile.read(job.id)).toBeNull();
  await expect.poll(() => profile.created.length).toBe(3);
  expect(await profile.values.private.read()).toEqual([]);
  expect(await profile.journals.regular.newest(10)).toEqual([]);
});

it('an id of an entry in a private window is not begun twice', async () => {
  const journal = createPrivateJournal(memoryItem(), memoryItem());
  const entry = testAttempt({ state: 'sending' });
  await journal.begin(entry);
  await expect(journal.begin({ ...entry, link: 'https://example.com/other' })).rejects.toThrow();
  expect(await journal.newest(2)).toEqual([entry]);
});

it('a job of a private window that closes while the job starts sends nothing', async () => {
  const profile = createProfile();
  const job = jobOf(linksOf(5), { private: true });
  const starting = profile.runner().start(job);
  await profile.runner().endPrivate();
  await starting;
  expect(await profile.read(job.id)).toBeNull();
  expect(profile.posted).toEqual([]);
});

it('a page gets only what has changed since the revision that it knows', async () => {
  const { profile, job, release } = await beginAndHold(5);
  const first = await profile.runner().changes(job.id, '');
  expect(first?.job?.items).toHaveLength(5);
  const next = profile.runner().changes(job.id, first?.revision ?? '');
  await profile.runner().stop(job.id);
  const stopped = await next;
  expect([stopped?.job, stopped?.status.stopped, stopped?.outcomes]).toEqual([undefined, 'by-person', []]);
  const last = profile.runner().changes(job.id, stopped?.revision ?? '');
  release();
  const changed = (await last)?.outcomes.map(([index]) => index);
  expect([[0], [0, 1], [0, 1, 2]]).toContainEqual(changed);
});

const newJob = () => ({ id: crypto.randomUUID(), startedAt: Date.now(), private: false as const });

/** Begins a job that extends this number of links by a day. */
const extend = async (script: Reaction[], count: number, removed: readonly number[] = []) => {
  const profile = createProfile(script);
  const links = Array.from({ length: count }, (_, at) =>
    testAttempt({
      title: `Link ${String(at)}`,
      shortLink: `https://s.example/${String(at)}`,
      expiresAt: 1_900_000_000,
    }),
  );
  await profile.journals.regular.add(links.filter((_, at) => !removed.includes(at)));
  const change = { kind: 'extend', extension: { kind: 'by', unit: 'day' } } as const;
  const items = links.map(({ id, account }) => ({
    attemptId: id,
    connection: account,
    change,
  }));
  const job = { ...newJob(), kind: 'change' as const, items };
  const writing = vi.spyOn(profile.values.regular.item, 'write');
  await profile.runner().start(job);
  const result = await profile.ended(job.id);
  return { profile, links, result, written: writing.mock.calls.map(([value]) => value) };
};

describe('a job that changes links', () => {
  it('changes each once, one after another, and none of them is removed from the history', async () => {
    const missing: Failure = { reason: 'link-does-not-exist', hadEffect: 'no' };
    const { profile, links, result } = await extend(['make', 'limit', 'broken', missing], 5);
    expect(kindsOf(result)).toEqual(['created', 'unknown', 'failed', 'created', 'created']);
    expect(profile.waits).toEqual([2000]);
    expect(profile.posted.map(({ link }) => link.slice(-1))).toEqual(['0', '1', '1', '2', '3', '4']);
    const left = await profile.journals.regular.newest(9);
    expect(left.map(({ title }) => title).toSorted()).toEqual(links.map(({ title }) => title));
    expect(left.filter(({ expiresAt }) => expiresAt === 1_900_086_400)).toHaveLength(3);
    profile.restart();
    expect(kindsOf(await profile.ended(result.job?.id ?? ''))).toEqual(kindsOf(result));
  });

  it('says after a restart that a link was removed from the history', async () => {
    const { profile, result } = await extend([], 2, [0]);
    profile.restart();
    expect(kindsOf(await profile.ended(result.job?.id ?? ''))).toEqual(['failed', 'created']);
  });

  it('is not done by a change by hand, which may have come after its own', async () => {
    const { profile, links, result } = await extend(['make', 'broken'], 2);
    const id = result.job?.id ?? '';
    await profile.journals.regular.settle(links[0]?.id ?? '', {
      change: { kind: 'expire', state: 'done', at: Date.now() + 1000 },
    });
    // As if its end had not been stored.
    const { read, write } = profile.values.regular;
    await write((await read())?.map((each) => ({ ...each, isRunning: true, others: undefined })) ?? []);
    profile.restart();
    expect(kindsOf(await profile.ended(id))).toEqual(['unknown', 'unknown']);
    expect(profile.changed).toHaveLength(1);
  });

  it('makes no change again that may be made, though a later answer of the service settled it, or the clock was set back', async () => {
    const { profile, links, result, written } = await extend(['broken-created', 'make'], 2);
    const [unknown, done] = await Promise.all(links.map(({ id }) => profile.journals.regular.find(id)));
    if (!unknown || !done?.change) throw new Error('They are not changed.');
    await profile.journals.regular.settle(unknown.id, { change: undefined });
    await profile.journals.regular.settle(done.id, { change: { ...done.change, at: 1 } });
    // As it was before the job ended.
    await profile.values.regular.item.write(written.at(-2) ?? '');
    profile.restart();
    expect(kindsOf(await profile.ended(result.job?.id ?? ''))).toEqual(['unknown', 'created']);
    expect(profile.changed).toHaveLength(2);
  });

  it('after a kill changes no link that may have been changed', async () => {
    const reactions = ['die-posted', 'die-journaled', 'die-posted'] as const;
    for (const [at, reaction] of reactions.entries()) {
      const before = Array.from({ length: at }, () => 'make' as const);
      const { profile, result } = await extend([...before, reaction], 4);
      const kinds = kindsOf(result);
      expect([kinds.filter((kind) => kind === 'unknown').length, kinds[at]]).toEqual([1, 'unknown']);
      expect(new Set(profile.changed).size).toBe(profile.changed.length);
    }
  });
});

/** Begins to load the links of these connections, whose services answer like this. */
const load = async (connections: readonly string[], ...lists: LoadPage[]) => {
  const profile = createProfile([], lists);
  const items = connections.map((connection) => ({ connection }));
  const job = { ...newJob(), kind: 'load' as const, items };
  await profile.runner().start(job);
  return { profile, job };
};
const page = (added: number, next: string | null = null): LoadPage => ({
  ok: true,
  loaded: 10,
  added: Array.from({ length: added }, () => crypto.randomUUID()),
  next,
});
const loadFailure = (reason: Failure['reason'], change: Partial<Failure> = {}): LoadPage => ({
  ok: false,
  failure: { reason, hadEffect: 'no', ...change },
});
const listsOf = ({ outcomes }: JobChanges) =>
  outcomes.map(([, each]) => [each?.list?.loaded, each?.list?.added, each?.failure?.reason]);

describe('a job that loads links', () => {
  it('loads one page after another, and the list of one connection after another, also after one that fails', async () => {
    const { profile, job } = await load(
      ['a', 'b', 'c'],
      page(1, 'k'),
      page(2),
      page(4, 'l'),
      loadFailure('timeout'),
      page(0),
    );
    const result = await profile.ended(job.id);
    expect(listsOf(result)).toEqual([
      [20, 3, undefined],
      [10, 4, 'timeout'],
      [10, 0, undefined],
    ]);
    expect(profile.loads.map(({ connection, after }) => connection + (after ?? ''))).toEqual(
      'a ak b bl c'.split(' '),
    );
    expect(result.outcomes[0]?.[1]?.list?.ids).toHaveLength(3);
    profile.restart();
    expect(listsOf(await profile.ended(job.id))).toEqual(listsOf(result));
  });

  it('goes on with the same page after a pause that the service wants, and after a kill', async () => {
    const { profile, job } = await load(
      ['a'],
      page(1, 'k'),
      loadFailure('too-many-requests', { retryAfter: 2 }),
      page(1, 'l'),
    );
    await expect.poll(() => profile.loads.length).toBe(4);
    profile.restart();
    profile.lists.push(page(1));
    expect(listsOf(await profile.ended(job.id))).toEqual([[30, 3, undefined]]);
    expect(profile.waits).toEqual([2000]);
    expect(profile.loads.map(({ after }) => after)).toEqual([undefined, 'k', 'k', 'l', 'l']);
  });

  it.each([
    ['begins again', ['k', 'l', 'k'], 3],
    ['never ends', Array.from({ length: 300 }, (_, at) => `k${String(at)}`), 200],
  ])('stops at a list that %s', async (_, nexts, count) => {
    const { profile, job } = await load(
      ['a', 'b'],
      ...nexts.slice(0, count).map((next) => page(1, next)),
      page(5),
    );
    const { outcomes } = await profile.ended(job.id);
    expect(outcomes.map(([, each]) => [each?.list?.isEndless, each?.list?.added])).toEqual([
      [true, count],
      [false, 5],
    ]);
  });

  it('stops after the page that is being loaded', async () => {
    const { profile, job } = await load(['a', 'b'], page(1, 'k'));
    await expect.poll(() => profile.loads.length).toBe(2);
    await profile.runner().stop(job.id);
    profile.restart();
    const { status, outcomes } = await profile.ended(job.id);
    expect(status.stopped).toBe('by-person');
    expect(outcomes.map(([, each]) => each?.list?.added)).toEqual([1, undefined]);
    expect(profile.loads).toHaveLength(2);
  });
});

const scripts = fc.array(
  fc.constantFrom<Reaction>(
    ...(['make', 'limit', 'refuse', 'broken', 'broken-created'] as const),
    ...(['die-at-once', 'die-journaled', 'die-posted'] as const),
  ),
  { maxLength: 30 },
);

it('creates at most one link per address and loses none, whatever answers, kills, limits, stops and removals come', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      scripts,
      fc.option(fc.nat(100)),
      fc.option(fc.nat(100)),
      async (...[count, script, stopAt, clearAt]) => {
        vi.stubGlobal('indexedDB', new IDBFactory());
        const profile = createProfile([...script]);
        const job = jobOf(linksOf(count));
        await profile.runner().start(job);
        const stop = async () => {
          await ticks(stopAt ?? 0);
          if (stopAt !== null) await profile.runner().stop(job.id);
        };
        void stop();
        const history = openHistory();
        await ticks(clearAt ?? 0);
        if (clearAt !== null) await history.clear();
        const { outcomes, status } = await profile.ended(job.id);
        expect(status).toMatchObject({ isRunning: false, pause: null });
        expect(outcomes).toHaveLength(count);
        for (const [index, outcome] of outcomes) {
          const link = job.items[index]?.link ?? '';
          const links = profile.created.filter((each) => each === link).length;
          expect(links).toBeLessThanOrEqual(1);
          // A created link is always shown, or its outcome is unknown.
          expect(outcome?.state).not.toBe('sending');
          if (outcome?.state === 'created') expect(outcome.link).toBe(link);
          if (links === 1) expect(['created', 'unknown']).toContain(outcome?.state);
          if (outcome === null) expect(stopAt !== null || status.stopped !== null).toBe(true);
        }
      },
    ),
    { numRuns: 150 },
  );
});
