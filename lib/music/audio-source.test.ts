// What the engine does where tracks are fetched before they sound. That real audio elements do is shown by tests/e2e.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FetchAudio } from './audio.ts';
import { createDeck } from './deck.ts';
import { TestAudio } from './test-audio.ts';
import { addressOf, pass, startSound } from './test-sound.ts';

type Parts = Parameters<typeof startSound>[0];

/** One call of fetchAudio, to be answered by the test. */
interface Fetch {
  id: number;
  signal: AbortSignal;
  progress(bytes: number): void;
  arrive(): void;
  leaveToElement(): void;
  fail(): void;
}

const fetches: Fetch[] = [];
const blobs = new WeakMap<object, number>();
const revoke = vi.fn<(address: string) => void>();
const objectUrlOf = (id: number): string => `blob:${id}`;

const fetchAudio: FetchAudio = (address, options) =>
  new Promise((resolve, reject) => {
    const id = Number(/\d+/.exec(address)?.[0]);
    const blob = new Blob();
    blobs.set(blob, id);
    fetches.push({
      ...{ id, ...options },
      arrive: () => resolve(blob),
      leaveToElement: () => resolve(null),
      fail: () => reject(new Error('There is no track')),
    });
  });

/** The newest call. */
const fetching = (): Fetch => {
  const last = fetches.at(-1);
  if (!last) throw new Error('Nothing was fetched');
  return last;
};
const fetched = (): number[] => fetches.map(({ id }) => id);

beforeEach(() => {
  vi.useFakeTimers();
  fetches.length = 0;
  revoke.mockClear();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => objectUrlOf(blobs.get(blob) ?? NaN));
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoke);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A player a second after Play, its first track still on its way. */
const startFetching = async (parts: Parts = {}) => {
  const world = startSound({ ...parts, fetchAudio });
  const player = world.client();
  player.play();
  await pass(1);
  return { ...world, player };
};

/** The same, and a second after it has arrived. */
const startPlaying = async (parts: Parts = {}) => {
  const world = await startFetching(parts);
  fetching().arrive();
  await pass(1);
  expect(world.player.report().phase).toBe('playing');
  return world;
};

describe('a track that is fetched', () => {
  it('loads until it is there, then sounds; the element never asks for its address', async () => {
    const { audio, player } = await startFetching();
    expect(fetched()).toEqual([1]);
    expect(player.report()).toMatchObject({ phase: 'loading', track: 1, elapsed: 0, total: null });
    expect(audio.requests).toEqual([]);
    fetching().arrive();
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 1, total: 60 });
    expect([audio.requests, audio.isHeard]).toEqual([[objectUrlOf(1)], true]);
  });

  it('goes on where it ended the last time, as soon as it is there', async () => {
    const { audio, player } = await startFetching({ remembered: { audio: addressOf(2), position: 20 } });
    expect(player.report()).toMatchObject({ phase: 'loading', track: 2, elapsed: 20 });
    fetching().arrive();
    await pass(1);
    expect(audio.currentTime).toBeGreaterThan(20);
  });

  it('is loaded by the element where it cannot be fetched so', async () => {
    const { audio, player } = await startFetching();
    fetching().leaveToElement();
    await pass(1);
    expect([audio.requests, player.report().phase]).toEqual([[addressOf(1)], 'playing']);
  });

  it('is skipped where it fails, and a round of failures ends calmly', async () => {
    const { player } = await startFetching();
    fetching().fail();
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'loading', track: 2 });
    for (const id of [2, 3]) {
      expect(fetching().id).toBe(id);
      fetching().fail();
      await pass(1);
    }
    expect(player.report()).toMatchObject({ phase: 'paused', trouble: 'nothing-plays' });
    expect(fetched()).toEqual([1, 2, 3]);
  });

  it('is followed by the next one, which is fetched then', async () => {
    const { audio } = await startPlaying({ files: { 1: { seconds: 5 } } });
    expect(fetched()).toEqual([1]);
    await pass(5);
    expect(fetched()).toEqual([1, 2]);
    expect(revoke.mock.calls).toEqual([[objectUrlOf(1)]]);
    fetching().arrive();
    await pass(1);
    expect(audio.isHeard).toBe(true);
  });
});

describe('while it is fetched', () => {
  it('next ends it and fetches the other one; what comes late is nothing', async () => {
    const { audio, player } = await startFetching();
    const first = fetching();
    player.do({ do: 'next' });
    await pass(1);
    expect([first.signal.aborted, fetched()]).toEqual([true, [1, 2]]);
    expect(fetching().signal.aborted).toBe(false);
    first.arrive();
    await pass(1);
    expect([audio.src, player.report().phase]).toEqual(['', 'loading']);
    fetching().arrive();
    await pass(1);
    expect([audio.requests, player.report().track]).toEqual([[objectUrlOf(2)], 2]);
  });

  it.each(['pause', 'leave'] as const)('%s ends it, and what comes late is nothing', async (how) => {
    const { audio, player } = await startFetching();
    const first = fetching();
    if (how === 'pause') player.do({ do: 'pause' });
    else player.leave();
    expect(first.signal.aborted).toBe(true);
    first.arrive();
    await pass(1);
    expect([audio.requests, audio.src, audio.paused]).toEqual([[], '', true]);
  });

  it('play after a pause fetches it anew, from where it was to begin', async () => {
    const { audio, player } = await startFetching({ remembered: { audio: addressOf(2), position: 20 } });
    player.do({ do: 'pause' });
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'paused', track: 2, elapsed: 20, trouble: null });
    player.play();
    await pass(1);
    expect([fetched(), player.report().phase]).toEqual([[2, 2], 'loading']);
    fetching().arrive();
    await pass(1);
    expect([audio.isHeard, player.report().phase]).toEqual([true, 'playing']);
    expect(audio.currentTime).toBeGreaterThan(20);
  });

  it('nothing is done to the empty element, whatever is pressed and whatever it says', async () => {
    const { audio, player, client } = await startPlaying();
    player.do({ do: 'next' });
    await pass(1);
    const play = vi.spyOn(audio, 'play');
    audio.dispatchEvent(new Event('pause'));
    audio.dispatchEvent(new Event('playing'));
    player.do({ do: 'seek', to: 30 });
    client(8).play();
    player.play();
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'loading', track: 2, elapsed: 0 });
    expect([play.mock.calls, audio.src, fetched()]).toEqual([[], '', [1, 2]]);
    fetching().arrive();
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
  });
});

it('a deck neither plays nor seeks what is still fetched, and counts the bytes of that alone', async () => {
  const audio = new TestAudio(() => ({ seconds: 60 }));
  const play = vi.spyOn(audio, 'play');
  const nobody = () => undefined;
  const events = { changed: nobody, ended: nobody, failed: nobody, paused: nobody };
  const deck = createDeck(audio, events, fetchAudio);
  deck.start({ address: addressOf(1), position: 0, fadeIn: 0 });
  fetching().progress(1000);
  deck.resume(0);
  deck.seek(30);
  expect([deck.isLoaded(), deck.isRunning(), deck.isSounding(), deck.fetched()]).toEqual([
    true,
    true,
    false,
    1000,
  ]);
  deck.start({ address: addressOf(2), position: 0, fadeIn: 0 });
  expect([fetched(), deck.fetched(), play.mock.calls]).toEqual([[1, 2], 0, []]);
  fetching().arrive();
  await pass(1);
  expect([deck.isSounding(), play.mock.calls.length]).toEqual([true, 1]);
});

describe('what was fetched', () => {
  it('is kept through a pause, and played on without another fetch', async () => {
    const { audio, player } = await startPlaying();
    player.do({ do: 'pause' });
    await pass(1);
    player.play();
    await pass(1);
    expect([fetched(), audio.isHeard, revoke.mock.calls]).toEqual([[1], true, []]);
  });

  it.each([
    ['another one is to play', 'next'],
    ['its owner leaves', 'leave'],
    ['it turns out to be no sound', 'broken'],
  ] as const)('is let go of when %s', async (_, how) => {
    const files = how === 'broken' ? { 1: 'broken' as const } : {};
    const { player } = await startFetching({ files });
    fetching().arrive();
    await pass(1);
    if (how === 'next') player.do({ do: 'next' });
    if (how === 'leave') player.leave();
    await pass(1);
    expect(revoke.mock.calls).toEqual([[objectUrlOf(1)]]);
  });
});

describe('patience', () => {
  /** So many bytes arrive in each of so many seconds. */
  const drip = async (seconds: number, bytes: number) => {
    for (let second = 1; second <= seconds; second += 1) {
      await pass(1);
      fetching().progress(second * bytes);
    }
  };

  it('ends after 8 s with a drip, and its connection with it', async () => {
    const { player } = await startFetching();
    const first = fetching();
    await drip(6, 12_000);
    expect(player.report().track).toBe(1);
    await pass(2);
    expect(player.report().track).toBe(2);
    expect([first.signal.aborted, fetched()]).toEqual([true, [1, 2]]);
  });

  it('holds with a slow line, and the track plays when it is there', async () => {
    const { player } = await startFetching();
    await drip(20, 20_000);
    expect([player.report().track, fetched()]).toEqual([1, [1]]);
    fetching().arrive();
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 1 });
    await pass(30);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 1 });
  });

  it('ends after 25 s without a sound, however much arrives', async () => {
    const { player } = await startFetching();
    await drip(26, 500_000);
    expect(player.report()).toMatchObject({ phase: 'paused', trouble: 'nothing-plays' });
    expect([fetching().signal.aborted, fetched()]).toEqual([true, [1]]);
  });

  it('with one track gains nothing from the bytes of the one before', async () => {
    const { player } = await startFetching();
    const first = fetching();
    first.progress(950_000);
    player.do({ do: 'next' });
    await pass(1);
    for (let second = 1; second <= 8; second += 1) {
      first.progress(950_000 + second * 1_000_000);
      await pass(1);
    }
    expect(player.report().track).toBe(3);
    expect(fetched()).toEqual([1, 2, 3]);
  });
});
