import type { AudioOutput } from './audio-output.ts';
import type { PlayerReport, Problem, Track } from './contract.ts';
import { fades } from './fade.ts';
import type { createPlaybackInMemory, createTrackLoader } from './loaded-music.ts';
import type { createSleepTimer } from './playback-options.ts';
import { currentOf, endsRound, next, type Playlist } from './playlist.ts';
import type { createStallDetector } from './stall-detector.ts';

/** The state of the engine, and the parts that it controls. */
export interface PlayerState {
  readonly output: AudioOutput;
  readonly stalls: ReturnType<typeof createStallDetector>;
  readonly loader: ReturnType<typeof createTrackLoader>;
  readonly store: ReturnType<typeof createPlaybackInMemory>;
  readonly sleepTimer: ReturnType<typeof createSleepTimer>;
  /** Call it when something that is reported has changed. */
  readonly notifyChange: () => void;
  playlist: Playlist;
  /** Whether music should be audible, though its list or its track may still be loading. */
  shouldPlay: boolean;
  problem: Problem | null;
  /** The number of tracks that failed since one ended, or played for `stableAfter` seconds. */
  failures: number;
  /** Seconds that were played of the current track. */
  secondsOfTrack: number;
  /** Whether anything was played since the last Play. */
  hasPlayed: boolean;
  timer: ReturnType<typeof setInterval> | undefined;
  /** Time of the last report, in milliseconds of performance.now(). */
  reportedAt: number;
  /** Time at which the position was last saved, in milliseconds of performance.now(). */
  savedAt: number;
}

/** Milliseconds between two checks of the output, two reports, and two saved positions. */
const intervals = { check: 250, report: 1_000, save: 30_000 };

/** Seconds of a track after which earlier failures no longer count. */
const stableAfter = 10;

export const currentTrack = ({ loader, playlist }: PlayerState): Track | null =>
  loader.find(currentOf(playlist));

/** Seconds into the current track, whether it is loaded or its position is only stored. */
export const elapsedSeconds = (state: PlayerState): number => {
  const { output } = state;
  if (output.shouldPlay || output.isLoaded) return output.position;
  const { audio, position } = state.store.current();
  return currentTrack(state)?.audio === audio ? position : 0;
};

/** What the engine reports. The audio player adds whom the music belongs to. */
export type EngineReport = Omit<PlayerReport, 'owner' | 'tabId'>;

const phaseOf = ({ output, shouldPlay }: PlayerState): EngineReport['phase'] => {
  if (!shouldPlay) return 'paused';
  return output.isAudible ? 'playing' : 'loading';
};

export const reportOf = (state: PlayerState): EngineReport => {
  const { volume, muted, shuffle, repeat } = state.store.current();
  return {
    phase: phaseOf(state),
    track: currentOf(state.playlist),
    elapsed: elapsedSeconds(state),
    total: state.output.total,
    volume,
    muted,
    shuffle,
    repeat,
    sleep: state.sleepTimer.state(),
    problem: state.problem,
  };
};

/** Saves the current track and its position. */
export const savePosition = (state: PlayerState): void => {
  const track = currentTrack(state);
  state.savedAt = performance.now();
  state.store.changeAndSaveNow(track ? { audio: track.audio, position: elapsedSeconds(state) } : {});
};

/** Saves that the current track starts at its beginning, or at `position` seconds. */
export const saveTrackStart = (state: PlayerState, position = 0): void =>
  state.store.changeAndSaveNow({ audio: currentTrack(state)?.audio ?? null, position });

const checkProgress = (state: PlayerState): void => {
  switch (state.stalls.check()) {
    case 'progress':
      state.secondsOfTrack += 1;
      state.hasPlayed = true;
      if (state.secondsOfTrack >= stableAfter) state.failures = 0;
      break;
    case 'track-stalled':
      skipFailedTrack(state);
      break;
    case 'all-stalled':
      stopWithProblem(state, 'nothing-plays');
      break;
    case null:
  }
};

const tick = (state: PlayerState): void => {
  state.sleepTimer.check();
  if (!state.shouldPlay || !state.output.shouldPlay) return;

  checkProgress(state);
  if (performance.now() - state.savedAt >= intervals.save) savePosition(state);
  // Half an interval early: a check comes up to one interval late.
  if (performance.now() - state.reportedAt >= intervals.report - intervals.check / 2) state.notifyChange();
};

export const setShouldPlay = (state: PlayerState, shouldPlay: boolean): void => {
  state.shouldPlay = shouldPlay;
  clearInterval(state.timer);
  if (shouldPlay) state.timer = setInterval(() => tick(state), intervals.check);
};

/** Starts the current track at `position` (seconds), faded in within `fadeIn` (milliseconds). */
export const startTrack = (
  state: PlayerState,
  { position, fadeIn = fades.in }: { position: number; fadeIn?: number },
): void => {
  const track = currentTrack(state);
  if (!track) return;
  state.secondsOfTrack = 0;
  state.output.start({ address: track.audio, position, fadeIn });
  state.stalls.startTrack();
};

/** Stops and reports why. */
export const stopWithProblem = (state: PlayerState, problem: Problem): void => {
  state.problem = problem;
  stopPlaying(state);
  state.notifyChange();
};

const stopPlaying = (state: PlayerState): void => {
  setShouldPlay(state, false);
  state.output.unload(fades.out);
};

/** Moves on from a track that cannot be played. Stops after as many failures in a row as there are tracks. */
export const skipFailedTrack = (state: PlayerState): void => {
  state.failures += 1;
  if (state.failures >= state.playlist.tracks.length) {
    stopWithProblem(state, 'nothing-plays');
    return;
  }
  const isOver = endsRound(state.playlist) && state.store.current().repeat === 'off' && state.hasPlayed;
  state.playlist = next(state.playlist);
  if (isOver) stopPlaying(state);
  else startTrack(state, { position: 0 });
  state.notifyChange();
};

/** Handles the end of the current track: by the sleep timer and the repeat mode, the next one starts or waits at its beginning. */
export const finishTrack = (state: PlayerState): void => {
  const { sleepTimer, store } = state;
  const { repeat } = store.current();
  const isSleepTime = sleepTimer.state()?.after === 'track-end';
  const isLast = repeat === 'off' && endsRound(state.playlist);
  if (isSleepTime) sleepTimer.set(null);
  state.failures = 0;

  if (repeat !== 'one') state.playlist = next(state.playlist);
  saveTrackStart(state);

  if (isSleepTime || isLast) stopPlaying(state);
  else startTrack(state, { position: 0 });
  state.notifyChange();
};
