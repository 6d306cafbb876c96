import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pass, startAudioPlayer } from './test-helpers/start-audio-player.ts';

type Options = Parameters<typeof startAudioPlayer>[0];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client a second after its Play. */
const startPlaying = async (options: Options = {}, by: 'user' | 'autoplay' = 'user') => {
  const setUp = startAudioPlayer(options);
  const player = setUp.client();
  player.play(by);
  await pass(1);
  return { ...setUp, player };
};

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

  it('out are not prolonged by repeated commands', async () => {
    const { audio, player, client } = await startPlaying();
    const page = client(null);
    player.command({ type: 'pause' });
    for (let at = 0; at < 8; at++) {
      await pass(0.05);
      page.command({ type: 'pause' });
      player.command({ type: 'next' });
    }
    expect(audio.isHeard).toBe(false);
  });
});

describe('next and previous', () => {
  it('change the track and play on', async () => {
    const { player, requested } = await startPlaying();
    player.command({ type: 'next' });
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
    player.command({ type: 'previous' });
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 1 });
    expect(requested()).toEqual([1, 2, 1]);
  });

  it('previous returns to the beginning of the track after three seconds, without a request', async () => {
    const { player, requested } = await startPlaying();
    player.command({ type: 'next' });
    await pass(5);
    player.command({ type: 'previous' });
    await pass(1);
    expect(player.report().track).toBe(2);
    expect(player.report().elapsed).toBeLessThan(1.5);
    player.command({ type: 'previous' });
    await pass(1);
    expect(player.report().track).toBe(1);
    expect(requested()).toEqual([1, 2, 1]);
  });

  it('play and request nothing while it is paused', async () => {
    const { player, requested, saved } = await startPlaying();
    player.command({ type: 'pause' });
    await pass(1);
    player.command({ type: 'next' });
    await pass(5);
    expect(player.report()).toMatchObject({ phase: 'paused', track: 2, elapsed: 0, total: null });
    expect(requested()).toEqual([1]);
    expect(saved.at(-1)).toMatchObject({ position: 0 });
    player.play();
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
  });

  it('request only the last track of several quick steps', async () => {
    const { player, requested } = await startPlaying({ ids: [1, 2, 3, 4, 5] });
    for (let at = 0; at < 4; at++) player.command({ type: 'next' });
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 5 });
    expect(requested()).toEqual([1, 5]);
  });

  it('do not prolong the fade by repetition', async () => {
    const { player, requested } = await startPlaying({ ids: [1, 2, 3, 4, 5, 6, 7, 8] });
    for (let at = 0; at < 5; at++) {
      player.command({ type: 'next' });
      await pass(0.1);
    }
    expect(requested().slice(0, 2)).toEqual([1, 4]);
  });

  it('play the requested track when the old one breaks meanwhile', async () => {
    const { player, requested } = await startPlaying({ files: { 1: { seconds: 60, breaksAt: 1 } } });
    player.command({ type: 'next' });
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
    expect(requested()).toEqual([1, 2]);
  });

  it('do not start the new track when Pause comes during the change', async () => {
    const { audio, player, requested } = await startPlaying();
    player.command({ type: 'next' });
    await pass(0.1);
    player.command({ type: 'pause' });
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'paused', track: 2, elapsed: 0 });
    expect([audio.src, requested()]).toEqual(['', [1]]);
    player.play();
    await pass(1);
    expect([player.report().phase, requested()]).toEqual(['playing', [1, 2]]);
  });
});

describe('the track command', () => {
  it('plays the track with that id, also from a pause', async () => {
    const { player, requested } = await startPlaying();
    player.command({ type: 'pause' });
    await pass(1);
    player.command({ type: 'track', id: 3 });
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 3, owner: 'this-tab' });
    expect(requested()).toEqual([1, 3]);
  });

  it('requests only that track as the first command', async () => {
    const { client, requested } = startAudioPlayer();
    const player = client();
    player.command({ type: 'track', id: 2 });
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
    expect(requested()).toEqual([2]);
  });

  it('ignores an unknown id', async () => {
    const { player, requested } = await startPlaying();
    player.command({ type: 'pause' });
    player.command({ type: 'track', id: 99 });
    await pass(2);
    expect([player.report().phase, requested()]).toEqual(['paused', [1]]);
  });
});

describe('seek', () => {
  it.each([
    [30, 30],
    [-5, 0],
  ])('to %s s', async (to, there) => {
    const { player } = await startPlaying();
    player.command({ type: 'seek', to });
    await pass(1);
    expect(Math.abs(player.report().elapsed - there)).toBeLessThan(1.1);
  });

  it('back does not count as a stall', async () => {
    const { player } = await startPlaying();
    await pass(30);
    player.command({ type: 'seek', to: 0 });
    await pass(12);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 1 });
  });

  it('beyond the end plays the next track', async () => {
    const { player } = await startPlaying();
    player.command({ type: 'seek', to: 1e9 });
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
  });

  it('does nothing in an endless stream', async () => {
    const { player } = await startPlaying({ files: { 1: { seconds: Infinity } } });
    await pass(3);
    player.command({ type: 'seek', to: 1000 });
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
    const { player, requested, audibleTabs } = await startPlaying({ files: short, stored: { repeat } });
    await pass(20);
    expect([requested(), player.report().phase]).toEqual([expected, phase]);
    expect(audibleTabs).toEqual(phase === 'paused' ? [7, null] : [7]);
  });

  it('starts the next track at once', async () => {
    const { requested } = await startPlaying({ files: short });
    await pass(5.2);
    expect(requested()).toEqual([1, 2]);
  });

  it('with repeat off leaves a round that can be played again', async () => {
    const { player, requested } = await startPlaying({ files: short, stored: { repeat: 'off' } });
    await pass(25);
    expect(player.report()).toMatchObject({ phase: 'paused', track: 1, elapsed: 0, problem: null });
    player.play();
    await pass(8);
    expect(requested()).toEqual([1, 2, 3, 1, 2]);
  });

  it('with shuffle plays each track once a round and none twice in a row', async () => {
    const { requested } = await startPlaying({ files: short, stored: { shuffle: true } });
    await pass(59);
    const rounds = [0, 3, 6].map((at) =>
      requested()
        .slice(at, at + 3)
        .sort()
        .join(),
    );
    expect(rounds).toEqual(['1,2,3', '1,2,3', '1,2,3']);
    for (const [at, id] of requested().entries()) expect(id).not.toBe(requested()[at + 1]);
  });
});

describe('a track that cannot be played', () => {
  it('is skipped at once when it is broken', async () => {
    const { player, requested } = await startPlaying({ files: { 1: 'broken', 2: 'broken' } });
    expect(player.report()).toMatchObject({ phase: 'playing', track: 3, problem: null });
    expect(requested()).toEqual([1, 2, 3]);
  });

  it.each([
    ['never arrives', 'hangs' as const],
    ['stalls at once', { seconds: 60, stallsAt: 0.6 }],
  ])('is skipped after eight seconds when it %s', async (_, file) => {
    const { player, requested } = await startPlaying({ files: { 1: file } });
    await pass(6);
    expect([player.report().phase, player.report().track]).toEqual(['loading', 1]);
    await pass(3.5);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
    expect(requested()).toEqual([1, 2]);
  });

  it.each([
    ['breaks', { seconds: 60, breaksAt: 5 }, 2],
    ['stalls', { seconds: 60, stallsAt: 5 }, 10],
  ])('is skipped when it %s while it plays', async (_, file, after) => {
    const { player } = await startPlaying({ files: { 1: file } });
    await pass(4 + after);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
  });

  it('is not retried in the same round', async () => {
    const { requested, player } = await startPlaying({
      files: { 1: 'broken', 2: { seconds: 60, breaksAt: 3 }, 3: 'broken' },
    });
    await pass(120);
    expect(requested()).toEqual([1, 2, 3]);
    expect(player.report()).toMatchObject({ phase: 'paused', problem: 'nothing-plays' });
  });

  it('is retried after another track has played for ten seconds', async () => {
    const { requested } = await startPlaying({ files: { 1: 'broken', 2: { seconds: 15 } }, ids: [1, 2] });
    await pass(20);
    expect(requested()).toEqual([1, 2, 1, 2]);
  });

  it('includes one that ends within its first second, so that there is no loop of requests', async () => {
    const files = Object.fromEntries([1, 2, 3].map((id) => [id, { seconds: 0.3 }]));
    const { requested, player } = await startPlaying({ files });
    await pass(120);
    expect(requested()).toEqual([1, 2, 3]);
    expect(player.report()).toMatchObject({ phase: 'paused', problem: 'nothing-plays' });
  });

  it('stops the music after a whole round of them, and Play retries', async () => {
    const files = Object.fromEntries([1, 2, 3].map((id) => [id, 'broken' as const]));
    const { requested, audio, player, audibleTabs } = await startPlaying({ files });
    expect(player.report()).toMatchObject({ phase: 'paused', problem: 'nothing-plays' });
    await pass(600);
    expect([requested().length, audio.src, audibleTabs]).toEqual([3, '', [7, null]]);
    player.play();
    expect(player.reports().at(-1)?.phase).toBe('paused');
    await pass(2);
    expect(requested().length).toBe(6);
    expect(player.report().problem).toBe('nothing-plays');
  });

  it('stops the music after 25 s when several stall', async () => {
    const ids = Array.from({ length: 50 }, (_, at) => at + 1);
    const files = Object.fromEntries(ids.map((id) => [id, 'hangs' as const]));
    const { requested, player } = await startPlaying({ files, ids });
    await pass(23);
    expect(player.report().phase).toBe('loading');
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'paused', problem: 'nothing-plays' });
    await pass(60);
    expect(requested().length).toBe(4);
  });

  it('ends the round with repeat off when it is the last one', async () => {
    const files = { 1: { seconds: 6 }, 2: 'broken' as const };
    const { requested, player } = await startPlaying({ files, ids: [1, 2], stored: { repeat: 'off' } });
    await pass(20);
    expect([requested(), player.report().phase, player.report().problem]).toEqual([[1, 2], 'paused', null]);
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
  it.each([15, 30, 60] as const)('of %s minutes fades out, pauses and ends', async (after) => {
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

describe('shuffle', () => {
  it.each([true, false])(
    'keeps the current track when it is switched on and off (at first: %s)',
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
});
