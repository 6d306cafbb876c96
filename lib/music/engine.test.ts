import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pass, startSound } from './test-sound.ts';

type Parts = Parameters<typeof startSound>[0];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A player that plays, a second after its click. */
const startPlaying = async (parts: Parts = {}, by: 'person' | 'itself' = 'person') => {
  const world = startSound(parts);
  const player = world.client();
  player.play(by);
  await pass(1);
  return { ...world, player };
};

describe('fades', () => {
  /** Milliseconds until `isOver`, in steps of 10. */
  const until = async (isOver: () => boolean): Promise<number> => {
    let passed = 0;
    for (; !isOver() && passed < 5000; passed += 10) await pass(0.01);
    return passed;
  };

  it.each([
    ['person', 300, 800],
    ['itself', 1900, 2200],
  ] as const)('in, by %s, from the first sound on, by the volume of the element', async (by, least, most) => {
    const { audio, client } = startSound();
    client().play(by);
    await until(() => audio.isHeard);
    expect(audio.volume).toBeLessThan(0.2);
    const took = await until(() => audio.volume === 0.7);
    expect(took).toBeGreaterThanOrEqual(least - 50);
    expect(took).toBeLessThanOrEqual(most);
  });

  it('out on pause, then it is paused', async () => {
    const { audio, player } = await startPlaying();
    player.do({ do: 'pause' });
    const took = await until(() => audio.paused);
    expect(audio.volume).toBe(0);
    expect(took).toBeGreaterThanOrEqual(290);
    expect(took).toBeLessThanOrEqual(400);
  });

  it('never jump: a track that is changed goes out and the other one comes in', async () => {
    const { audio, player, asked } = await startPlaying();
    player.do({ do: 'next' });
    let before = audio.volume;
    for (let at = 0; at < 100; at++) {
      await pass(0.02);
      if (audio.isHeard) expect(Math.abs(audio.volume - before)).toBeLessThan(0.15);
      before = audio.volume;
    }
    expect([asked(), audio.volume]).toEqual([[1, 2], 0.7]);
  });

  it('turn round where play comes during a pause', async () => {
    const { audio, player, asked } = await startPlaying();
    player.do({ do: 'pause' });
    await pass(0.15);
    const { volume } = audio;
    expect(volume).toBeGreaterThan(0.1);
    player.play();
    await pass(0.05);
    expect(audio.volume).toBeGreaterThanOrEqual(volume);
    await pass(1);
    expect([audio.paused, audio.volume, asked()]).toEqual([false, 0.7, [1]]);
    expect(player.report().phase).toBe('playing');
  });

  it('let volume and mute through at once', async () => {
    const { audio, player } = await startPlaying();
    player.do({ do: 'next' });
    await pass(0.15);
    const { volume } = audio;
    player.do({ do: 'volume', to: 0.35 });
    player.do({ do: 'mute', on: true });
    expect(audio.volume).toBeCloseTo(volume / 2);
    expect(audio.muted).toBe(true);
  });

  it('take no longer than their time where timers are slow', async () => {
    const { audio, player } = await startPlaying();
    const real = globalThis.setInterval;
    const slow = vi.spyOn(globalThis, 'setInterval');
    slow.mockImplementation((act: () => void) => real(act, 60_000));
    player.leave();
    await pass(0.4);
    slow.mockRestore();
    expect([audio.paused, audio.src]).toEqual([true, '']);
  });

  it('that end a sound cannot be drawn out by asking again and again', async () => {
    const { audio, player, client } = await startPlaying();
    const page = client(null);
    player.do({ do: 'pause' });
    for (let at = 0; at < 8; at++) {
      await pass(0.05);
      page.do({ do: 'pause' });
      player.do({ do: 'next' });
    }
    expect(audio.isHeard).toBe(false);
  });
});

describe('next and previous', () => {
  it('move on and keep playing', async () => {
    const { player, asked } = await startPlaying();
    player.do({ do: 'next' });
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
    player.do({ do: 'previous' });
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 1 });
    expect(asked()).toEqual([1, 2, 1]);
  });

  it('previous goes to the beginning after three seconds, without a request', async () => {
    const { player, asked } = await startPlaying();
    player.do({ do: 'next' });
    await pass(5);
    player.do({ do: 'previous' });
    await pass(1);
    expect(player.report().track).toBe(2);
    expect(player.report().elapsed).toBeLessThan(1.5);
    player.do({ do: 'previous' });
    await pass(1);
    expect(player.report().track).toBe(1);
    expect(asked()).toEqual([1, 2, 1]);
  });

  it('stay silent while it is paused, and ask for nothing', async () => {
    const { player, asked, saved } = await startPlaying();
    player.do({ do: 'pause' });
    await pass(1);
    player.do({ do: 'next' });
    await pass(5);
    expect(player.report()).toMatchObject({ phase: 'paused', track: 2, elapsed: 0, total: null });
    expect(asked()).toEqual([1]);
    expect(saved.at(-1)).toMatchObject({ position: 0 });
    player.play();
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
  });

  it('many at once ask for the last one only', async () => {
    const { player, asked } = await startPlaying({ ids: [1, 2, 3, 4, 5] });
    for (let at = 0; at < 4; at++) player.do({ do: 'next' });
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 5 });
    expect(asked()).toEqual([1, 5]);
  });

  it('again and again draw out no fade', async () => {
    const { player, asked } = await startPlaying({ ids: [1, 2, 3, 4, 5, 6, 7, 8] });
    for (let at = 0; at < 5; at++) {
      player.do({ do: 'next' });
      await pass(0.1);
    }
    expect(asked().slice(0, 2)).toEqual([1, 4]);
  });

  it('go to the one that was asked for where the old one breaks meanwhile', async () => {
    const { player, asked } = await startPlaying({ files: { 1: { seconds: 60, breaksAt: 1 } } });
    player.do({ do: 'next' });
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
    expect(asked()).toEqual([1, 2]);
  });

  it('pause in the middle of a change ends the old one and does not begin the new one', async () => {
    const { audio, player, asked } = await startPlaying();
    player.do({ do: 'next' });
    await pass(0.1);
    player.do({ do: 'pause' });
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'paused', track: 2, elapsed: 0 });
    expect([audio.src, asked()]).toEqual(['', [1]]);
    player.play();
    await pass(1);
    expect([player.report().phase, asked()]).toEqual(['playing', [1, 2]]);
  });
});

describe('a track of the list', () => {
  it('plays by its id, from a pause, too', async () => {
    const { player, asked } = await startPlaying();
    player.do({ do: 'pause' });
    await pass(1);
    player.do({ do: 'track', id: 3 });
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 3, place: 'here' });
    expect(asked()).toEqual([1, 3]);
  });

  it('is the first to be asked for where it is the first command', async () => {
    const { client, asked } = startSound();
    const player = client();
    player.do({ do: 'track', id: 2 });
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
    expect(asked()).toEqual([2]);
  });

  it('that is not there changes nothing', async () => {
    const { player, asked } = await startPlaying();
    player.do({ do: 'pause' });
    player.do({ do: 'track', id: 99 });
    await pass(2);
    expect([player.report().phase, asked()]).toEqual(['paused', [1]]);
  });
});

describe('seek', () => {
  it.each([
    [30, 30],
    [-5, 0],
  ])('to %s s', async (to, there) => {
    const { player } = await startPlaying();
    player.do({ do: 'seek', to });
    await pass(1);
    expect(Math.abs(player.report().elapsed - there)).toBeLessThan(1.1);
  });

  it('back takes nothing from the patience with a track that plays', async () => {
    const { player } = await startPlaying();
    await pass(30);
    player.do({ do: 'seek', to: 0 });
    await pass(12);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 1 });
  });

  it('beyond the end is the end: the next track plays', async () => {
    const { player } = await startPlaying();
    player.do({ do: 'seek', to: 1e9 });
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
  });

  it('is ignored in what has no end', async () => {
    const { player } = await startPlaying({ files: { 1: { seconds: Infinity } } });
    await pass(3);
    player.do({ do: 'seek', to: 1000 });
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'playing', total: null, track: 1 });
    expect(player.report().elapsed).toBeLessThan(6);
    expect(player.report().elapsed).toBeGreaterThan(4);
  });
});

describe('the end of a track', () => {
  const short = { 1: { seconds: 6 }, 2: { seconds: 6 }, 3: { seconds: 6 } };

  it.each([
    ['list', [1, 2, 3, 1], 'playing'],
    ['one', [1, 1, 1, 1], 'playing'],
    ['off', [1, 2, 3], 'paused'],
  ] as const)('with repeat %s', async (repeat, expected, phase) => {
    const { player, asked, soundings } = await startPlaying({ files: short, remembered: { repeat } });
    await pass(20);
    expect([asked(), player.report().phase]).toEqual([expected, phase]);
    expect(soundings).toEqual(phase === 'paused' ? [7, null] : [7]);
  });

  it('is followed by the next one at once', async () => {
    const { asked } = await startPlaying({ files: short });
    await pass(5.2);
    expect(asked()).toEqual([1, 2]);
  });

  it('with repeat off is a round that can be played again', async () => {
    const { player, asked } = await startPlaying({ files: short, remembered: { repeat: 'off' } });
    await pass(25);
    expect(player.report()).toMatchObject({ phase: 'paused', track: 1, elapsed: 0, trouble: null });
    player.play();
    await pass(8);
    expect(asked()).toEqual([1, 2, 3, 1, 2]);
  });

  it('shuffled plays each once a round, and none twice in a row', async () => {
    const { asked } = await startPlaying({ files: short, remembered: { shuffle: true } });
    await pass(59);
    const rounds = [0, 3, 6].map((at) =>
      asked()
        .slice(at, at + 3)
        .sort()
        .join(),
    );
    expect(rounds).toEqual(['1,2,3', '1,2,3', '1,2,3']);
    for (const [at, id] of asked().entries()) expect(id).not.toBe(asked()[at + 1]);
  });
});

describe('a track that does not play', () => {
  it('is skipped at once where it is broken', async () => {
    const { player, asked } = await startPlaying({ files: { 1: 'broken', 2: 'broken' } });
    expect(player.report()).toMatchObject({ phase: 'playing', track: 3, trouble: null });
    expect(asked()).toEqual([1, 2, 3]);
  });

  it.each([
    ['never comes', 'hangs' as const],
    ['drips', { seconds: 60, stallsAt: 0.6 }],
  ])('is skipped after eight seconds where it %s', async (_, file) => {
    const { player, asked } = await startPlaying({ files: { 1: file } });
    await pass(6);
    expect([player.report().phase, player.report().track]).toEqual(['loading', 1]);
    await pass(3.5);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
    expect(asked()).toEqual([1, 2]);
  });

  it.each([
    ['breaks', { seconds: 60, breaksAt: 5 }, 2],
    ['stalls', { seconds: 60, stallsAt: 5 }, 10],
  ])('is skipped where it %s on its way', async (_, file, after) => {
    const { player } = await startPlaying({ files: { 1: file } });
    await pass(4 + after);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
  });

  it('gets no second chance in the same round', async () => {
    const { asked, player } = await startPlaying({
      files: { 1: 'broken', 2: { seconds: 60, breaksAt: 3 }, 3: 'broken' },
    });
    await pass(120);
    expect(asked()).toEqual([1, 2, 3]);
    expect(player.report()).toMatchObject({ phase: 'paused', trouble: 'nothing-plays' });
  });

  it('gets another chance once something has played well', async () => {
    const { asked } = await startPlaying({ files: { 1: 'broken', 2: { seconds: 15 } }, ids: [1, 2] });
    await pass(20);
    expect(asked()).toEqual([1, 2, 1, 2]);
  });

  it('is none where it is over before it is heard: no loop of requests', async () => {
    const files = Object.fromEntries([1, 2, 3].map((id) => [id, { seconds: 0.3 }]));
    const { asked, player } = await startPlaying({ files });
    await pass(120);
    expect(asked()).toEqual([1, 2, 3]);
    expect(player.report()).toMatchObject({ phase: 'paused', trouble: 'nothing-plays' });
  });

  it('a whole round of them ends calmly, and play tries once more', async () => {
    const files = Object.fromEntries([1, 2, 3].map((id) => [id, 'broken' as const]));
    const { asked, audio, player, soundings } = await startPlaying({ files });
    expect(player.report()).toMatchObject({ phase: 'paused', trouble: 'nothing-plays' });
    await pass(600);
    expect([asked().length, audio.src, soundings]).toEqual([3, '', [7, null]]);
    player.play();
    expect(player.reports().at(-1)?.phase).toBe('paused');
    await pass(2);
    expect(asked().length).toBe(6);
    expect(player.report().trouble).toBe('nothing-plays');
  });

  it('many that drip end after 25 s without a sound', async () => {
    const ids = Array.from({ length: 50 }, (_, at) => at + 1);
    const files = Object.fromEntries(ids.map((id) => [id, 'hangs' as const]));
    const { asked, player } = await startPlaying({ files, ids });
    await pass(23);
    expect(player.report().phase).toBe('loading');
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'paused', trouble: 'nothing-plays' });
    await pass(60);
    expect(asked().length).toBe(4);
  });

  it('with repeat off ends the round where it is the last', async () => {
    const files = { 1: { seconds: 6 }, 2: 'broken' as const };
    const { asked, player } = await startPlaying({ files, ids: [1, 2], remembered: { repeat: 'off' } });
    await pass(20);
    expect([asked(), player.report().phase, player.report().trouble]).toEqual([[1, 2], 'paused', null]);
  });
});

describe('the browser', () => {
  it('that lets no sound begin is trouble of its own, and the next play tries again', async () => {
    const { audio, client, asked } = startSound();
    audio.isAllowed = false;
    const player = client();
    player.play('itself');
    await pass(30);
    expect(player.report()).toMatchObject({ phase: 'paused', trouble: 'blocked', track: 1 });
    expect(asked()).toEqual([1]);
    audio.isAllowed = true;
    player.play();
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'playing', trouble: null });
  });

  it('that pauses what still loads is no broken track', async () => {
    const { audio, player, asked } = await startPlaying({ files: { 1: 'hangs' } });
    audio.pause();
    await pass(1);
    expect([player.report().phase, player.report().trouble, asked()]).toEqual(['paused', null, [1]]);
  });

  it('that pauses by itself is reported as it is', async () => {
    const { audio, player, soundings } = await startPlaying();
    audio.pause();
    await pass(1);
    expect(player.report().phase).toBe('paused');
    expect(soundings).toEqual([7, null]);
  });

  it('whose computer slept has skipped nothing', async () => {
    const { player, asked } = await startPlaying({ files: { 1: { seconds: 60, stallsAt: 3 } } });
    await pass(3);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000);
    await pass(1);
    clock.mockRestore();
    expect([player.report().phase, player.report().track, asked()]).toEqual(['loading', 1, [1]]);
  });
});

describe('the sleep timer', () => {
  it.each([15, 30, 60] as const)('of %s minutes fades out, pauses, and is over', async (after) => {
    const { audio, player } = await startPlaying();
    const start = Date.now();
    player.do({ do: 'sleep', after });
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

  it('of the end of the track lets the track end, and the next one wait', async () => {
    const { player, asked } = await startPlaying();
    player.do({ do: 'sleep', after: 'track-end' });
    await pass(50);
    expect(player.report()).toMatchObject({ phase: 'playing', sleep: { after: 'track-end', end: null } });
    await pass(10);
    expect(player.report()).toMatchObject({ phase: 'paused', sleep: null, track: 2, elapsed: 0 });
    expect(asked()).toEqual([1]);
  });

  it('can be taken back', async () => {
    const { player } = await startPlaying();
    player.do({ do: 'sleep', after: 15 });
    player.do({ do: 'sleep', after: null });
    await pass(1000);
    expect(player.report()).toMatchObject({ phase: 'playing', sleep: null });
  });

  it('ends a sound whose computer slept as soon as it is awake', async () => {
    const { player } = await startPlaying();
    player.do({ do: 'sleep', after: 15 });
    vi.setSystemTime(Date.now() + 3_600_000);
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'paused', sleep: null });
  });
});

describe('shuffle', () => {
  it.each([true, false])('switched on and off keeps what plays (at first: %s)', async (shuffle) => {
    const { player, asked } = await startPlaying({ remembered: { shuffle } });
    const { track } = player.report();
    player.do({ do: 'shuffle', on: !shuffle });
    player.do({ do: 'shuffle', on: shuffle });
    await pass(3);
    expect(player.report()).toMatchObject({ track, shuffle, phase: 'playing' });
    expect(asked().length).toBe(1);
  });
});
