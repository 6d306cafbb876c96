import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultPlayback } from './playback-options.ts';
import type { Command, LoadedMusic, PlayerReport, Problem } from './contract.ts';
import {
  addressOf,
  pass,
  startAudioPlayer,
  startPlaying,
  trackOf,
} from './test-helpers/start-audio-player.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const idleReport = { phase: 'paused', owner: null, track: null, elapsed: 0, total: null, problem: null };

describe('before the first Play', () => {
  it('reports its state to a new client and requests nothing', async () => {
    const { client, loadMusic, requested } = startAudioPlayer();
    const page = client(null);
    expect(page.report()).toMatchObject(idleReport);
    for (const command of [{ type: 'pause' }, { type: 'keep-alive' }, { type: 'nonsense' }, null])
      page.receive(command);
    await pass(60);
    expect(loadMusic).not.toHaveBeenCalled();
    expect(requested()).toEqual([]);
  });

  it('loads and sends the list for the load command, without playing', async () => {
    const { client, loadMusic, requested, audibleTabs } = startAudioPlayer();
    const player = client();
    player.command({ type: 'load' });
    await pass(5);
    const kinds = player.events.map((event) => (event.kind === 'tracks' ? 'tracks' : event.report.track));
    expect(kinds.slice(0, -2).every((track) => track === null)).toBe(true);
    expect(kinds.slice(-2)).toEqual(['tracks', 1]);
    expect(player.lists()).toEqual([[1, 2, 3].map((id) => ({ id, name: `Track ${id}`, artist: 'Artist' }))]);
    expect(player.report()).toMatchObject({ ...idleReport, track: 1, volume: 0.7, shuffle: false });
    expect([loadMusic.mock.calls.length, requested(), audibleTabs]).toEqual([1, [], []]);
  });

  it('loads the list once for concurrent commands', async () => {
    const { client, loadMusic } = startAudioPlayer();
    const [one, other] = [client(1), client(2)];
    one.command({ type: 'load' });
    other.play();
    one.command({ type: 'next' });
    await pass(1);
    expect(loadMusic).toHaveBeenCalledTimes(1);
    expect(other.report()).toMatchObject({ phase: 'playing', track: 2, owner: 'this-tab' });
  });
});

describe('play', () => {
  it('loads, plays, and reports each second', async () => {
    const { player, audibleTabs, audio } = await startPlaying({}, 0);
    expect(player.report()).toMatchObject({ phase: 'loading', owner: 'this-tab', track: 1 });
    await pass(2);
    const before = player.reports().length;
    await pass(5);
    expect(player.reports().length - before).toBe(5);
    expect(player.report()).toMatchObject({ phase: 'playing', total: 60, problem: null });
    expect(player.report().elapsed).toBeGreaterThan(5);
    expect(audio.isHeard).toBe(true);
    expect([audibleTabs, player.lists().length]).toEqual([[7], 1]);
  });

  it.each<unknown>([
    'pause',
    [{ type: 'pause' }],
    { type: '__proto__' },
    { type: 'toString' },
    { type: 'play' },
    { type: 'play', by: 'page' },
    { type: 'seek', to: '12' },
    { type: 'seek', to: NaN },
    { type: 'volume', to: 1.01 },
    { type: 'volume', to: -0.01 },
    { type: 'track', id: 1.5 },
    { type: 'repeat', mode: 'twice' },
    { type: 'sleep', after: 45 },
    { type: 'mute', on: 1 },
  ])('ignores what is no command: %j', async (received) => {
    const { player, client, requested, saved } = await startPlaying({}, 0);
    const before = [player.report(), requested(), saved.length];
    client(8).receive(received);
    expect([player.report(), requested(), saved.length]).toEqual(before);
  });

  it('resumes after Pause at the same position without a request', async () => {
    const { player, audibleTabs, audio, requested, saved } = await startPlaying({}, 5);
    player.command({ type: 'pause' });
    await pass(1);
    expect(player.report()).toMatchObject({ phase: 'paused', owner: 'this-tab', track: 1 });
    expect(audio.paused).toBe(true);
    expect(saved.at(-1)).toMatchObject({ audio: addressOf(1) });
    expect(saved.at(-1)?.position).toBeGreaterThan(4);
    player.play();
    await pass(2);
    expect(player.report().elapsed).toBeGreaterThan(6);
    expect(requested()).toEqual([1]);
    expect(audibleTabs).toEqual([7, null, 7]);
  });

  it('requests no audio when Pause comes while the list loads', async () => {
    const { client, requested } = startAudioPlayer();
    const player = client();
    player.play();
    player.command({ type: 'pause' });
    await pass(3);
    expect(requested()).toEqual([]);
    expect(player.report()).toMatchObject({ phase: 'paused', track: 1 });
  });

  it('resumes at the stored track and position', async () => {
    const { player, requested } = await startPlaying({ stored: { audio: addressOf(2), position: 30 } });
    expect(requested()).toEqual([2]);
    expect(player.report().elapsed).toBeGreaterThanOrEqual(30);
    const reported = player.reports().flatMap(({ track, elapsed }) => (track === null ? [] : [elapsed]));
    expect(Math.min(...reported)).toBe(30);
  });

  it.each([
    ['is no longer in the list', { audio: addressOf(9), position: 30 }, 1],
    ['was close to its end', { audio: addressOf(2), position: 58 }, 2],
  ])('starts at a beginning when the stored track %s', async (_, stored, track) => {
    const { player } = await startPlaying({ stored });
    expect(player.report().track).toBe(track);
    expect(player.report().elapsed).toBeLessThan(2);
  });
});

describe('the owner', () => {
  it('changes to another tab that plays, at the same position', async () => {
    const { player: one, client, requested, audibleTabs } = await startPlaying({}, 5);
    const other = client(2);
    other.play();
    await pass(1);
    expect(one.report()).toMatchObject({ phase: 'playing', owner: 'other-tab' });
    expect(other.report()).toMatchObject({ phase: 'playing', owner: 'this-tab' });
    expect(other.report().elapsed).toBeGreaterThan(5);
    expect([requested(), audibleTabs]).toEqual([[1], [7, 2]]);
    one.detach();
    await pass(1);
    expect(other.report().phase).toBe('playing');
  });

  it('does not change to a tab with autoplay, unless the music is paused', async () => {
    const { player: one, client } = await startPlaying({}, 2);
    const other = client(2);
    other.play('autoplay');
    await pass(1);
    expect(one.report()).toMatchObject({ phase: 'playing', owner: 'this-tab' });
    one.command({ type: 'pause' });
    other.play('autoplay');
    await pass(1);
    expect(other.report()).toMatchObject({ phase: 'playing', owner: 'this-tab' });
  });

  it('stops the music within a second when it is detached', async () => {
    const { player: one, client, audio, audibleTabs, saved } = await startPlaying({}, 5);
    const page = client(null);
    one.command({ type: 'sleep', after: 30 });
    one.detach();
    await pass(0.31);
    expect([audio.paused, audio.src]).toEqual([true, '']);
    expect(page.report()).toMatchObject({ phase: 'paused', owner: null, tabId: null, sleep: null });
    expect(audibleTabs).toEqual([7, null]);
    expect(saved.at(-1)).toMatchObject({ audio: addressOf(1) });
    expect(saved.at(-1)?.position).toBeGreaterThan(4);
    const sent = one.events.length;
    one.play();
    await pass(5);
    expect([audio.paused, one.events.length]).toEqual([true, sent]);
  });

  it.each([0.05, 0.2, 5])(
    'can be another tab %s s after it was detached, at the same position',
    async (gap) => {
      const { audio, client, player } = await startPlaying({}, 10);
      player.detach();
      await pass(gap);
      const other = client(2);
      other.play();
      await pass(1);
      expect([audio.isHeard, audio.volume]).toEqual([true, 0.7]);
      expect(other.report().elapsed).toBeGreaterThan(9);
    },
  );
});

describe('onIdle', () => {
  it('is called half a minute after the last client was detached', async () => {
    const onIdle = vi.fn();
    const { client } = startAudioPlayer({ onIdle });
    const [one, other] = [client(1), client(null)];
    one.detach();
    await pass(100);
    other.detach();
    await pass(20);
    const reloaded = client(1);
    await pass(100);
    expect(onIdle).not.toHaveBeenCalled();
    reloaded.detach();
    await pass(31);
    expect(onIdle).toHaveBeenCalledTimes(1);
  });

  it('is called after five minutes of a pause, and never while music plays', async () => {
    const onIdle = vi.fn();
    const { player: one } = await startPlaying({ onIdle }, 600);
    one.command({ type: 'pause' });
    await pass(200);
    one.command({ type: 'volume', to: 0.5 });
    await pass(290);
    expect(onIdle).not.toHaveBeenCalled();
    await pass(20);
    expect(onIdle).toHaveBeenCalledTimes(1);
  });
});

describe('a client of an extension page', () => {
  it('gets the id of the audible tab; a client in a tab does not', async () => {
    const { player: one, client } = await startPlaying();
    const page = client(null);
    expect(page.report()).toMatchObject({ phase: 'playing', owner: 'other-tab', tabId: 7 });
    expect(one.report().tabId).toBeNull();
  });

  it('controls the music and never owns it', async () => {
    const { client, audibleTabs, requested } = startAudioPlayer();
    const page = client(null);
    page.play();
    page.command({ type: 'track', id: 2 });
    await pass(2);
    expect([requested(), audibleTabs]).toEqual([[], []]);
    const one = client(1);
    one.play();
    await pass(2);
    page.command({ type: 'pause' });
    await pass(1);
    expect(one.report()).toMatchObject({ phase: 'paused', owner: 'this-tab' });
    page.play('autoplay');
    await pass(1);
    expect(one.report().phase).toBe('paused');
    page.play();
    await pass(1);
    expect(one.report()).toMatchObject({ phase: 'playing', owner: 'this-tab', track: 2 });
    page.detach();
    await pass(1);
    expect(one.report().phase).toBe('playing');
  });
});

describe('the track list', () => {
  const failures: [string, () => Promise<LoadedMusic>, Problem][] = [
    [
      'refused',
      () => Promise.resolve({ ok: false, problem: 'not-connected', playback: defaultPlayback }),
      'not-connected',
    ],
    ['empty', () => Promise.resolve({ ok: true, tracks: [], playback: defaultPlayback }), 'no-tracks'],
    ['unreachable', () => Promise.reject(new Error('gone')), 'unreachable'],
  ];

  it.each(failures)(
    'is reported as a problem when it is %s, and loaded again by the next command',
    async (_, answer, problem) => {
      const { player, loadMusic, requested } = await startPlaying({ loadMusic: answer }, 2);
      expect(player.report()).toMatchObject({ phase: 'paused', track: null, problem });
      await pass(60);
      expect([loadMusic.mock.calls.length, requested()]).toEqual([1, []]);
      loadMusic.mockResolvedValue({ ok: true, tracks: [trackOf(4)], playback: defaultPlayback });
      player.play();
      await pass(2);
      expect(player.report()).toMatchObject({ phase: 'playing', track: 4, problem: null });
    },
  );

  // The background requests nothing for a minute after a failure, unless a person has pressed Play.
  it('is loaded again for a person who presses Play while it is loaded in vain', async () => {
    let fail: (music: LoadedMusic) => void = () => undefined;
    const failing = new Promise<LoadedMusic>((resolve) => (fail = resolve));
    const { client, loadMusic } = startAudioPlayer({ loadMusic: () => failing });
    const player = client();
    player.command({ type: 'load' });
    player.play();
    loadMusic.mockResolvedValue({ ok: true, tracks: [trackOf(4)], playback: defaultPlayback });
    fail({ ok: false, problem: 'unreachable', playback: defaultPlayback });
    await pass(2);
    expect(loadMusic.mock.calls).toEqual([[false], [true]]);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 4, problem: null });
  });

  it('is not loaded again if the load that failed was for a person', async () => {
    const { client, loadMusic } = startAudioPlayer({ loadMusic: () => Promise.reject(new Error('gone')) });
    const player = client();
    player.play();
    player.command({ type: 'load' });
    await pass(2);
    expect(loadMusic.mock.calls).toEqual([[true]]);
  });

  it('is refreshed by each Play, while the current track plays on', async () => {
    const { player, loadMusic, requested } = await startPlaying({}, 5);
    player.command({ type: 'pause' });
    player.play();
    await pass(3590);
    player.command({ type: 'pause' });
    await pass(5);
    const track = player.report().track ?? NaN;
    loadMusic.mockResolvedValue({ ok: true, tracks: [track, 8].map(trackOf), playback: defaultPlayback });
    const before = requested().length;
    player.play();
    await pass(2);
    expect(loadMusic).toHaveBeenCalledTimes(3);
    expect(player.report()).toMatchObject({ phase: 'playing', track });
    expect(
      player
        .lists()
        .at(-1)
        ?.map(({ id }) => id),
    ).toEqual([track, 8]);
    expect(requested().length).toBe(before);
  });

  it('leaves the playlist unchanged when it is the same an hour later', async () => {
    const ids = Array.from({ length: 40 }, (_, at) => at);
    const { client, loadMusic } = startAudioPlayer({ ids, stored: { shuffle: true } });
    const player = client();
    player.command({ type: 'load' });
    await pass(1);
    const { track } = player.report();
    player.command({ type: 'next' });
    await pass(3600);
    player.play();
    player.command({ type: 'pause' });
    await pass(0.1);
    player.command({ type: 'previous' });
    await pass(1);
    expect(loadMusic).toHaveBeenCalledTimes(2);
    expect(player.report().track).toBe(track);
  });

  it('clears the problem when it arrives', async () => {
    const { client, loadMusic } = startAudioPlayer({ loadMusic: () => Promise.reject(new Error('gone')) });
    const player = client();
    for (const problem of ['unreachable', null]) {
      player.command({ type: 'load' });
      await pass(1);
      expect(player.report()).toMatchObject({ phase: 'paused', problem });
      loadMusic.mockResolvedValue({ ok: true, tracks: [trackOf(4)], playback: defaultPlayback });
    }
  });

  it('replaces a current track that it no longer holds', async () => {
    const { player, loadMusic } = await startPlaying({}, 5);
    player.command({ type: 'pause' });
    await pass(3600);
    loadMusic.mockResolvedValue({ ok: true, tracks: [8, 9].map(trackOf), playback: defaultPlayback });
    player.play();
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 8 });
  });

  it('stays in use when a newer one cannot be loaded', async () => {
    const { client, loadMusic } = startAudioPlayer();
    const player = client();
    player.command({ type: 'load' });
    await pass(3600);
    loadMusic.mockRejectedValue(new Error('gone'));
    player.play();
    await pass(2);
    expect(player.report()).toMatchObject({ phase: 'playing', track: 1, problem: null });
  });
});

describe('the stored playback settings', () => {
  it('get volume and modes a second after the last change', async () => {
    const { player, saved, audio } = await startPlaying({}, 3);
    saved.length = 0;
    for (const to of [0.1, 0.2, 0.3]) player.command({ type: 'volume', to });
    player.command({ type: 'mute', on: true });
    player.command({ type: 'repeat', mode: 'one' });
    player.command({ type: 'shuffle', on: true });
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

  it.each<[Command, Partial<PlayerReport>]>([
    [{ type: 'volume', to: 0.9 }, { volume: 0.9 }],
    [{ type: 'mute', on: true }, { muted: true }],
    [{ type: 'shuffle', on: true }, { shuffle: true }],
    [{ type: 'repeat', mode: 'one' }, { repeat: 'one' }],
    [{ type: 'seek', to: 20 }, { elapsed: 20 }],
    [{ type: 'sleep', after: 'track-end' }, {}],
  ])('are loaded before the first command %j changes them', async (command, change) => {
    const stored = { volume: 0.2, repeat: 'off', audio: addressOf(2), position: 7 } as const;
    const { client, saved } = startAudioPlayer({ stored });
    const player = client();
    player.command(command);
    await pass(5);
    expect(player.report()).toMatchObject({ track: 2, volume: 0.2, repeat: 'off', elapsed: 7, ...change });
    const { elapsed = 7, ...modes } = change;
    expect(saved.at(-1) ?? stored).toMatchObject({ ...stored, position: elapsed, ...modes });
  });

  it('get nothing from a private window', async () => {
    const { client, saved } = startAudioPlayer();
    const one = client(1, true);
    one.play();
    await pass(40);
    one.command({ type: 'volume', to: 0.3 });
    await pass(2);
    one.detach();
    await pass(2);
    expect(saved).toEqual([]);
    client(2).play();
    await pass(40);
    expect(saved.length).toBeGreaterThan(0);
  });

  it('get the position every half minute, for the case of a crash', async () => {
    const { saved } = await startPlaying({ files: { 1: { seconds: 300 } } }, 95);
    const positions = saved.map(({ position }) => Math.round(position));
    expect(positions.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...positions)).toBeGreaterThan(60);
  });
});

it('plays on when every dependency fails', async () => {
  const fails = () => Promise.reject(new Error('gone'));
  const { player } = await startPlaying({ savePlayback: fails, setAudibleTab: fails, loadCover: fails }, 3);
  player.command({ type: 'next' });
  await pass(3);
  expect(player.report()).toMatchObject({ phase: 'playing', track: 2 });
  player.command({ type: 'pause' });
  await pass(1);
  expect(player.report().phase).toBe('paused');
});
