import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlayerReport } from './contract.ts';
import {
  pass,
  startAudioPlayer,
  startPlaying as startPlayer,
  type StartOptions,
} from './test-helpers/start-audio-player.ts';

/** A media session that rejects the same calls as real ones. */
const createSession = () => {
  const handlers = new Map<MediaSessionAction, MediaSessionActionHandler>();
  const session = {
    metadata: null as MediaMetadata | null,
    playbackState: 'none' as MediaSessionPlaybackState,
    position: undefined as MediaPositionState | undefined,
    setActionHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null) {
      // As an older browser.
      if (action === 'seekforward') throw new TypeError('Not an action');
      if (handler) handlers.set(action, handler);
      else handlers.delete(action);
    },
    setPositionState(state?: MediaPositionState) {
      if (state && (state.position ?? 0) > (state.duration ?? 0)) throw new TypeError('Beyond the end');
      session.position = state;
    },
  };
  return { session: session as unknown as MediaSession & typeof session, handlers };
};

beforeEach(() => {
  vi.useFakeTimers();
  const describe = function (this: object, init: MediaMetadataInit) {
    Object.assign(this, init);
  };
  vi.stubGlobal('MediaMetadata', describe);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const startPlaying = async (options: StartOptions = {}) => {
  const { session, handlers } = createSession();
  const setUp = await startPlayer({ mediaSession: session, ...options });
  const press = (action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}): void =>
    handlers.get(action)?.({ action, ...details });
  return { ...setUp, session, handlers, press };
};

describe('the media session', () => {
  it('shows nothing before the first Play', async () => {
    const { session, handlers } = createSession();
    const player = startAudioPlayer({ mediaSession: session }).client();
    player.command({ type: 'load' });
    await pass(5);
    expect([session.metadata, session.playbackState, handlers.size]).toEqual([null, 'none', 0]);
  });

  it('shows track, position and state, and the cover once it is loaded', async () => {
    const cover = vi.fn((id: number) => Promise.resolve(`data:image/png;base64,${id}`));
    const { session, player } = await startPlaying({ loadCover: cover });
    const shown = { title: 'Track 1', artist: 'Artist' };
    expect(session.metadata).toMatchObject({ ...shown, artwork: [{ src: 'data:image/png;base64,1' }] });
    expect(session.playbackState).toBe('playing');
    expect(session.position).toMatchObject({ duration: 60, playbackRate: 1 });
    await pass(20);
    expect(session.position?.position).toBeGreaterThan(19);
    expect(cover).toHaveBeenCalledTimes(1);
    player.command({ type: 'pause' });
    await pass(1);
    expect(session.playbackState).toBe('paused');
  });

  it('ignores the late cover of an earlier track', async () => {
    const slow = (id: number) =>
      new Promise<string>((resolve) =>
        setTimeout(resolve, id === 1 ? 5000 : 0, `data:image/png;base64,${id}`),
      );
    const { session, player } = await startPlaying({ loadCover: slow });
    player.command({ type: 'next' });
    await pass(10);
    expect(session.metadata).toMatchObject({
      title: 'Track 2',
      artwork: [{ src: 'data:image/png;base64,2' }],
    });
  });

  it.each([
    ['there is no cover', () => Promise.resolve(null)],
    ['the cover cannot be loaded', () => Promise.reject(new Error('gone'))],
  ])('shows no artwork when %s', async (_, cover) => {
    const { session } = await startPlaying({ loadCover: cover });
    expect(session.metadata).toMatchObject({ title: 'Track 1', artwork: [] });
  });

  it('shows no position in an endless stream', async () => {
    const { session } = await startPlaying({ files: { 1: { seconds: Infinity } } });
    expect(session.position).toBeUndefined();
    expect(session.playbackState).toBe('playing');
  });

  it('is cleared when the owner is detached, and set again by the next one', async () => {
    const { session, handlers, player, client } = await startPlaying();
    player.detach();
    await pass(1);
    expect(session).toMatchObject({ metadata: null, playbackState: 'none', position: undefined });
    expect(handlers.size).toBe(0);
    client(8).play();
    await pass(1);
    expect(session.metadata).toMatchObject({ title: 'Track 1' });
    expect(handlers.size).toBe(6);
  });

  it('does not affect the music when it rejects every call', async () => {
    const throws = () => {
      throw new Error('refused');
    };
    const session = { setActionHandler: throws, setPositionState: throws } as unknown as MediaSession;
    const { player } = await startPlaying({ mediaSession: session });
    await pass(3);
    expect(player.report().phase).toBe('playing');
    expect(player.report().elapsed).toBeGreaterThan(2.5);
  });
});

describe('media keys', () => {
  it.each<[MediaSessionAction[], Partial<PlayerReport>]>([
    [['pause'], { phase: 'paused' }],
    [['pause', 'play'], { phase: 'playing', owner: 'this-tab', track: 1 }],
    [['nexttrack'], { track: 2 }],
    [['nexttrack', 'previoustrack'], { track: 1 }],
  ])('%j control the music', async (keys, report) => {
    const { player, press } = await startPlaying();
    for (const key of keys) {
      press(key);
      await pass(2);
    }
    expect(player.report()).toMatchObject(report);
  });

  it.each<[MediaSessionAction, Partial<MediaSessionActionDetails>, number]>([
    ['seekto', { seekTime: 40 }, 40],
    ['seekbackward', {}, 10],
    ['seekbackward', { seekOffset: 5 }, 15],
    ['seekbackward', { seekOffset: 500 }, 0],
  ])('%s %j', async (action, details, there) => {
    const { player, press } = await startPlaying();
    player.command({ type: 'seek', to: 20 });
    await pass(0.06);
    press(action, details);
    await pass(0.1);
    expect(Math.abs(player.report().elapsed - there)).toBeLessThan(0.5);
  });
});
