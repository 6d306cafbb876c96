import type { MusicAnswer } from '../connection/connection.ts';
import type { Failure } from '../failures/schema.ts';
import { describe, expect, it } from 'vitest';
import { type CachedTrackList, createTrackList } from './track-list.ts';

const address = 'https://s.example/v3';
const hour = 60 * 60 * 1000;
const entry = (id: number) => ({
  id,
  name: `T${id}`,
  artist: 'A',
  audio: `https://m.example/${id}.mp3`,
  cover: null,
});
const failed = (reason: Failure['reason']): MusicAnswer => ({
  ok: false,
  failure: { reason, linkCreated: 'no', service: address },
});

/** A track list of a service that sends one of `answers` per request, with a clock that the test sets. */
const setUp = ({ answers, cached = null }: { answers: MusicAnswer[]; cached?: CachedTrackList | null }) => {
  const world = { now: hour * 1000, requests: 0, cached, connected: true };
  const music = async (): Promise<MusicAnswer> => {
    world.requests += 1;
    await Promise.resolve();
    return answers.shift() ?? failed('unreachable');
  };
  const startWorker = () =>
    createTrackList({
      connection: () => Promise.resolve(world.connected ? { address, music } : null),
      cache: {
        read: () => Promise.resolve(world.cached),
        write(list) {
          world.cached = list;
          return Promise.resolve();
        },
      },
      now: () => world.now,
    });
  const trackList = startWorker();
  const ids = async (isByPerson = false, { load } = trackList) => {
    const answer = await load(isByPerson);
    return answer.ok ? answer.tracks.map(({ id }) => id) : answer.problem;
  };
  return { world, ids, startWorker };
};

const list = (...ids: number[]): MusicAnswer => ({ ok: true, list: ids.map(entry) });

describe('createTrackList', () => {
  it('shares one request among concurrent calls and caches the list', async () => {
    const { world, ids } = setUp({ answers: [list(1, 2)] });
    expect(await Promise.all([ids(), ids(), ids()])).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
    expect(await ids()).toEqual([1, 2]);
    expect(world.requests).toBe(1);
  });

  it('uses the cached list for an hour, and after that until a newer one has arrived', async () => {
    const { world, ids } = setUp({ answers: [list(1), list(2)] });
    await ids();
    world.now += hour - 1;
    expect(await ids()).toEqual([1]);
    expect(world.requests).toBe(1);
    world.now += 1;
    expect(await ids()).toEqual([1]);
    await new Promise((resolve) => setTimeout(resolve));
    expect([await ids(), world.requests]).toEqual([[2], 2]);
  });

  it('refreshes a list from the future, after the clock was set back', async () => {
    const { world, ids } = setUp({ answers: [list(1), list(2)] });
    await ids();
    world.now -= 1;
    await ids();
    expect(world.requests).toBe(2);
  });

  it('keeps a stale list when the refresh fails', async () => {
    const { world, ids } = setUp({ answers: [list(1), failed('timeout')] });
    await ids();
    world.now += 2 * hour;
    expect([await ids(), await ids()]).toEqual([[1], [1]]);
  });

  it('waits a minute after a failed refresh', async () => {
    const { world, ids } = setUp({ answers: [list(1)] });
    await ids();
    world.now += 2 * hour;
    for (let calls = 0; calls < 5; calls += 1) {
      await ids();
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(world.requests).toBe(2);
    world.now += 60_000;
    await ids();
    expect(world.requests).toBe(3);
  });

  it.each<[string, MusicAnswer, string]>([
    ['failed request', failed('timeout'), 'unreachable'],
    ['empty list', list(), 'no-tracks'],
  ])('remembers a %s for a minute, also in later workers', async (_, answer, problem) => {
    const { world, ids, startWorker } = setUp({ answers: [answer, answer, list(1)] });
    for (let wakes = 0; wakes < 100; wakes += 1) expect(await ids(false, startWorker())).toBe(problem);
    expect(world.requests).toBe(1);
    world.now += 60_000;
    await ids();
    expect(world.requests).toBe(2);
    world.now += 60_000;
    expect(await ids()).toEqual([1]);
  });

  it('retries when a person presses Play, less and less often', async () => {
    const { world, ids } = setUp({ answers: [] });
    const requestsWithin = async (seconds: number): Promise<number> => {
      const before = world.requests;
      for (let times = 0; times < seconds; times += 1) {
        for (let presses = 0; presses < 50; presses += 1) await ids(true);
        world.now += 1000;
      }
      return world.requests - before;
    };
    expect(await requestsWithin(60)).toBe(5);
    expect(await requestsWithin(600)).toBe(10);
  });

  it('requests the list of another service at once', async () => {
    const failure = { at: hour * 1000, problem: 'unreachable' as const, count: 9 };
    const cached = { address: 'https://other.example/v3', at: 0, list: [], failure };
    expect(await setUp({ answers: [list(1)], cached }).ids()).toEqual([1]);
  });

  it('sends its request to the connected service, also while a request to another one is pending', async () => {
    const answers: ((list: MusicAnswer) => void)[] = [];
    let address = 'https://a.example/v3';
    const music = () => new Promise<MusicAnswer>((resolve) => void answers.push(resolve));
    const cache = { read: () => Promise.resolve(null), write: () => Promise.resolve() };
    const trackList = createTrackList({ connection: () => Promise.resolve({ address, music }), cache });
    const ofA = trackList.load();
    await new Promise((resolve) => setTimeout(resolve));
    address = 'https://b.example/v3';
    const ofB = trackList.load();
    await new Promise((resolve) => setTimeout(resolve));
    answers[1]?.(list(2));
    answers[0]?.(list(1));
    expect([await ofA, await ofB]).toMatchObject([{ tracks: [{ id: 1 }] }, { tracks: [{ id: 2 }] }]);
  });

  it('keeps a stale list when the newer one has no playable track', async () => {
    const { world, ids } = setUp({ answers: [list(1), list()] });
    await ids();
    world.now += 2 * hour;
    await ids();
    await new Promise((resolve) => setTimeout(resolve));
    expect([await ids(), world.requests]).toEqual([[1], 2]);
  });

  it('ignores the cached list of another service', async () => {
    const cached = { address: 'https://other.example/v3', at: hour * 1000, list: [entry(9)] };
    expect(await setUp({ answers: [list(1)], cached }).ids()).toEqual([1]);
  });

  it.each<[string, MusicAnswer, string]>([
    ['an unplayable list', { ok: true, list: [{ ...entry(1), audio: 'javascript:1' }, 7] }, 'no-tracks'],
    ['an empty list', list(), 'no-tracks'],
    ['a missing permission', failed('access-missing'), 'access-missing'],
    ['no answer', failed('timeout'), 'unreachable'],
    ['an unexpected answer', failed('unexpected-answer'), 'unreachable'],
  ])('names the problem of %s', async (_, answer, problem) => {
    expect(await setUp({ answers: [answer] }).ids()).toBe(problem);
  });

  it('reports a missing connection', async () => {
    const { world, ids } = setUp({ answers: [] });
    world.connected = false;
    expect([await ids(), world.requests]).toEqual(['not-connected', 0]);
  });
});
