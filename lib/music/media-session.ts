import { quietly } from './quietly.ts';
import type { Report, Track } from './contract.ts';

/** What the keys of a keyboard and the system's player can have done; seconds. */
export interface MediaActions {
  play(): void;
  pause(): void;
  next(): void;
  previous(): void;
  seek(to: number): void;
}

/** What the system is told: null while the sound is nobody's. */
export type Playing = { track: Track; state: Pick<Report, 'phase' | 'elapsed' | 'total'> } | null;

type Handlers = Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>;

/** Seconds of one step where the system does not say. */
const step = 10;

const handlersOf = (actions: MediaActions, elapsed: () => number): Handlers => ({
  play: () => actions.play(),
  pause: () => actions.pause(),
  nexttrack: () => actions.next(),
  previoustrack: () => actions.previous(),
  seekto: ({ seekTime }) => {
    if (seekTime !== undefined) actions.seek(seekTime);
  },
  seekbackward: ({ seekOffset }) => actions.seek(elapsed() - (seekOffset ?? step)),
  seekforward: ({ seekOffset }) => actions.seek(elapsed() + (seekOffset ?? step)),
});

/** What the system refuses, such as an action that it does not know, is not shown, and no more than that. */
const tryTo = (act: () => void): void => {
  try {
    act();
  } catch {
    // The music goes on.
  }
};

const handle = (session: MediaSession, handlers: Handlers): void => {
  for (const [action, handler] of Object.entries(handlers))
    tryTo(() => session.setActionHandler(action as MediaSessionAction, handler));
};

const place = (
  session: MediaSession,
  { elapsed, total }: { elapsed: number; total: number | null },
): void => {
  const position = total === null ? 0 : Math.min(elapsed, total);
  tryTo(() =>
    session.setPositionState(total === null ? undefined : { duration: total, position, playbackRate: 1 }),
  );
};

const describe = ({ name, artist }: Track, cover: string | null): MediaMetadata =>
  new MediaMetadata({ title: name, artist, artwork: cover === null ? [] : [{ src: cover }] });

interface MediaWorld {
  session: MediaSession;
  actions: MediaActions;
  /** The picture of a track as a data address, or null. */
  cover(id: number): Promise<string | null>;
}

/** Shows the system what plays, and obeys its keys; with null all of it is cleared. */
export const createMediaSession = ({ session, actions, cover }: MediaWorld): ((playing: Playing) => void) => {
  let shown: Playing = null;
  const handlers = handlersOf(actions, () => shown?.state.elapsed ?? 0);
  const clear = (): void => {
    handle(session, Object.fromEntries(Object.keys(handlers).map((action) => [action, null])));
    session.metadata = null;
    session.playbackState = 'none';
    tryTo(() => session.setPositionState());
  };
  const dress = async (track: Track): Promise<void> => {
    session.metadata = describe(track, null);
    const picture = await quietly(() => cover(track.id));
    if (picture !== null && shown?.track === track) session.metadata = describe(track, picture);
  };
  return (playing) => {
    const before = shown;
    shown = playing;
    if (!playing) {
      if (before) clear();
      return;
    }
    if (!before) handle(session, handlers);
    if (before?.track !== playing.track) void quietly(() => dress(playing.track));
    session.playbackState = playing.state.phase === 'paused' ? 'paused' : 'playing';
    place(session, playing.state);
  };
};
