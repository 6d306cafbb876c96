import { type AudioElement, AudioOutput, type AudioOutputEvents, type FetchAudio } from './audio-output.ts';
import type { LoadedMusic, Playback, PlayerReport, Problem, SleepChoice, Track } from './contract.ts';
import { fadesMs } from './fade.ts';
import { createPlaybackInMemory, createTrackLoader } from './loaded-music.ts';
import { createSleepTimer } from './playback-options.ts';
import { createPlaylist, currentOf, endsRound, next, pick, previous, type Playlist } from './playlist.ts';
import { createStallDetector } from './stall-detector.ts';

/** The state of the engine, and the parts that it controls. */
interface PlayerState {
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
  /** The number of tracks that failed since one ended, or played for `stableAfterSeconds`. */
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

/** Between two checks of the output, two reports, and two saved positions. */
const intervalsMs = { check: 250, report: 1_000, save: 30_000 };

/** After so much of a track, earlier failures no longer count. */
const stableAfterSeconds = 10;

const currentTrack = ({ loader, playlist }: PlayerState): Track | null => loader.find(currentOf(playlist));

/** Seconds into the current track, whether it is loaded or its position is only stored. */
const elapsedSeconds = (state: PlayerState): number => {
  const { output } = state;
  if (output.shouldPlay || output.isLoaded) return output.position;
  const { audio, position } = state.store.current();
  return currentTrack(state)?.audio === audio ? position : 0;
};

/** What the engine reports. The audio player adds whom the music belongs to. */
type EngineReport = Omit<PlayerReport, 'owner' | 'tabId'>;

const phaseOf = ({ output, shouldPlay }: PlayerState): EngineReport['phase'] => {
  if (!shouldPlay) return 'paused';
  return output.isAudible ? 'playing' : 'loading';
};

const reportOf = (state: PlayerState): EngineReport => {
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
const savePosition = (state: PlayerState): void => {
  const track = currentTrack(state);
  state.savedAt = performance.now();
  state.store.changeAndSaveNow(track ? { audio: track.audio, position: elapsedSeconds(state) } : {});
};

/** Saves that the current track starts at its beginning, or at `position` seconds. */
const saveTrackStart = (state: PlayerState, position = 0): void =>
  state.store.changeAndSaveNow({ audio: currentTrack(state)?.audio ?? null, position });

const checkProgress = (state: PlayerState): void => {
  switch (state.stalls.check()) {
    case 'progress':
      state.secondsOfTrack += 1;
      state.hasPlayed = true;
      if (state.secondsOfTrack >= stableAfterSeconds) state.failures = 0;
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
  if (performance.now() - state.savedAt >= intervalsMs.save) savePosition(state);
  // Half an interval early: a check comes up to one interval late.
  if (performance.now() - state.reportedAt >= intervalsMs.report - intervalsMs.check / 2)
    state.notifyChange();
};

const setShouldPlay = (state: PlayerState, shouldPlay: boolean): void => {
  state.shouldPlay = shouldPlay;
  clearInterval(state.timer);
  if (shouldPlay) state.timer = setInterval(() => tick(state), intervalsMs.check);
};

/** Starts the current track at `position` (seconds), faded in within `fadeInMs`. */
const startTrack = (
  state: PlayerState,
  { position, fadeInMs = fadesMs.in }: { position: number; fadeInMs?: number },
): void => {
  const track = currentTrack(state);
  if (!track) return;
  state.secondsOfTrack = 0;
  state.output.start({ address: track.audio, position, fadeInMs });
  state.stalls.startTrack();
};

/** Stops and reports why. */
const stopWithProblem = (state: PlayerState, problem: Problem): void => {
  state.problem = problem;
  stopPlaying(state);
  state.notifyChange();
};

const stopPlaying = (state: PlayerState): void => {
  setShouldPlay(state, false);
  state.output.unload(fadesMs.out);
};

/** Moves on from a track that cannot be played. Stops after as many failures in a row as there are tracks. */
const skipFailedTrack = (state: PlayerState): void => {
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
const finishTrack = (state: PlayerState): void => {
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

/** From this position of a track on, Previous returns to its beginning instead of to the track before. */
const previousLimitSeconds = 3;

const applyVolume = ({ output, store }: PlayerState): void => output.setVolume(store.current());

/** Replaces the playlist if the tracks have changed. The current track stays current if it is still in the list. */
const updatePlaylist = (state: PlayerState): void => {
  const { loader, playlist, store } = state;
  const tracks = loader.tracks();
  const ids = tracks?.map(({ id }) => id) ?? [];
  if (!tracks || ids.join() === playlist.tracks.join()) return;

  const { audio, shuffle } = store.current();
  const before = currentOf(playlist);
  const current = before ?? tracks.find((track) => track.audio === audio)?.id ?? null;
  state.playlist = createPlaylist(ids, { shuffle, current });

  if (before === null || before === currentOf(state.playlist)) return;
  if (state.shouldPlay) startTrack(state, { position: 0 });
  else state.output.unload(0);
};

const loadProblem = (music: LoadedMusic | null) => {
  if (!music) return 'unreachable';
  return music.ok ? 'no-tracks' : music.problem;
};

const applyMusic = (state: PlayerState, music: LoadedMusic | null): void => {
  if (music) state.store.load(music.playback);
  applyVolume(state);
  updatePlaylist(state);
  if (!state.loader.tracks()) stopWithProblem(state, loadProblem(music));
  state.notifyChange();
};

/** Calls `act` once there are tracks, in the order of the calls. Without tracks the state reports a problem instead. */
const withTracks = async (state: PlayerState, act: () => void, wasPlayPressed = false): Promise<void> => {
  const { loader } = state;
  if (!loader.tracks()) {
    const music = await loader.load(wasPlayPressed);
    state.problem = null;
    applyMusic(state, music);
  }
  if (loader.tracks()) act();
  state.notifyChange();
};

/** Looks for a newer list if there is one already. The background decides for how long its cached list is fresh. */
const refreshTracks = async (state: PlayerState): Promise<void> => {
  if (state.loader.tracks()) applyMusic(state, await state.loader.load(false));
};

const resetFailures = (state: PlayerState): void => {
  state.problem = null;
  state.failures = 0;
  state.secondsOfTrack = 0;
  state.hasPlayed = false;
  state.stalls.reset();
};

const play = (state: PlayerState, by: 'user' | 'autoplay'): void => {
  if (state.shouldPlay) return;
  const fadeInMs = by === 'autoplay' ? fadesMs.autoplay : fadesMs.in;
  resetFailures(state);
  setShouldPlay(state, true);
  void refreshTracks(state);
  const start = (): void => {
    const { output, shouldPlay, stalls } = state;
    if (!shouldPlay || output.shouldPlay) return;
    if (output.isLoaded) output.resume(fadeInMs);
    else startTrack(state, { position: elapsedSeconds(state), fadeInMs });
    stalls.startTrack();
  };
  void withTracks(state, start, by === 'user');
  state.notifyChange();
};

const pause = (state: PlayerState, fadeOutMs: number = fadesMs.out): void => {
  if (state.shouldPlay) {
    savePosition(state);
    setShouldPlay(state, false);
    state.output.pause(fadeOutMs);
  }
  state.notifyChange();
};

/** Starts the current track of a changed playlist, or lets it wait at its beginning. */
const goToTrack = (state: PlayerState): void => {
  resetFailures(state);
  saveTrackStart(state);
  if (state.shouldPlay) startTrack(state, { position: 0 });
  else state.output.unload(0);
};

const move = (state: PlayerState, step: (playlist: Playlist) => Playlist): void =>
  void withTracks(state, () => {
    state.playlist = step(state.playlist);
    goToTrack(state);
  });

const goBack = (state: PlayerState): void => {
  if (elapsedSeconds(state) <= previousLimitSeconds) {
    move(state, previous);
    return;
  }
  if (state.output.total === null) goToTrack(state);
  else state.output.seek(0);
  state.notifyChange();
};

/** Stops because the tab of the music is closed; its sleep timer ends with it. */
const stop = (state: PlayerState): void => {
  savePosition(state);
  resetFailures(state);
  state.sleepTimer.set(null);
  setShouldPlay(state, false);
  state.output.unload(fadesMs.out);
  state.notifyChange();
};

/** Loads the list and the stored playback settings. Without them, reports and saved values would be mere defaults. */
const load = (state: PlayerState): void => void withTracks(state, () => undefined);

/** If nothing is loaded, `to` (seconds) is where the current track will start. */
const seek = (state: PlayerState, to: number): void =>
  void withTracks(state, () => {
    const { output } = state;
    if (output.isLoaded || output.shouldPlay) output.seek(to);
    else saveTrackStart(state, Math.max(0, to));
  });

const changeModes = (state: PlayerState, modes: Partial<Playback>): void => {
  load(state);
  state.store.changeAndSaveLater(modes);
  applyVolume(state);

  const { playlist } = state;
  const { shuffle } = state.store.current();
  if (shuffle !== playlist.shuffle)
    state.playlist = createPlaylist(playlist.tracks, { shuffle, current: currentOf(playlist) });
  state.notifyChange();
};

/** Plays one playlist on one output. Requests nothing and plays nothing before a command needs it. */
export const createEngine = ({
  audio,
  fetchAudio,
  loadMusic,
  savePlayback,
  onChange,
}: {
  audio: AudioElement;
  fetchAudio?: FetchAudio;
  loadMusic(wasPlayPressed: boolean): Promise<LoadedMusic | null>;
  savePlayback(playback: Playback): Promise<unknown>;
  /** Something that is reported has changed. */
  onChange(): void;
}) => {
  const events: AudioOutputEvents = {
    onChange,
    onEnded: () => finishTrack(state),
    onFailed: (why) => (why === 'blocked' ? stopWithProblem(state, 'blocked') : skipFailedTrack(state)),
    onPaused: () => pause(state),
  };
  const output = new AudioOutput(audio, events, fetchAudio);
  const state: PlayerState = {
    output,
    stalls: createStallDetector(output),
    loader: createTrackLoader(loadMusic),
    store: createPlaybackInMemory(savePlayback),
    sleepTimer: createSleepTimer(() => pause(state, fadesMs.sleep)),
    notifyChange: () => {
      state.reportedAt = performance.now();
      onChange();
    },
    playlist: createPlaylist([], { shuffle: true, current: null }),
    shouldPlay: false,
    problem: null,
    failures: 0,
    secondsOfTrack: 0,
    hasPlayed: false,
    timer: undefined,
    reportedAt: 0,
    savedAt: performance.now(),
  };
  applyVolume(state);
  return {
    play: (by: 'user' | 'autoplay' = 'user') => play(state, by),
    pause: () => pause(state),
    stop: () => stop(state),
    load: () => load(state),
    next: () => move(state, next),
    previous: () => goBack(state),
    /** Makes that track current. It plays only if music plays already or `play` follows. */
    pick: (id: number) => move(state, (playlist) => pick(playlist, id)),
    /** Whether the list has a track with that id; true until there is a list. */
    mightHaveTrack: (id: number): boolean => state.loader.tracks() === null || state.loader.find(id) !== null,
    /** Seconds. */
    seek: (to: number) => seek(state, to),
    /** Volume (from 0 to 1), mute, shuffle, repeat. */
    changeModes: (modes: Partial<Playback>) => changeModes(state, modes),
    setSleep(after: SleepChoice | null): void {
      load(state);
      state.sleepTimer.set(after);
      state.notifyChange();
    },
    /** The list; null until it is loaded. */
    tracks: state.loader.tracks,
    currentTrack: () => currentTrack(state),
    report: () => reportOf(state),
  };
};

export type Engine = ReturnType<typeof createEngine>;
