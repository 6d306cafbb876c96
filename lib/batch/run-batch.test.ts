import type { ShortenRequest } from '../shortening/request.ts';
import { createdFor, failedFor } from '../shortening/test-helpers/attempts.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../failures/schema.ts';
import type { Attempt } from '../history/types.ts';
import { BatchRun } from './run-batch.ts';
import { type Batch, outcomeCounts, type Progress, retryableIn, unfinishedIn } from './batch.ts';

/** How the background reacts to one request. `die-…`: the worker stops before the journal, before the POST, or after it. */
type Reaction =
  | 'make'
  | 'earlier'
  | 'limit'
  | 'refuse'
  | 'broken'
  | 'broken-created'
  | 'slow'
  | 'die-at-once'
  | 'die-journalled'
  | 'die-posted';

const reasons: Partial<Record<Reaction, Failure>> = {
  limit: { reason: 'too-many-requests', hadEffect: 'no', retryAfter: 2 },
  refuse: { reason: 'link-invalid', hadEffect: 'no' },
  broken: { reason: 'internal-server-error', hadEffect: 'maybe' },
  'broken-created': { reason: 'internal-server-error', hadEffect: 'maybe' },
};
const creating: readonly Reaction[] = ['make', 'slow', 'broken-created', 'die-posted'];

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** How a look-up of an attempt ends: `dies`: the worker stops meanwhile; `silent`: its answer is lost. */
type LookUp = 'answers' | 'dies' | 'silent';

/** A background with a service: it reacts to the requests as listed, and creates a link for every later one. */
const createBackground = (acts: Reaction[], lookUps: LookUp[] = []) => {
  const journal = new Map<string, Pick<Attempt, 'state' | 'shortLink' | 'expiresAt' | 'failure'>>();
  const posted: string[] = [];
  const created: string[] = [];
  const waits: number[] = [];
  const requests: { another: boolean | undefined; at: number }[] = [];
  let [life, now, flying, maxPending] = [0, 0, 0, 0];
  const die = (): never => {
    life += 1;
    for (const [id, each] of journal)
      if (each.state === 'sending')
        journal.set(id, { state: 'unknown', failure: { reason: 'interrupted', hadEffect: 'maybe' } });
    throw new Error('The worker died.');
  };
  const serve = async (request: ShortenRequest, act: Reaction): Promise<Attempt> => {
    const { id, link } = request;
    const mine = life;
    const step = async (fatal: Reaction) => {
      await tick();
      if (mine !== life) throw new Error('The worker died.');
      if (act === fatal) die();
    };
    await step('die-at-once');
    const shortLink = `https://s.example/${link}`;
    if (act === 'earlier') return createdFor(request, { id: 'before', shortLink, isReused: true });
    // Like IndexedDB: an entry with this id is not overwritten.
    if (journal.has(id)) return failedFor(request, { reason: 'history-unwritable', hadEffect: 'no' });
    journal.set(id, { state: 'sending' });
    await step('die-journalled');
    posted.push(link);
    if (creating.includes(act)) created.push(link);
    await step('die-posted');
    const failure = reasons[act];
    const settled = failure
      ? { state: failure.hadEffect === 'no' ? ('failed' as const) : ('unknown' as const), failure }
      : { state: 'created' as const, shortLink, expiresAt: 9 };
    if (act === 'slow') {
      setImmediate(() => setImmediate(() => mine === life && journal.set(id, settled)));
      throw new Error('No answer in time.');
    }
    journal.set(id, settled);
    return failure ? failedFor(request, failure) : createdFor(request, { shortLink });
  };
  return {
    posted,
    created,
    waits,
    requests,
    now: () => now,
    maxPending: () => maxPending,
    async shorten(request: ShortenRequest): Promise<Attempt | undefined> {
      requests.push({ another: request.another, at: now });
      maxPending = Math.max(maxPending, (flying += 1));
      const answer = await serve(request, acts.shift() ?? 'make').catch(() => undefined);
      flying -= 1;
      return answer;
    },
    async findAttempt(id: string): Promise<Attempt | null | undefined> {
      await tick();
      const lookUp = lookUps.shift();
      if (lookUp === 'dies') die();
      if (lookUp === 'silent') return undefined;
      return (journal.get(id) as Attempt | undefined) ?? null;
    },
    async sleep(ms: number, signal?: AbortSignal): Promise<void> {
      waits.push(ms);
      // Long enough to expose a sender that does not wait.
      for (let ticks = 0; ticks < 20 && !signal?.aborted; ticks += 1) await tick();
      if (!signal?.aborted) now += ms;
    },
  };
};

const batchOf = (count: number): Batch => ({
  validity: { kind: 'never' },
  items: Array.from({ length: count }, (_, at) => ({
    link: `https://example.com/${at}`,
    title: `Page ${at}`,
    state: { kind: 'waiting' },
  })),
});

const start = (batch: Batch, background: ReturnType<typeof createBackground>) => {
  const steps: Progress[] = [];
  const deps = { ...background, private: false, onProgress: (now: Progress) => void steps.push(now) };
  const run = new BatchRun(batch, deps);
  const last = (): Progress => steps.at(-1) as Progress;
  return { run, steps, last, kinds: () => last().items.map(({ state: { kind } }) => kind) };
};

const runAll = async (acts: Reaction[], count = 3) => {
  const background = createBackground(acts);
  const started = start(batchOf(count), background);
  await started.run.send(unfinishedIn(batchOf(count).items));
  return { ...started, background };
};

describe('a run', () => {
  it('sends each tab once, in order and three at a time', async () => {
    const { background, kinds } = await runAll([], 10);
    expect(background.posted).toEqual(batchOf(10).items.map(({ link }) => link));
    expect(background.maxPending()).toBe(3);
    expect(new Set(kinds())).toEqual(new Set(['created']));
  });

  it.each<[Reaction, { kinds: string[]; posts: number; waits: number[] }]>([
    ['earlier', { kinds: ['created', 'created', 'created'], posts: 2, waits: [] }],
    ['limit', { kinds: ['created', 'created', 'created'], posts: 4, waits: [2000] }],
    ['refuse', { kinds: ['failed', 'created', 'created'], posts: 3, waits: [] }],
    ['broken', { kinds: ['unknown', 'created', 'created'], posts: 3, waits: [] }],
    ['slow', { kinds: ['created', 'created', 'created'], posts: 3, waits: [1000] }],
    ['die-at-once', { kinds: ['created', 'created', 'created'], posts: 3, waits: [] }],
  ])('continues after: %s', async (act, expected) => {
    const { background, kinds } = await runAll([act]);
    expect({ kinds: kinds(), posts: background.posted.length, waits: background.waits }).toEqual(expected);
  });

  it('sends a limit and an ending with the link that has them', async () => {
    const background = createBackground([]);
    const sent: ShortenRequest[] = [];
    const shorten = (request: ShortenRequest) => {
      sent.push(request);
      return background.shorten(request);
    };
    const items = batchOf(2).items.map((each, at) =>
      at === 0 ? { ...each, limit: 1, ending: 'once' } : each,
    );
    await start({ ...batchOf(2), items }, { ...background, shorten }).run.send([0, 1]);
    expect(sent.map(({ limit, ending }) => [limit, ending])).toEqual([
      [1, 'once'],
      [undefined, undefined],
    ]);
  });

  it('sends one request at a time after the service wanted a pause, and reports the pause', async () => {
    const background = createBackground(['make', 'limit']);
    const { run, steps, kinds } = start(batchOf(6), background);
    await run.send([0, 1, 2, 3, 4, 5]);
    expect(kinds()).toEqual(Array.from({ length: 6 }, () => 'created'));
    expect(steps.some(({ pausedUntil }) => pausedUntil === 2000)).toBe(true);
    expect(steps.at(-1)?.pausedUntil).toBeNull();
    expect(background.requests.slice(4).map(({ at }) => at)).toEqual([2000, 2000, 2000]);
    const sending = (progress: Progress) =>
      progress.items.filter(({ state: { kind } }) => kind === 'sending').length;
    const after = steps.slice(steps.findLastIndex(({ pausedUntil }) => pausedUntil !== null) + 1);
    expect(Math.max(...after.map(sending))).toBe(1);
  });

  it.each([
    ...(['permission-denied', 'credentials-rejected', 'no-package-available', 'not-connected'] as const),
    ...(['bad-request', 'not-found', 'method-not-allowed', 'history-unwritable'] as const),
  ])('stops at a failure that affects all items: %s', async (reason) => {
    const failure: Failure = { reason, hadEffect: 'no' };
    const shorten = (request: ShortenRequest) => Promise.resolve(failedFor(request, failure));
    const { run, last, kinds } = start(batchOf(5), { ...createBackground([]), shorten });
    await run.send([0, 1, 2, 3, 4]);
    expect(last()).toMatchObject({ stopped: failure, isRunning: false });
    expect(new Set(kinds())).toEqual(new Set(['waiting']));
  });

  it('stops after three service failures in a row, not after three in total', async () => {
    const mixed: Reaction[] = ['broken', 'broken', 'make', 'broken', 'make'];
    expect((await runAll(mixed, 5)).last().stopped).toBeNull();
    const { last, background } = await runAll(
      Array.from({ length: 9 }, () => 'broken'),
      9,
    );
    expect(last().stopped).toBe('no-answer');
    expect(background.posted.length).toBeLessThan(7);
  });

  it('finishes pending items when it is cancelled, sends no others, and can be continued', async () => {
    const background = createBackground([]);
    const { run, kinds, last } = start(batchOf(10), background);
    const sent = run.send(unfinishedIn(batchOf(10).items));
    await tick();
    run.cancel();
    await sent;
    expect(kinds().slice(0, 3)).toEqual(['created', 'created', 'created']);
    expect(outcomeCounts(last().items)).toEqual({ created: 3, reused: 0, unknown: 0, failed: 7 });
    await run.send(retryableIn(last().items));
    expect(background.created).toHaveLength(10);
  });

  it('creates another link for an unknown outcome only when it is requested', async () => {
    const { run, last, background } = await runAll(['broken-created']);
    expect(retryableIn(last().items)).toEqual([]);
    await run.send([0]);
    expect(last().items[0]?.state.kind).toBe('created');
    expect(background.requests.map(({ another }) => another)).toEqual([false, false, false, true]);
    expect(background.created.filter((link) => link.endsWith('/0'))).toHaveLength(2);
  });

  it('looks up requests that the page began before a reload, before it sends them', async () => {
    const background = createBackground([]);
    const [first, second] = batchOf(2).items;
    if (!first || !second) throw new Error('Two tabs are needed.');
    await background.shorten({ ...first, id: 'old', validity: { kind: 'never' }, private: false });
    const begun = (id: string) => ({ kind: 'sending' as const, id, another: false });
    const items = [
      { ...first, state: begun('old') },
      { ...second, state: begun('never-begun') },
    ];
    const { run, last } = start({ validity: { kind: 'never' }, items }, background);
    await run.send(unfinishedIn(items));
    expect(background.posted).toHaveLength(2);
    expect(last().items[0]?.state).toMatchObject({ shortLink: `https://s.example/${first.link}` });
    expect(last().items[1]?.state.kind).toBe('created');
  });
});

const acts = fc.array(
  fc.constantFrom<Reaction>(
    ...(['make', 'earlier', 'limit', 'refuse', 'broken', 'broken-created', 'slow'] as const),
    ...(['die-at-once', 'die-journalled', 'die-posted'] as const),
  ),
  { maxLength: 30 },
);

it('creates at most one link per tab and loses none, whatever answers, stops, limits and cancels come', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      acts,
      fc.array(fc.constantFrom<LookUp>('answers', 'dies', 'silent'), { maxLength: 10 }),
      fc.option(fc.nat(30)),
      async (...[count, script, lookUps, cancelAt]) => {
        const background = createBackground([...script], [...lookUps]);
        const { run, last, steps } = start(batchOf(count), background);
        const sent = run.send(unfinishedIn(batchOf(count).items));
        if (cancelAt !== null) {
          while (steps.length < cancelAt && last().isRunning) await tick();
          run.cancel();
        }
        await sent;
        expect(last()).toMatchObject({ isRunning: false, pausedUntil: null });
        for (const { link, state } of last().items) {
          const links = background.created.filter((each) => each === link).length;
          expect(links).toBeLessThanOrEqual(1);
          // A created link is always shown, or its outcome is unknown.
          expect(state.kind).not.toBe('sending');
          if (state.kind === 'created') expect(state.shortLink).toBe(`https://s.example/${link}`);
          if (links === 1) expect(['created', 'unknown']).toContain(state.kind);
          if (state.kind === 'waiting') expect(cancelAt !== null || last().stopped !== null).toBe(true);
        }
      },
    ),
    { numRuns: 300 },
  );
});
