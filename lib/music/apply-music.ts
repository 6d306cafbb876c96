import type { LoadedMusic } from './contract.ts';
import { type PlayerState, startTrack, stopWithProblem } from './player-state.ts';
import { createQueue, currentOf } from './queue.ts';

/** Applies the stored volume and mute to the output. */
export const applyVolume = ({ output, store }: PlayerState): void => {
  output.setVolume(store.current().volume);
  output.setMuted(store.current().muted);
};

/** Replaces the queue if the tracks have changed. The current track stays current if it is still in the list. */
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

/**
 * Calls `act` once there are tracks, in the order of the calls. Without tracks the state reports a problem instead.
 * `isByPerson`: a person has pressed Play.
 */
export const withTracks = async (state: PlayerState, act: () => void, isByPerson = false): Promise<void> => {
  const { playlist } = state;
  if (!playlist.tracks()) {
    const music = await playlist.load(isByPerson);
    state.problem = null;
    applyMusic(state, music);
  }
  if (playlist.tracks()) act();
  state.changed();
};

/** Looks for a newer list if there is one already. The background decides for how long its cached list is fresh. */
export const refreshTracks = async (state: PlayerState): Promise<void> => {
  if (state.playlist.tracks()) applyMusic(state, await state.playlist.load(false));
};
