import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command, PlayerReport } from './contract.ts';
import {
  pass,
  startAudioPlayer,
  startPlaying,
  type StartOptions,
} from './test-helpers/start-audio-player.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A command, or the seconds until the next step. */
type Step = Command | number;

/** What a client has of the music after these steps, which follow a second after its Play. */
const after = async (steps: Step[], options: StartOptions = {}) => {
  const setUp = await startPlaying(options);
  for (const step of steps) {
    if (typeof step === 'number') await pass(step);
    else setUp.player.command(step);
  }
  return { ...setUp, report: setUp.player.report() };
};

/** The steps, what is reported after them, the tracks that were requested until then, and how the player is set up. */
type Row = [
  what: string,
  steps: Step[],
  report: Partial<PlayerReport>,
  requested: number[],
  options?: StartOptions,
];

const holds = async (...[, steps, expected, ids, options]: Row): Promise<void> => {
  const { report, requested } = await after(steps, options);
  expect(report).toMatchObject(expected);
  expect(requested()).toEqual(ids);
};

const play: Command = { type: 'play', by: 'user' };
const pause: Command = { type: 'pause' };
const next: Command = { type: 'next' };
const previous: Command = { type: 'previous' };
const seek = (to: number): Command => ({ type: 'seek', to });
const track = (id: number): Command => ({ type: 'track', id });

/** Within half a second. */
const about = (seconds: number) => expect.closeTo(seconds, 0) as number;
const anyTime = expect.any(Number) as number;

const playing = (id: number, elapsed = anyTime) => ({
  phase: 'playing' as const,
  track: id,
  elapsed,
  problem: null,
});
const loading = (id: number) => ({ phase: 'loading' as const, track: id });
const paused = (id: number, elapsed = anyTime) => ({
  phase: 'paused' as const,
  track: id,
  elapsed,
  problem: null,
});
const nothingPlays = { phase: 'paused', problem: 'nothing-plays' } as const;

describe('fades', () => {
  /** Milliseconds until `isOver`, in steps of 10. */
  const until = async (isOver: () => boolean): Promise<number> => {
    let passed = 0;
    for (; !isOver() && passed < 5000; passed += 10) await pass(0.01);
    return passed;
  };

  it.each([
    ['user', 300, 800],
    ['autoplay', 1900, 2200],
  ] as const)('in when music starts by %s, from the first sound on', async (by, least, most) => {
    const { audio, client } = startAudioPlayer();
    client().play(by);
    await until(() => audio.isHeard);
    expect(audio.volume).toBeLessThan(0.2);
    const took = await until(() => audio.volume === 0.7);
    expect(took).toBeGreaterThanOrEqual(least - 50);
    expect(took).toBeLessThanOrEqual(most);
  });

  it('out before it pauses', async () => {
    const { audio, player } = await startPlaying();
    player.command({ type: 'pause' });
    const took = await until(() => audio.paused);
    expect(audio.volume).toBe(0);
    expect(took).toBeGreaterThanOrEqual(290);
    expect(took).toBeLessThanOrEqual(400);
  });

  it('out and in when the track changes', async () => {
    const { audio, player, requested } = await startPlaying();
    player.command({ type: 'next' });
    let before = audio.volume;
    for (let at = 0; at < 100; at++) {
      await pass(0.02);
      if (audio.isHeard) expect(Math.abs(audio.volume - before)).toBeLessThan(0.15);
      before = audio.volume;
    }
    expect([requested(), audio.volume]).toEqual([[1, 2], 0.7]);
  });

  it('reverse when Play comes while it fades out', async () => {
    const { audio, player, requested } = await startPlaying();
    player.command({ type: 'pause' });
    await pass(0.15);
    const { volume } = audio;
    expect(volume).toBeGreaterThan(0.1);
    player.play();
    await pass(0.05);
    expect(audio.volume).toBeGreaterThanOrEqual(volume);
    await pass(1);
    expect([audio.paused, audio.volume, requested()]).toEqual([false, 0.7, [1]]);
    expect(player.report().phase).toBe('playing');
  });

  it('do not delay volume and mute', async () => {
    const { audio, player } = await startPlaying();
    player.command({ type: 'next' });
    await pass(0.15);
    const { volume } = audio;
    player.command({ type: 'volume', to: 0.35 });
    player.command({ type: 'mute', on: true });
    expect(audio.volume).toBeCloseTo(volume / 2);
    expect(audio.muted).toBe(true);
  });

  it('end in time when timers are slow', async () => {
    const { audio, player } = await startPlaying();
    const real = globalThis.setInterval;
    const slow = vi.spyOn(globalThis, 'setInterval');
    slow.mockImplementation((act: () => void) => real(act, 60_000));
    player.detach();
    await pass(0.4);
    slow.mockRestore();
    expect([audio.paused, audio.src]).toEqual([true, '']);
  });
});

describe('next and previous', () => {
  const five = { ids: [1, 2, 3, 4, 5] };
  const breaks = { files: { 1: { seconds: 60, breaksAt: 1 } } };

  it.each<Row>([
    ['change the track and play on', [next, 2, previous, 2], playing(1), [1, 2, 1]],
    ['return to the beginning after three seconds', [next, 5, previous, 1], playing(2, about(1)), [1, 2]],
    ['request nothing while it is paused', [pause, 1, next, 5], { ...paused(2, 0), total: null }, [1]],
    ['request only the last of several quick steps', [next, next, 2], playing(3), [1, 3]],
    ['do not prolong the fade', [next, 0.1, next, 0.1, next, 0.1, next, 0.01], {}, [1, 4, 5], five],
    ['play the requested track when the old one breaks meanwhile', [next, 1], playing(2), [1, 2], breaks],
    ['start nothing when Pause comes during the change', [next, 0.1, pause, 2], paused(2, 0), [1]],
    ['let Play start the track after that', [next, 0.1, pause, 2, play, 1], playing(2), [1, 2]],
  ])('%s', holds);

  it('leave nothing loaded when Pause comes during the change', async () => {
    expect((await after([next, 0.1, pause, 2])).audio.src).toBe('');
  });

  it('save that the track starts at its beginning', async () => {
    expect((await after([3, pause, 1, next])).saved.at(-1)).toMatchObject({ position: 0 });
  });
});

describe('the track command', () => {
  it.each<Row>([
    ['plays the track with that id, also from a pause', [pause, 1, track(3), 2], playing(3), [1, 3]],
    ['ignores an unknown id', [pause, track(99), 2], paused(1), [1]],
  ])('%s', holds);

  it('requests only that track as the first command', async () => {
    const { client, requested } = startAudioPlayer();
    const player = client();
    player.command(track(2));
    await pass(2);
    expect([player.report(), requested()]).toMatchObject([{ ...playing(2), owner: 'this-tab' }, [2]]);
  });
});

const endless = { files: { 1: { seconds: Infinity } } };

it.each<Row>([
  ['goes to a position', [seek(30), 1], playing(1, about(31)), [1]],
  ['goes to the beginning at least', [seek(-5), 1], playing(1, about(1)), [1]],
  ['back does not count as a stall', [30, seek(0), 12], playing(1), [1]],
  ['beyond the end plays the next track', [seek(1e9), 2], playing(2), [1, 2]],
  ['does nothing in an endless stream', [3, seek(1000), 1], playing(1, about(5)), [1], endless],
])('seek %s', holds);

describe('the end of a track', () => {
  const files = { 1: { seconds: 6 }, 2: { seconds: 6 }, 3: { seconds: 6 } };

  it.each([
    ['list', [1, 2, 3, 1], 'playing'],
    ['one', [1, 1, 1, 1], 'playing'],
    ['off', [1, 2, 3], 'paused'],
  ] as const)('with repeat %s is followed at once by what that means', async (repeat, ids, phase) => {
    const { report, requested, audibleTabs } = await after([17.6], { files, stored: { repeat } });
    expect([requested(), report.phase]).toEqual([ids, phase]);
    expect(audibleTabs).toEqual(phase === 'paused' ? [7, null] : [7]);
  });

  const off = { files, stored: { repeat: 'off' } } as const;

  it.each<Row>([
    ['leaves the first track at its beginning', [25], paused(1, 0), [1, 2, 3], off],
    ['leaves a round that can be played again', [25, play, 8], playing(2), [1, 2, 3, 1, 2], off],
  ])('with repeat off %s', holds);

  it('with shuffle plays each track once a round and none twice in a row', async () => {
    const { requested } = await after([58], { files, stored: { shuffle: true } });
    const ids = requested();
    const rounds = [0, 3, 6].map((start) =>
      ids
        .slice(start, start + 3)
        .toSorted()
        .join(),
    );
    expect(rounds).toEqual(['1,2,3', '1,2,3', '1,2,3']);
    for (const [at, id] of ids.entries()) expect(id).not.toBe(ids[at + 1]);
  });
});

describe('a track that cannot be played', () => {
  const allOf = <File>(file: File, count = 3) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 1, file]));
  const hanging = { files: { 1: 'hangs' } } as const;
  const stalling = (stallsAt: number) => ({ files: { 1: { seconds: 60, stallsAt } } });
  const breaking = { files: { 1: { seconds: 60, breaksAt: 5 } } };
  const twoBroken = { files: { 1: 'broken', 2: 'broken' } } as const;
  const allFail = { files: { 1: 'broken', 2: { seconds: 60, breaksAt: 3 }, 3: 'broken' } } as const;
  /** The second track ends after six seconds, or breaks after twelve. */
  const untilEnd = { files: { 1: 'broken', 2: { seconds: 6 } }, ids: [1, 2] } as const;
  const untilBreak = { files: { 1: 'broken', 2: { seconds: 60, breaksAt: 12 } }, ids: [1, 2] } as const;
  const tiny = { files: allOf({ seconds: 0.3 }) };

  it.each<Row>([
    ['is skipped at once when it is broken', [], playing(3), [1, 2, 3], twoBroken],
    ['is waited for when it does not arrive', [6], loading(1), [1], hanging],
    ['is skipped after eight seconds of that', [9.5], playing(2), [1, 2], hanging],
    ['is waited for when it stalls', [6], loading(1), [1], stalling(0.6)],
    ['is skipped after eight seconds of that', [9.5], playing(2), [1, 2], stalling(0.6)],
    ['is skipped when it breaks while it plays', [6], playing(2), [1, 2], breaking],
    ['is skipped when it stalls while it plays', [14], playing(2), [1, 2], stalling(5)],
    ['is not retried in the same round', [120], nothingPlays, [1, 2, 3], allFail],
    ['is retried after another one has ended', [10], {}, [1, 2, 1, 2], untilEnd],
    ['is retried after another one has played for ten seconds', [20], nothingPlays, [1, 2, 1], untilBreak],
    ['includes one that ends within its first second', [120], nothingPlays, [1, 2, 3], tiny],
  ])('%s', holds);

  it('stops the music after a whole round of them, and Play retries', async () => {
    const { audio, audibleTabs, player, requested } = await after([600], { files: allOf('broken') });
    expect(player.report()).toMatchObject(nothingPlays);
    expect([audio.src, audibleTabs, requested()]).toEqual(['', [7, null], [1, 2, 3]]);
    player.play();
    await pass(2);
    expect([player.report(), requested().length]).toMatchObject([nothingPlays, 6]);
  });

  it('stops the music after 25 s when several stall', async () => {
    const files = allOf('hangs' as const, 50);
    const { player, requested } = await after([23], { files, ids: Object.keys(files).map(Number) });
    expect(player.report().phase).toBe('loading');
    await pass(62);
    expect([player.report(), requested().length]).toMatchObject([nothingPlays, 4]);
  });

  it('ends the round with repeat off when it is the last one', async () => {
    const files = { 1: { seconds: 6 }, 2: 'broken' as const };
    const { report, requested } = await after([20], { files, ids: [1, 2], stored: { repeat: 'off' } });
    expect([report, requested()]).toMatchObject([{ phase: 'paused', problem: null }, [1, 2]]);
  });
});

describe('the browser', () => {
  it('that refuses to play is reported as blocked, and the next Play retries', async () => {
    const { audio, client, requested } = startAudioPlayer();
    audio.isAllowed = false;
    const player = client();
    player.play('autoplay');
    await pass(30);
    expect(player.report()).toMatchObject({ phase: 'paused', problem: 'blocked', track: 1 });
    expect(requested()).toEqual([1]);
    audio.isAllowed = true;
    player.play();
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'playing', problem: null });
  });

  it('that pauses a loading track does not make it a broken one', async () => {
    const { audio, player, requested } = await startPlaying({ files: { 1: 'hangs' } });
    audio.pause();
    await pass(1);
    expect([player.report().phase, player.report().problem, requested()]).toEqual(['paused', null, [1]]);
  });

  it('that pauses by itself is reported as a pause', async () => {
    const { audio, player, audibleTabs } = await startPlaying();
    audio.pause();
    await pass(1);
    expect(player.report().phase).toBe('paused');
    expect(audibleTabs).toEqual([7, null]);
  });

  it('that continues after the computer slept skips no track', async () => {
    const { player, requested } = await startPlaying({ files: { 1: { seconds: 60, stallsAt: 3 } } });
    await pass(3);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000);
    await pass(1);
    clock.mockRestore();
    expect([player.report().phase, player.report().track, requested()]).toEqual(['loading', 1, [1]]);
  });
});

describe('the sleep timer', () => {
  it('of 15 minutes fades out, pauses and ends', async () => {
    const after = 15;
    const { audio, player } = await startPlaying();
    const start = Date.now();
    player.command({ type: 'sleep', after });
    await pass(0);
    expect(player.report().sleep).toEqual({ after, end: start + after * 60_000 });
    await pass(after * 60 - 1);
    expect(player.report().phase).toBe('playing');
    await pass(1.4);
    expect(player.report()).toMatchObject({ phase: 'paused', sleep: null });
    expect(audio.volume).toBeGreaterThan(0);
    await pass(1);
    expect([audio.paused, audio.volume]).toEqual([true, 0]);
    player.play();
    await pass(600);
    expect(player.report().phase).toBe('playing');
  });

  it('for the end of the track lets it end, and the next one waits', async () => {
    const { player, requested } = await startPlaying();
    player.command({ type: 'sleep', after: 'track-end' });
    await pass(50);
    expect(player.report()).toMatchObject({ phase: 'playing', sleep: { after: 'track-end', end: null } });
    await pass(10);
    expect(player.report()).toMatchObject({ phase: 'paused', sleep: null, track: 2, elapsed: 0 });
    expect(requested()).toEqual([1]);
  });

  it('can be switched off', async () => {
    const { player } = await startPlaying();
    player.command({ type: 'sleep', after: 15 });
    player.command({ type: 'sleep', after: null });
    await pass(1000);
    expect(player.report()).toMatchObject({ phase: 'playing', sleep: null });
  });

  it('stops the music as soon as a sleeping computer wakes up', async () => {
    const { player } = await startPlaying();
    player.command({ type: 'sleep', after: 15 });
    vi.setSystemTime(Date.now() + 3_600_000);
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'paused', sleep: null });
  });
});

it.each([true, false])(
  'shuffle keeps the current track when it is switched on and off (at first: %s)',
  async (shuffle) => {
    const { player, requested } = await startPlaying({ stored: { shuffle } });
    const { track } = player.report();
    player.command({ type: 'shuffle', on: !shuffle });
    player.command({ type: 'shuffle', on: shuffle });
    await pass(3);
    expect(player.report()).toMatchObject({ track, shuffle, phase: 'playing' });
    expect(requested().length).toBe(1);
  },
);
