import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstPlayback } from './choices.ts';
import type { Command, Music, Report, Trouble } from './contract.ts';
import { addressOf, pass, startSound, trackOf } from './test-sound.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const nobody = { phase: 'paused', place: null, track: null, elapsed: 0, total: null, trouble: null };

describe('before anybody plays', () => {
  it('a client is told how things are, and nothing is asked for', async () => {
    const { client, music, asked } = startSound();
    const page = client(null);
    expect(page.report()).toMatchObject(nobody);
    for (const command of [{ do: 'pause' }, { do: 'stay' }, { do: 'nonsense' }, null]) page.send(command);
    await pass(60);
    expect(music).not.toHaveBeenCalled();
    expect(asked()).toEqual([]);
  });

  it('look gets the list, first told, then referred to, and no sound', async () => {
    const { client, music, asked, soundings } = startSound();
    const player = client();
    player.do({ do: 'look' });
    await pass(5);
    const kinds = player.words.map((word) => (word.kind === 'tracks' ? 'tracks' : word.report.track));
    expect(kinds.slice(0, -2).every((track) => track === null)).toBe(true);
    expect(kinds.slice(-2)).toEqual(['tracks', 1]);
    expect(player.lists()).toEqual([[1, 2, 3].map((id) => ({ id, name: `Track ${id}`, artist: 'Artist' }))]);
    expect(player.report()).toMatchObject({ ...nobody, track: 1, volume: 0.7, shuffle: false });
    expect([music.mock.calls.length, asked(), soundings]).toEqual([1, [], []]);
  });

  it('one flight for the list, however many ask', async () => {
    const { client, music } = startSound();
    const [one, other] = [client(1), client(2)];
    one.do({ do: 'look' });
    other.play();
    one.do({ do: 'next' });
    await pass(1);
    expect(music).toHaveBeenCalledTimes(1);
    expect(other.report()).toMatchObject({ phase: 'playing', track: 2, place: 'here' });
  });
});

describe('play', () => {
  it('loads, then sounds, and reports each second', async () => {
    const { client, soundings, audio } = startSound();
    const player = client();
    player.play();
    await pass(0);
    expect(player.report()).toMatchObject({ phase: 'loading', place: 'here', track: 1 });
    await pass(2);
    const before = player.reports().length;
    await pass(5);
    expect(player.reports().length - before).toBe(5);
    expect(player.report()).toMatchObject({ phase: 'playing', total: 60, trouble: null });
    expect(player.report().elapsed).toBeGreaterThan(5);
    expect(audio.isHeard).toBe(true);
    expect([soundings, player.lists().length]).toEqual([[7], 1]);
  });

  it('pause ends it where it is, and play goes on from there without a request', async () => {
    const { client, soundings, audio, asked, saved } = startSound();
    const player = client();
    player.play();
    await pass(5);
    player.do({ do: 'pause' });
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'paused', place: 'here', track: 1 });
    expect(audio.paused).toBe(true);
    expect(saved.at(-1)).toMatchObject({ audio: addressOf(1) });
    expect(saved.at(-1)?.position).toBeGreaterThan(4);
    player.play();
    await pass(2);
    expect(player.report().elapsed).toBeGreaterThan(6);
    expect(asked()).toEqual([1]);
    expect(soundings).toEqual([7, null, 7]);
  });

  it('that is taken back while the list is on its way asks for no audio', async () => {
    const { client, asked } = startSound();
    const player = client();
    player.play();
    player.do({ do: 'pause' });
    await pass(3);
    expect(asked()).toEqual([]);
    expect(player.report()).toMatchObject({ phase: 'paused', track: 1 });
  });

  it('goes on where it ended the last time', async () => {
    const { client, asked } = startSound({ remembered: { audio: addressOf(2), position: 30 } });
    const player = client();
    player.play();
    await pass(1);
    expect(asked()).toEqual([2]);
    expect(player.report().elapsed).toBeGreaterThanOrEqual(30);
    const told = player.reports().flatMap(({ track, elapsed }) => (track === null ? [] : [elapsed]));
    expect(Math.min(...told)).toBe(30);
  });

  it.each([
    ['is gone from the list', { audio: addressOf(9), position: 30 }, 1],
    ['was as good as over', { audio: addressOf(2), position: 58 }, 2],
  ])('begins anew where what was remembered %s', async (_, remembered, track) => {
    const { client } = startSound({ remembered });
    const player = client();
    player.play();
    await pass(1);
    expect(player.report().track).toBe(track);
    expect(player.report().elapsed).toBeLessThan(2);
  });
});

describe('one sound', () => {
  it('is taken over by another player, and goes on from where it is', async () => {
    const { client, asked, soundings } = startSound();
    const [one, other] = [client(1), client(2)];
    one.play();
    await pass(5);
    other.play();
    await pass(1);
    expect(one.report()).toMatchObject({ phase: 'playing', place: 'elsewhere' });
    expect(other.report()).toMatchObject({ phase: 'playing', place: 'here' });
    expect(other.report().elapsed).toBeGreaterThan(5);
    expect([asked(), soundings]).toEqual([[1], [1, 2]]);
    one.leave();
    await pass(1);
    expect(other.report().phase).toBe('playing');
  });

  it('is not taken over by what starts by itself, unless it is paused', async () => {
    const { client } = startSound();
    const [one, other] = [client(1), client(2)];
    one.play();
    await pass(2);
    other.play('itself');
    await pass(1);
    expect(one.report()).toMatchObject({ phase: 'playing', place: 'here' });
    one.do({ do: 'pause' });
    other.play('itself');
    await pass(1);
    expect(other.report()).toMatchObject({ phase: 'playing', place: 'here' });
  });

  it('ends within a second when its owner leaves, and is nobody’s', async () => {
    const { client, audio, soundings, saved } = startSound();
    const [one, page] = [client(1), client(null)];
    one.play();
    await pass(5);
    one.do({ do: 'sleep', after: 30 });
    one.leave();
    await pass(0.31);
    expect([audio.paused, audio.src]).toEqual([true, '']);
    expect(page.report()).toMatchObject({ phase: 'paused', place: null, tabId: null, sleep: null });
    expect(soundings).toEqual([1, null]);
    expect(saved.at(-1)).toMatchObject({ audio: addressOf(1) });
    expect(saved.at(-1)?.position).toBeGreaterThan(4);
    const told = one.words.length;
    one.play();
    await pass(5);
    expect([audio.paused, one.words.length]).toEqual([true, told]);
  });

  it('goes on where it was for whoever comes next', async () => {
    const { client, asked } = startSound();
    const one = client(1);
    one.play();
    await pass(10);
    one.leave();
    await pass(5);
    const other = client(2);
    other.play();
    await pass(1);
    expect(other.report().elapsed).toBeGreaterThan(9);
    expect(asked()).toEqual([1, 1]);
  });

  it.each([0.05, 0.2])('is not lost by a player that comes %s s after the last one left', async (gap) => {
    const { client, audio } = startSound();
    const one = client(1);
    one.play();
    await pass(5);
    one.leave();
    await pass(gap);
    const other = client(2);
    other.play();
    await pass(1);
    expect([audio.isHeard, audio.volume]).toEqual([true, 0.7]);
    expect(other.report().elapsed).toBeGreaterThan(4.5);
  });
});

describe('a sound that nobody has been at', () => {
  it('is idle after half a minute, and not while somebody is there or comes back', async () => {
    const idle = vi.fn();
    const { client } = startSound({ idle });
    const [one, other] = [client(1), client(null)];
    one.leave();
    await pass(100);
    other.leave();
    await pass(20);
    const again = client(1);
    await pass(100);
    expect(idle).not.toHaveBeenCalled();
    again.leave();
    await pass(31);
    expect(idle).toHaveBeenCalledTimes(1);
  });

  it('is idle after five minutes of a pause, and never while it plays', async () => {
    const idle = vi.fn();
    const { client } = startSound({ idle });
    const one = client(1);
    one.play();
    await pass(600);
    one.do({ do: 'pause' });
    await pass(200);
    one.do({ do: 'volume', to: 0.5 });
    await pass(290);
    expect(idle).not.toHaveBeenCalled();
    await pass(20);
    expect(idle).toHaveBeenCalledTimes(1);
  });
});

describe('a page of ours', () => {
  it('is told which tab sounds, and a player is not', async () => {
    const { client } = startSound();
    const [one, page] = [client(1), client(null)];
    one.play();
    await pass(1);
    expect(page.report()).toMatchObject({ phase: 'playing', place: 'elsewhere', tabId: 1 });
    expect(one.report().tabId).toBeNull();
  });

  it('commands, and never owns', async () => {
    const { client, soundings, asked } = startSound();
    const page = client(null);
    page.play();
    page.do({ do: 'track', id: 2 });
    await pass(2);
    expect([asked(), soundings]).toEqual([[], []]);
    const one = client(1);
    one.play();
    await pass(2);
    page.do({ do: 'pause' });
    await pass(1);
    expect(one.report()).toMatchObject({ phase: 'paused', place: 'here' });
    page.play('itself');
    await pass(1);
    expect(one.report().phase).toBe('paused');
    page.play();
    await pass(1);
    expect(one.report()).toMatchObject({ phase: 'playing', place: 'here', track: 2 });
    page.leave();
    await pass(1);
    expect(one.report().phase).toBe('playing');
  });
});

describe('the list', () => {
  const troubles: [string, () => Promise<Music>, Trouble][] = [
    [
      'refused',
      () => Promise.resolve({ ok: false, trouble: 'not-connected', playback: firstPlayback }),
      'not-connected',
    ],
    ['empty', () => Promise.resolve({ ok: true, tracks: [], playback: firstPlayback }), 'no-tracks'],
    ['out of reach', () => Promise.reject(new Error('gone')), 'unreachable'],
    [
      'broken at once',
      () => {
        throw new Error('gone');
      },
      'unreachable',
    ],
  ];

  it.each(troubles)(
    'that is %s is trouble, and asked for again by the next command',
    async (_, answer, trouble) => {
      const { client, music, asked } = startSound({ music: answer });
      const player = client();
      player.play();
      await pass(2);
      expect(player.report()).toMatchObject({ phase: 'paused', track: null, trouble });
      await pass(60);
      expect([music.mock.calls.length, asked()]).toEqual([1, []]);
      music.mockResolvedValue({ ok: true, tracks: [trackOf(4)], playback: firstPlayback });
      player.play();
      await pass(2);
      expect(player.report()).toMatchObject({ phase: 'playing', track: 4, trouble: null });
    },
  );

  it('is asked for again by each play, and what plays goes on', async () => {
    const { client, music, asked } = startSound();
    const player = client();
    player.play();
    await pass(5);
    player.do({ do: 'pause' });
    player.play();
    await pass(3590);
    player.do({ do: 'pause' });
    await pass(5);
    const track = player.report().track ?? NaN;
    music.mockResolvedValue({ ok: true, tracks: [track, 8].map(trackOf), playback: firstPlayback });
    const before = asked().length;
    player.play();
    await pass(2);
    expect(music).toHaveBeenCalledTimes(3);
    expect(player.report()).toMatchObject({ phase: 'playing', track });
    expect(
      player
        .lists()
        .at(-1)
        ?.map(({ id }) => id),
    ).toEqual([track, 8]);
    expect(asked().length).toBe(before);
  });

  it('that is the same an hour later leaves the queue as it is', async () => {
    const ids = Array.from({ length: 40 }, (_, at) => at);
    const { client, music } = startSound({ ids, remembered: { shuffle: true } });
    const player = client();
    player.do({ do: 'look' });
    await pass(1);
    const { track } = player.report();
    player.do({ do: 'next' });
    await pass(3600);
    player.play();
    player.do({ do: 'pause' });
    await pass(0.1);
    player.do({ do: 'previous' });
    await pass(1);
    expect(music).toHaveBeenCalledTimes(2);
    expect(player.report().track).toBe(track);
  });

  it('that comes at last ends its trouble', async () => {
    const { client, music } = startSound({ music: () => Promise.reject(new Error('gone')) });
    const player = client();
    player.do({ do: 'look' });
    await pass(1);
    expect(player.report().trouble).toBe('unreachable');
    music.mockResolvedValue({ ok: true, tracks: [trackOf(4)], playback: firstPlayback });
    player.do({ do: 'look' });
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'paused', track: 4, trouble: null });
  });

  it('that is new without what plays is gone over to', async () => {
    const { client, music } = startSound();
    const player = client();
    player.play();
    await pass(5);
    player.do({ do: 'pause' });
    await pass(3600);
    music.mockResolvedValue({ ok: true, tracks: [8, 9].map(trackOf), playback: firstPlayback });
    player.play();
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 8 });
  });

  it('that is old stays where no new one can be had', async () => {
    const { client, music } = startSound();
    const player = client();
    player.do({ do: 'look' });
    await pass(3600);
    music.mockRejectedValue(new Error('gone'));
    player.play();
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 1, trouble: null });
  });
});

describe('what is remembered', () => {
  it('volume and modes, a second after the last change', async () => {
    const { client, saved, audio } = startSound();
    const player = client();
    player.play();
    await pass(3);
    saved.length = 0;
    for (const to of [0.1, 0.2, 0.3]) player.do({ do: 'volume', to });
    player.do({ do: 'mute', on: true });
    player.do({ do: 'repeat', mode: 'one' });
    player.do({ do: 'shuffle', on: true });
    expect([audio.volume, audio.muted]).toEqual([0.3, true]);
    await pass(0.9);
    expect(saved).toEqual([]);
    await pass(0.2);
    expect(saved).toMatchObject([{ volume: 0.3, muted: true, repeat: 'one', shuffle: true }]);
    expect(player.report()).toMatchObject({
      volume: 0.3,
      muted: true,
      repeat: 'one',
      shuffle: true,
      track: 1,
    });
    await pass(10);
    expect(saved).toHaveLength(1);
  });

  it.each<[Command, Partial<Report>]>([
    [{ do: 'volume', to: 0.9 }, { volume: 0.9 }],
    [{ do: 'mute', on: true }, { muted: true }],
    [{ do: 'shuffle', on: true }, { shuffle: true }],
    [{ do: 'repeat', mode: 'one' }, { repeat: 'one' }],
    [{ do: 'seek', to: 20 }, { elapsed: 20 }],
    [{ do: 'sleep', after: 'track-end' }, {}],
  ])('holds, where the first command of all is %j, and so does that', async (command, change) => {
    const remembered = { volume: 0.2, repeat: 'off', audio: addressOf(2), position: 7 } as const;
    const { client, saved } = startSound({ remembered });
    const player = client();
    player.do(command);
    await pass(5);
    expect(player.report()).toMatchObject({ track: 2, volume: 0.2, repeat: 'off', elapsed: 7, ...change });
    const { elapsed = 7, ...modes } = change;
    expect(saved.at(-1) ?? remembered).toMatchObject({ ...remembered, position: elapsed, ...modes });
  });

  it('is nothing of what plays in a private window', async () => {
    const { client, saved } = startSound();
    const one = client(1, true);
    one.play();
    await pass(40);
    one.do({ do: 'volume', to: 0.3 });
    await pass(2);
    one.leave();
    await pass(2);
    expect(saved).toEqual([]);
    client(2).play();
    await pass(40);
    expect(saved.length).toBeGreaterThan(0);
  });

  it('is kept up with while it plays, so that a crash loses half a minute at most', async () => {
    const { client, saved } = startSound({ files: { 1: { seconds: 300 } } });
    client().play();
    await pass(95);
    const positions = saved.map(({ position }) => Math.round(position));
    expect(positions.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...positions)).toBeGreaterThan(60);
  });
});

it('survives a world in which everything fails', async () => {
  const fails = () => Promise.reject(new Error('gone'));
  const throws = () => {
    throw new Error('gone');
  };
  const { client } = startSound({ remember: fails, sounding: throws, cover: fails });
  const player = client();
  player.play();
  await pass(3);
  player.do({ do: 'next' });
  await pass(3);
  expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
  player.do({ do: 'pause' });
  await pass(1);
  expect(player.report().phase).toBe('paused');
});
