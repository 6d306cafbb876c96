// The audio player with tracks that are fetched before they play. tests/browsers shows it with real audio elements.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FetchAudio } from './audio-output.ts';
import { addressOf, pass, startPlaying, type StartOptions } from './test-helpers/start-audio-player.ts';

/** One call of fetchAudio, which the test answers. */
interface PendingFetch {
  id: number;
  signal: AbortSignal;
  progress(bytes: number): void;
  arrive(): void;
  leaveToElement(): void;
  fail(): void;
}

const fetches: PendingFetch[] = [];
const blobs = new WeakMap<object, number>();
const revoke = vi.fn<(address: string) => void>();
const objectUrlOf = (id: number): string => `blob:${id}`;

const fetchAudio: FetchAudio = (address, options) =>
  new Promise((resolve, reject) => {
    const id = Number(/\d+/.exec(address)?.[0]);
    const blob = new Blob();
    blobs.set(blob, id);
    fetches.push({
      id,
      ...options,
      arrive: () => resolve(blob),
      leaveToElement: () => resolve(null),
      fail: () => reject(new Error('There is no track')),
    });
  });

/** The newest call. */
const fetching = (): PendingFetch => {
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

/** A client a second after Play, while its first track is fetched. */
const startFetching = (options: StartOptions = {}) => startPlaying({ ...options, fetchAudio });

/** The same a second after the track has arrived. */
const startFetched = async (options: StartOptions = {}) => {
  const setUp = await startFetching(options);
  fetching().arrive();
  await pass(1);
  return setUp;
};

describe('a track that is fetched', () => {
  it('plays once it is there, without a request of the element', async () => {
    const { audio, player } = await startFetching();
    expect(fetched()).toEqual([1]);
    expect(player.report()).toMatchObject({ phase: 'loading', track: 1, elapsed: 0, total: null });
    expect(audio.requests).toEqual([]);
    fetching().arrive();
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 1, total: 60 });
    expect([audio.requests, audio.isHeard]).toEqual([[objectUrlOf(1)], true]);
  });

  it('resumes at the stored position once it is there', async () => {
    const { audio, player } = await startFetching({ stored: { audio: addressOf(2), position: 20 } });
    expect(player.report()).toMatchObject({ phase: 'loading', track: 2, elapsed: 20 });
    fetching().arrive();
    await pass(1);
    expect(audio.currentTime).toBeGreaterThan(20);
  });

  it('is loaded by the element if fetchAudio returns null', async () => {
    const { audio, player } = await startFetching();
    fetching().leaveToElement();
    await pass(1);
    expect([audio.requests, player.report().phase]).toEqual([[addressOf(1)], 'playing']);
  });

  it('is skipped when it fails; a whole round of failures stops the music', async () => {
    const { player } = await startFetching();
    fetching().fail();
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'loading', track: 2 });
    for (const id of [2, 3]) {
      expect(fetching().id).toBe(id);
      fetching().fail();
      await pass(1);
    }
    expect(player.report()).toMatchObject({ phase: 'paused', problem: 'nothing-plays' });
    expect(fetched()).toEqual([1, 2, 3]);
  });

  it('is followed by the next track, which is fetched only then', async () => {
    const { audio } = await startFetched({ files: { 1: { seconds: 5 } } });
    expect(fetched()).toEqual([1]);
    await pass(5);
    expect(fetched()).toEqual([1, 2]);
    expect(revoke.mock.calls).toEqual([[objectUrlOf(1)]]);
    fetching().arrive();
    await pass(1);
    expect(audio.isHeard).toBe(true);
  });
});

describe('while a track is fetched', () => {
  it('Next aborts the fetch, ignores its result and fetches the next track', async () => {
    const { audio, player } = await startFetching();
    const first = fetching();
    player.command({ type: 'next' });
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

  it.each(['pause', 'detach'] as const)('%s aborts the fetch and ignores its result', async (how) => {
    const { audio, player } = await startFetching();
    const first = fetching();
    if (how === 'pause') player.command({ type: 'pause' });
    else player.detach();
    expect(first.signal.aborted).toBe(true);
    first.arrive();
    await pass(1);
    expect([audio.requests, audio.src, audio.paused]).toEqual([[], '', true]);
  });

  it('Play after Pause fetches it again and starts at the same position', async () => {
    const { audio, player } = await startFetching({ stored: { audio: addressOf(2), position: 20 } });
    player.command({ type: 'pause' });
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'paused', track: 2, elapsed: 20, problem: null });
    player.play();
    await pass(1);
    expect([fetched(), player.report().phase]).toEqual([[2, 2], 'loading']);
    fetching().arrive();
    await pass(1);
    expect([audio.isHeard, player.report().phase]).toEqual([true, 'playing']);
    expect(audio.currentTime).toBeGreaterThan(20);
  });

  it('commands and events do not affect the empty element', async () => {
    const { audio, player, client } = await startFetched();
    player.command({ type: 'next' });
    await pass(1);
    const play = vi.spyOn(audio, 'play');
    audio.dispatchEvent(new Event('pause'));
    audio.dispatchEvent(new Event('playing'));
    player.command({ type: 'seek', to: 30 });
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

describe('fetched bytes', () => {
  it('stay through a pause, so that Play needs no other fetch', async () => {
    const { audio, player } = await startFetched();
    player.command({ type: 'pause' });
    await pass(1);
    player.play();
    await pass(1);
    expect([fetched(), audio.isHeard, revoke.mock.calls]).toEqual([[1], true, []]);
  });

  it.each([
    ['another track starts', 'next'],
    ['the owner is detached', 'detach'],
    ['they are no audio', 'broken'],
  ] as const)('are released when %s', async (_, how) => {
    const files = how === 'broken' ? { 1: 'broken' as const } : {};
    const { player } = await startFetching({ files });
    fetching().arrive();
    await pass(1);
    if (how === 'next') player.command({ type: 'next' });
    if (how === 'detach') player.detach();
    await pass(1);
    expect(revoke.mock.calls).toEqual([[objectUrlOf(1)]]);
  });
});

describe('the stall timeout', () => {
  /** Lets `bytes` arrive in each of `seconds` seconds. */
  const drip = async (seconds: number, bytes: number) => {
    for (let second = 1; second <= seconds; second += 1) {
      await pass(1);
      fetching().progress(second * bytes);
    }
  };

  it('ends a fetch after 8 s at less than 100 kB', async () => {
    const { player } = await startFetching();
    const first = fetching();
    await drip(6, 12_000);
    expect(player.report().track).toBe(1);
    await pass(2);
    expect(player.report().track).toBe(2);
    expect([first.signal.aborted, fetched()]).toEqual([true, [1, 2]]);
  });

  it('does not end a slow fetch, and the track plays once it is there', async () => {
    const { player } = await startFetching();
    await drip(20, 20_000);
    expect([player.report().track, fetched()]).toEqual([1, [1]]);
    fetching().arrive();
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 1 });
    await pass(30);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 1 });
  });

  it('stops the music after 25 s without a sound, however much arrives', async () => {
    const { player } = await startFetching();
    await drip(26, 500_000);
    expect(player.report()).toMatchObject({ phase: 'paused', problem: 'nothing-plays' });
    expect([fetching().signal.aborted, fetched()]).toEqual([true, [1]]);
  });
});
