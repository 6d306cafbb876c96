import { logAndReturn } from '../errors/error-log.ts';
import type { PlayerReport, Track } from './contract.ts';
import type { Engine } from './engine.ts';

/** What the system shows; null while the music belongs to no tab. */
export type NowPlaying = { track: Track; report: Pick<PlayerReport, 'phase' | 'elapsed' | 'total'> } | null;

type Handlers = Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>;

/** A seek step if the system names none. */
const seekStepSeconds = 10;

/** Ignores what the browser refuses, such as an action that it does not know. */
const ignoreErrors = (act: () => void): void => {
  try {
    act();
  } catch {
    // The music is not affected.
  }
};

const setHandlers = (session: MediaSession, handlers: Handlers): void => {
  for (const [action, handler] of Object.entries(handlers))
    ignoreErrors(() => session.setActionHandler(action as MediaSessionAction, handler));
};

/** A `total` of null clears the position: the browser accepts only a known duration. */
const setPosition = (
  session: MediaSession,
  { elapsed, total }: { elapsed: number; total: number | null },
): void => {
  const state =
    total === null ? undefined : { duration: total, position: Math.min(elapsed, total), playbackRate: 1 };
  ignoreErrors(() => session.setPositionState(state));
};

const metadataOf = ({ name, artist }: Track, cover: string | null): MediaMetadata =>
  new MediaMetadata({ title: name, artist, artwork: cover === null ? [] : [{ src: cover }] });

/** Returns a function that shows in the system what plays, and connects its media keys. Null clears both. */
export const createMediaSession = ({
  session,
  player,
  loadCover,
}: {
  session: MediaSession;
  /** What media keys and the system's media controls can do. */
  player: Pick<Engine, 'play' | 'pause' | 'next' | 'previous' | 'seek'>;
  /** The cover of a track as a data address, or null. */
  loadCover(id: number): Promise<string | null>;
}) => {
  let shown: NowPlaying = null;
  const seekBy = (seconds: number): void => player.seek((shown?.report.elapsed ?? 0) + seconds);
  const handlers: Handlers = {
    play: () => player.play(),
    pause: () => player.pause(),
    nexttrack: () => player.next(),
    previoustrack: () => player.previous(),
    seekto: ({ seekTime }) => {
      if (seekTime !== undefined) player.seek(seekTime);
    },
    seekbackward: ({ seekOffset }) => seekBy(-(seekOffset ?? seekStepSeconds)),
    seekforward: ({ seekOffset }) => seekBy(seekOffset ?? seekStepSeconds),
  };

  const clear = (): void => {
    setHandlers(session, Object.fromEntries(Object.keys(handlers).map((action) => [action, null])));
    session.metadata = null;
    session.playbackState = 'none';
    ignoreErrors(() => session.setPositionState());
  };

  const showTrack = async (track: Track): Promise<void> => {
    session.metadata = metadataOf(track, null);
    const cover = await loadCover(track.id).catch(logAndReturn(null));
    if (cover !== null && shown?.track === track) session.metadata = metadataOf(track, cover);
  };

  return (nowPlaying: NowPlaying): void => {
    const before = shown;
    shown = nowPlaying;
    if (!nowPlaying) {
      if (before) clear();
      return;
    }

    if (!before) setHandlers(session, handlers);
    if (before?.track !== nowPlaying.track) void showTrack(nowPlaying.track).catch(logAndReturn(undefined));
    session.playbackState = nowPlaying.report.phase === 'paused' ? 'paused' : 'playing';
    setPosition(session, nowPlaying.report);
  };
};
