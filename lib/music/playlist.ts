import { singleFlight } from '../async/async.ts';
import type { LoadedMusic, Track } from './contract.ts';
import { nullOnError } from './null-on-error.ts';
import { currentOf, createQueue } from './queue.ts';
import { type PlayerState, startTrack, stopWithProblem } from './player-state.ts';

/** The tracks of the audio player, loaded when they are needed. Concurrent calls of `load` share one request. */
export const createPlaylist = (loadMusic: () => Promise<LoadedMusic>) => {
  let tracks: readonly Track[] | null = null;
  const share = singleFlight<LoadedMusic | null>();

  const load = async (): Promise<LoadedMusic | null> => {
    const music = await nullOnError(loadMusic);
    if (music?.ok && music.tracks.length > 0) tracks = music.tracks;
    return music;
  };

  return {
    /** Null until there are tracks; never empty. */
    tracks: () => tracks,
    find: (id: number | null): Track | null => tracks?.find((track) => track.id === id) ?? null,
    /** Requests the tracks anew; null where nobody answers. A failure leaves the current tracks in place. */
    load: (): Promise<LoadedMusic | null> => share('tracks', load),
  };
};

export type Playlist = ReturnType<typeof createPlaylist>;

/** Applies the stored volume and mute to the output. */
export const applyVolume = ({ output, store }: PlayerState): void => {
  output.setVolume(store.current().volume);
  output.setMuted(store.current().muted);
};

/** Replaces the queue where the tracks have changed. The current track stays current where it is still in the list. */
const updateQueue = (state: PlayerState): void => {
  const { playlist, queue, store } = state;
  const tracks = playlist.tracks();
  const ids = tracks?.map(({ id }) => id) ?? [];
  if (!tracks || ids.join() === queue.tracks.join()) return;

  const { audio, shuffle } = store.current();
  const before = currentOf(queue);
  const current = before ?? tracks.find((track) => track.audio === audio)?.id ?? null;
  state.queue = createQueue(ids, { shuffle, current });

  if (before === null || before === currentOf(state.queue)) return;
  if (state.shouldPlay) startTrack(state, { position: 0 });
  else state.output.unload(0);
};

const problemOf = (music: LoadedMusic | null) => {
  if (!music) return 'unreachable';
  return music.ok ? 'no-tracks' : music.problem;
};

const applyMusic = (state: PlayerState, music: LoadedMusic | null): void => {
  if (music) state.store.load(music.playback);
  applyVolume(state);
  updateQueue(state);
  if (!state.playlist.tracks()) stopWithProblem(state, problemOf(music));
  state.changed();
};

/** Calls `act` once there are tracks, in the order of the calls. Without tracks the state reports a problem instead. */
export const withTracks = async (state: PlayerState, act: () => void): Promise<void> => {
  const { playlist } = state;
  if (!playlist.tracks()) {
    const music = await playlist.load();
    state.problem = null;
    applyMusic(state, music);
  }
  if (playlist.tracks()) act();
  state.changed();
};

/** Looks for a newer list where there is one already. The background decides for how long its cached list is fresh. */
export const refreshTracks = async (state: PlayerState): Promise<void> => {
  if (state.playlist.tracks()) applyMusic(state, await state.playlist.load());
};
