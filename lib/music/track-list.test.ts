import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MusicAnswer } from '../connection/service.ts';
import type { Failure } from '../failures/schema.ts';
import { anyAddress } from '../url/test-helpers/any-address.ts';
import { type CachedTrackList, createTrackList, readTracks } from './track-list.ts';

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
  failure: { reason, hadEffect: 'no', service: address },
});

/** A track list of a service that sends one of `answers` per request, with a clock that the test sets. */
const setUp = ({ answers, cached = null }: { answers: MusicAnswer[]; cached?: CachedTrackList | null }) => {
  const state = { now: hour * 1000, requests: 0, cached, connected: true };
  const music = async (): Promise<MusicAnswer> => {
    state.requests += 1;
    await Promise.resolve();
    return answers.shift() ?? failed('unreachable');
  };
  const startWorker = () =>
    createTrackList({
      connection: () => Promise.resolve(state.connected ? { address, music } : null),
      cache: {
        read: () => Promise.resolve(state.cached),
        write(list) {
          state.cached = list;
          return Promise.resolve();
        },
      },
      now: () => state.now,
    });
  const trackList = startWorker();
  const ids = async (wasPlayPressed = false, { load } = trackList) => {
    const answer = await load(wasPlayPressed);
    return answer.ok ? answer.tracks.map(({ id }) => id) : answer.problem;
  };
  return { state, ids, startWorker };
};

const list = (...ids: number[]): MusicAnswer => ({ ok: true, list: ids.map(entry) });

describe('createTrackList', () => {
  it('shares one request among concurrent calls and caches the list', async () => {
    const { state, ids } = setUp({ answers: [list(1, 2)] });
    expect(await Promise.all([ids(), ids(), ids()])).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
    expect(await ids()).toEqual([1, 2]);
    expect(state.requests).toBe(1);
  });

  it('uses the cached list for an hour, and after that until a newer one has arrived', async () => {
    const { state, ids } = setUp({ answers: [list(1), list(2)] });
    await ids();
    state.now += hour - 1;
    expect(await ids()).toEqual([1]);
    expect(state.requests).toBe(1);
    state.now += 1;
    expect(await ids()).toEqual([1]);
    await new Promise((resolve) => setTimeout(resolve));
    expect([await ids(), state.requests]).toEqual([[2], 2]);
  });

  it('refreshes a list from the future, after the clock was set back', async () => {
    const { state, ids } = setUp({ answers: [list(1), list(2)] });
    await ids();
    state.now -= 1;
    await ids();
    expect(state.requests).toBe(2);
  });

  it('keeps a stale list when the refresh fails, and waits a minute', async () => {
    const { state, ids } = setUp({ answers: [list(1)] });
    await ids();
    state.now += 2 * hour;
    for (let calls = 0; calls < 5; calls += 1) {
      expect(await ids()).toEqual([1]);
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(state.requests).toBe(2);
    state.now += 60_000;
    await ids();
    expect(state.requests).toBe(3);
  });

  it.each<[string, MusicAnswer, string]>([
    ['failed request', failed('timeout'), 'unreachable'],
    ['empty list', list(), 'no-tracks'],
  ])('remembers a %s for a minute, also in later workers', async (_, answer, problem) => {
    const { state, ids, startWorker } = setUp({ answers: [answer, answer, list(1)] });
    for (let wakes = 0; wakes < 100; wakes += 1) expect(await ids(false, startWorker())).toBe(problem);
    expect(state.requests).toBe(1);
    state.now += 60_000;
    await ids();
    expect(state.requests).toBe(2);
    state.now += 60_000;
    expect(await ids()).toEqual([1]);
  });

  it('retries when a person presses Play, less and less often', async () => {
    const { state, ids } = setUp({ answers: [] });
    const requestsWithin = async (seconds: number): Promise<number> => {
      const before = state.requests;
      for (let times = 0; times < seconds; times += 1) {
        for (let presses = 0; presses < 50; presses += 1) await ids(true);
        state.now += 1000;
      }
      return state.requests - before;
    };
    expect(await requestsWithin(60)).toBe(5);
    expect(await requestsWithin(600)).toBe(10);
  });

  it.each<[string, Partial<CachedTrackList>]>([
    ['list', { list: [entry(9)] }],
    ['failure', { failure: { at: hour * 1000, problem: 'unreachable', count: 9 } }],
  ])('ignores the cached %s of another service', async (_, more) => {
    const cached = { address: 'https://other.example/v3', at: hour * 1000, list: [], ...more };
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
    const { state, ids } = setUp({ answers: [list(1), list()] });
    await ids();
    state.now += 2 * hour;
    await ids();
    await new Promise((resolve) => setTimeout(resolve));
    expect([await ids(), state.requests]).toEqual([[1], 2]);
  });

  it.each<[string, MusicAnswer, string]>([
    ['an unplayable list', { ok: true, list: [{ ...entry(1), audio: 'javascript:1' }, 7] }, 'no-tracks'],
    ['a missing permission', failed('access-missing'), 'access-missing'],
    ['an unexpected answer', failed('unexpected-answer'), 'unreachable'],
  ])('names the problem of %s', async (_, answer, problem) => {
    expect(await setUp({ answers: [answer] }).ids()).toBe(problem);
  });

  it('reports a missing connection', async () => {
    const { state, ids } = setUp({ answers: [] });
    state.connected = false;
    expect([await ids(), state.requests]).toEqual(['not-connected', 0]);
  });
});

const origin = 'http://127.0.0.1:8404';

const right = {
  id: 1,
  name: 'Small lantern',
  artist: 'A,B & C',
  audio: 'https://m.example/1.mp3',
  cover: 'https://m.example/1.png',
};

const only = (entry: object) => readTracks([{ ...right, ...entry }], origin);

describe('readTracks', () => {
  it('separates several artists', () => {
    expect(readTracks([right], origin)).toEqual([{ ...right, artist: 'A, B & C' }]);
  });

  it('reads its own result as the same tracks', () => {
    const once = readTracks([right, { ...right, name: 'x'.repeat(900) }], origin);
    expect(readTracks(once, origin)).toEqual(once);
  });

  it.each([
    ['another port of the same host', 'http://127.0.0.1:8405/1.mp3'],
    ['http elsewhere', 'http://m.example/1.mp3'],
    ['a port of this machine', 'https://127.0.0.1:8405/1.mp3'],
    ['a port of this machine by its name', 'https://localhost:8405/1.mp3'],
    ['a port of this machine by IPv6', 'https://[::1]:8405/1.mp3'],
    ['a port of this machine as a number', 'https://2130706433/1.mp3'],
    ['a private network', 'https://192.168.1.1/1.mp3'],
    ['a device of the local network', 'https://printer.local/1.mp3'],
    ['a name without a dot', 'https://nas/1.mp3'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:audio/mpeg;base64,AAAA'],
    ['a file address', 'file:///etc/passwd'],
    ['an extension address', 'chrome-extension://abcdef/1.mp3'],
    ['credentials', 'https://a:b@m.example/1.mp3'],
    ['text that is no address', 'nonsense'],
    ['empty text', ''],
    ['a number', 7],
    ['a too long address', `https://m.example/${'x'.repeat(2048)}`],
  ])('leaves out an entry whose audio is %s, and a cover that is', (_, address) => {
    expect(only({ audio: address })).toEqual([]);
    expect(only({ cover: address })).toEqual([{ ...right, artist: 'A, B & C', cover: null }]);
  });

  it('accepts a track without a usable cover', () => {
    const { id, name, artist, audio } = right;
    expect(readTracks([{ id, name, artist, audio }], origin)).toEqual([
      { ...right, artist: 'A, B & C', cover: null },
    ]);
  });

  it('accepts http addresses of the service’s own origin', () => {
    const audio = `${origin}/music/1.mp3`;
    expect(only({ audio })[0]?.audio).toBe(audio);
  });

  it('accepts the service’s own origin on a private network', () => {
    const audio = 'https://192.168.1.1:8443/1.mp3';
    expect(readTracks([{ ...right, audio }], 'https://192.168.1.1:8443')[0]?.audio).toBe(audio);
  });

  it.each(['id', 'name', 'artist', 'audio'])('leaves out an entry without %s', (field) => {
    expect(only({ [field]: undefined })).toEqual([]);
  });

  it('cuts texts to 200 characters of one line without direction characters', () => {
    const [track] = only({ name: `a\n\u202eb${'x'.repeat(1_000_000)}`, artist: '😀'.repeat(500) });
    expect(track?.name).toBe(`a b${'x'.repeat(197)}`);
    expect(Array.from(track?.artist ?? '')).toHaveLength(200);
  });

  it('reads 200 tracks at most, not counting invalid entries', () => {
    const list = Array.from({ length: 10_000 }, (_, id) => (id % 2 ? right : null));
    expect(readTracks(list, origin)).toHaveLength(200);
  });

  it('replaces a repeated id by a free one', () => {
    expect(readTracks([right, { ...right, id: 2 }, right, right], origin).map(({ id }) => id)).toEqual([
      1, 2, 3, 4,
    ]);
  });

  it('returns only playable tracks, whatever the list contains', () => {
    const odd = fc.record({
      id: fc.integer(),
      name: fc.string(),
      artist: fc.string(),
      audio: anyAddress,
      cover: fc.anything(),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(odd, fc.anything())), (list) => {
        const tracks = readTracks(list, origin);
        expect(new Set(tracks.map(({ id }) => id)).size).toBe(tracks.length);
        for (const { audio } of tracks) expect(audio).toMatch(/^https:/);
      }),
    );
  });
});
