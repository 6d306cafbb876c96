import { singleFlight } from '../async/async.ts';
import { logAndReturn } from '../errors/error-log.ts';
import { type AudioElement, AudioOutput, type FetchAudio } from './audio-output.ts';
import type {
  LoadedMusic,
  Playback,
  PlayerReport,
  Problem,
  SleepChoice,
  SleepState,
  Track,
} from './contract.ts';
import { fadesMs } from './fade.ts';
import { defaultPlayback, sleepTimeLeft } from './playback-options.ts';
import { createPlaylist, currentOf, endsRound, next, pick, previous, type Playlist } from './playlist.ts';
import { createStallDetector } from './stall-detector.ts';

/** Between two checks of the output, two reports, two saved positions, and from a change of volume or modes until it is saved. */
const intervalsMs = { check: 250, report: 1_000, save: 30_000, saveModes: 1_000 };

/** After so much of a track, earlier failures no longer count. */
const stableAfterSeconds = 10;

/** From this position of a track on, Previous returns to its beginning instead of to the track before. */
const previousLimitSeconds = 3;

/** What the engine reports. The audio player adds whom the music belongs to. */
type EngineReport = Omit<PlayerReport, 'owner' | 'tabId'>;

interface EngineOptions {
  audio: AudioElement;
  /** If it is missing, the element loads every track by itself. */
  fetchAudio?: FetchAudio;
  /** The tracks and the stored playback settings; null if the background does not answer. */
  loadMusic(wasPlayPressed: boolean): Promise<LoadedMusic | null>;
  savePlayback(playback: Playback): Promise<unknown>;
  /** Something that is reported has changed. */
  onChange(): void;
}

/** Plays one playlist on one output. Requests nothing and plays nothing before a command needs it. */
export class Engine {
  readonly #options: EngineOptions;
  readonly #output: AudioOutput;
  readonly #stalls: ReturnType<typeof createStallDetector>;

  /** Null until they are loaded; never empty. */
  #tracks: readonly Track[] | null = null;
  #playlist: Playlist = createPlaylist([], { shuffle: true, current: null });
  readonly #shareLoad = singleFlight<LoadedMusic | null>();
  /** Whether a person has pressed Play since the pending load began. */
  #isPlayPressed = false;

  /** The defaults with what was changed, until the stored value is loaded. */
  #playback = defaultPlayback;
  #changedBeforeLoad: Partial<Playback> = {};
  #isPlaybackLoaded = false;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  /** Time at which the position was last saved, in milliseconds of performance.now(). */
  #savedAt = performance.now();

  /** Whether music should be audible, though its list or its track may still be loading. */
  #shouldPlay = false;
  #problem: Problem | null = null;
  /** The number of tracks that failed since one ended, or played for `stableAfterSeconds`. */
  #failures = 0;
  /** Seconds that were played of the current track. */
  #secondsOfTrack = 0;
  /** Whether anything was played since the last Play. */
  #hasPlayed = false;
  #checkTimer: ReturnType<typeof setInterval> | undefined;
  /** Time of the last report, in milliseconds of performance.now(). */
  #reportedAt = 0;

  #sleep: SleepState | null = null;
  #sleepTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
    const events = {
      onChange: options.onChange,
      onEnded: () => this.#finishTrack(),
      onFailed: (why: 'broken' | 'blocked') =>
        why === 'blocked' ? this.#stopWithProblem('blocked') : this.#skipFailedTrack(),
      onPaused: () => this.pause(),
    };
    this.#output = new AudioOutput(options.audio, events, options.fetchAudio);
    this.#stalls = createStallDetector(this.#output);
    this.#output.setVolume(this.#playback);
  }

  /** The list; null until it is loaded. */
  get tracks(): readonly Track[] | null {
    return this.#tracks;
  }

  get currentTrack(): Track | null {
    return this.#find(currentOf(this.#playlist));
  }

  report(): EngineReport {
    const { volume, muted, shuffle, repeat } = this.#playback;
    const playing = this.#output.isAudible ? 'playing' : 'loading';
    return {
      phase: this.#shouldPlay ? playing : 'paused',
      track: currentOf(this.#playlist),
      elapsed: this.#elapsedSeconds(),
      total: this.#output.total,
      volume,
      muted,
      shuffle,
      repeat,
      sleep: this.#sleep,
      problem: this.#problem,
    };
  }

  play(by: 'user' | 'autoplay' = 'user'): void {
    if (this.#shouldPlay) return;
    const fadeInMs = by === 'autoplay' ? fadesMs.autoplay : fadesMs.in;
    this.#resetFailures();
    this.#setShouldPlay(true);
    void this.#refreshTracks();
    const start = (): void => {
      if (!this.#shouldPlay || this.#output.shouldPlay) return;
      if (this.#output.isLoaded) this.#output.resume(fadeInMs);
      else this.#startTrack({ position: this.#elapsedSeconds(), fadeInMs });
      this.#stalls.startTrack();
    };
    void this.#withTracks(start, by === 'user');
    this.#notifyChange();
  }

  pause(fadeOutMs: number = fadesMs.out): void {
    if (this.#shouldPlay) {
      this.#savePosition();
      this.#setShouldPlay(false);
      this.#output.pause(fadeOutMs);
    }
    this.#notifyChange();
  }

  /** Stops because the tab of the music is closed; its sleep timer ends with it. */
  stop(): void {
    this.#savePosition();
    this.#resetFailures();
    this.#setSleep(null);
    this.#stopPlaying();
    this.#notifyChange();
  }

  /** Loads the list and the stored playback settings. Without them, reports and saved values would be mere defaults. */
  load(): void {
    void this.#withTracks(() => undefined);
  }

  next(): void {
    this.#move(next);
  }

  previous(): void {
    if (this.#elapsedSeconds() <= previousLimitSeconds) {
      this.#move(previous);
      return;
    }
    if (this.#output.total === null) this.#goToTrack();
    else this.#output.seek(0);
    this.#notifyChange();
  }

  /** Makes that track current. It plays only if music plays already or `play` follows. */
  pick(id: number): void {
    this.#move((playlist) => pick(playlist, id));
  }

  /** Whether the list has a track with that id; true until there is a list. */
  mightHaveTrack(id: number): boolean {
    return this.#tracks === null || this.#find(id) !== null;
  }

  /** If nothing is loaded, `to` (seconds) is where the current track will start. */
  seek(to: number): void {
    void this.#withTracks(() => {
      if (this.#output.isLoaded || this.#output.shouldPlay) this.#output.seek(to);
      else this.#saveTrackStart(Math.max(0, to));
    });
  }

  /** Volume (from 0 to 1), mute, shuffle, repeat. They are saved once none has changed for a second: a slider reports every step. */
  changeModes(modes: Partial<Playback>): void {
    this.load();
    this.#playback = { ...this.#playback, ...modes };
    this.#changedBeforeLoad = { ...this.#changedBeforeLoad, ...modes };
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => this.#save(), intervalsMs.saveModes);
    this.#output.setVolume(this.#playback);

    const { tracks, shuffle } = this.#playlist;
    if (this.#playback.shuffle !== shuffle)
      this.#playlist = createPlaylist(tracks, {
        shuffle: this.#playback.shuffle,
        current: currentOf(this.#playlist),
      });
    this.#notifyChange();
  }

  setSleep(after: SleepChoice | null): void {
    this.load();
    this.#setSleep(after);
    this.#notifyChange();
  }

  /** Call it when something that is reported has changed. */
  #notifyChange(): void {
    this.#reportedAt = performance.now();
    this.#options.onChange();
  }

  #find(id: number | null): Track | null {
    return this.#tracks?.find((track) => track.id === id) ?? null;
  }

  /** Seconds into the current track, whether it is loaded or its position is only stored. */
  #elapsedSeconds(): number {
    if (this.#output.shouldPlay || this.#output.isLoaded) return this.#output.position;
    const { audio, position } = this.#playback;
    return this.currentTrack?.audio === audio ? position : 0;
  }

  #save(change: Partial<Playback> = {}): void {
    clearTimeout(this.#saveTimer);
    this.#playback = { ...this.#playback, ...change };
    // Until the stored value is known, saving would overwrite it.
    if (this.#isPlaybackLoaded) void this.#options.savePlayback(this.#playback).catch(logAndReturn(null));
  }

  /** Saves the current track and its position. */
  #savePosition(): void {
    const track = this.currentTrack;
    this.#savedAt = performance.now();
    this.#save(track ? { audio: track.audio, position: this.#elapsedSeconds() } : {});
  }

  /** Saves that the current track starts at its beginning, or at `position` seconds. */
  #saveTrackStart(position = 0): void {
    this.#save({ audio: this.currentTrack?.audio ?? null, position });
  }

  #setShouldPlay(shouldPlay: boolean): void {
    this.#shouldPlay = shouldPlay;
    clearInterval(this.#checkTimer);
    if (shouldPlay) this.#checkTimer = setInterval(() => this.#check(), intervalsMs.check);
  }

  #check(): void {
    // Timers stand still while a computer sleeps.
    this.#checkSleep();
    if (!this.#shouldPlay || !this.#output.shouldPlay) return;

    this.#checkProgress();
    const now = performance.now();
    if (now - this.#savedAt >= intervalsMs.save) this.#savePosition();
    // Half an interval early: a check comes up to one interval late.
    if (now - this.#reportedAt >= intervalsMs.report - intervalsMs.check / 2) this.#notifyChange();
  }

  #checkProgress(): void {
    switch (this.#stalls.check()) {
      case 'progress':
        this.#secondsOfTrack += 1;
        this.#hasPlayed = true;
        if (this.#secondsOfTrack >= stableAfterSeconds) this.#failures = 0;
        break;
      case 'track-stalled':
        this.#skipFailedTrack();
        break;
      case 'all-stalled':
        this.#stopWithProblem('nothing-plays');
        break;
      case null:
    }
  }

  #setSleep(after: SleepChoice | null): void {
    clearTimeout(this.#sleepTimer);
    this.#sleep = after && { after, end: after === 'track-end' ? null : Date.now() + after * 60_000 };
    const left = sleepTimeLeft(this.#sleep);
    if (left !== null) this.#sleepTimer = setTimeout(() => this.#checkSleep(), left);
  }

  #checkSleep(): void {
    if (sleepTimeLeft(this.#sleep) !== 0) return;
    this.#setSleep(null);
    this.pause(fadesMs.sleep);
  }

  /** Starts the current track at `position` (seconds), faded in within `fadeInMs`. */
  #startTrack({ position, fadeInMs = fadesMs.in }: { position: number; fadeInMs?: number }): void {
    const track = this.currentTrack;
    if (!track) return;
    this.#secondsOfTrack = 0;
    this.#output.start({ address: track.audio, position, fadeInMs });
    this.#stalls.startTrack();
  }

  #stopPlaying(): void {
    this.#setShouldPlay(false);
    this.#output.unload(fadesMs.out);
  }

  /** Stops and reports why. */
  #stopWithProblem(problem: Problem): void {
    this.#problem = problem;
    this.#stopPlaying();
    this.#notifyChange();
  }

  /** Moves on from a track that cannot be played. Stops after as many failures in a row as there are tracks. */
  #skipFailedTrack(): void {
    this.#failures += 1;
    if (this.#failures >= this.#playlist.tracks.length) {
      this.#stopWithProblem('nothing-plays');
      return;
    }
    const isOver = endsRound(this.#playlist) && this.#playback.repeat === 'off' && this.#hasPlayed;
    this.#playlist = next(this.#playlist);
    if (isOver) this.#stopPlaying();
    else this.#startTrack({ position: 0 });
    this.#notifyChange();
  }

  /** Handles the end of the current track: by the sleep timer and the repeat mode, the next one starts or waits at its beginning. */
  #finishTrack(): void {
    const { repeat } = this.#playback;
    const isSleepTime = this.#sleep?.after === 'track-end';
    const isLast = repeat === 'off' && endsRound(this.#playlist);
    if (isSleepTime) this.#setSleep(null);
    this.#failures = 0;

    if (repeat !== 'one') this.#playlist = next(this.#playlist);
    this.#saveTrackStart();

    if (isSleepTime || isLast) this.#stopPlaying();
    else this.#startTrack({ position: 0 });
    this.#notifyChange();
  }

  #resetFailures(): void {
    this.#problem = null;
    this.#failures = 0;
    this.#secondsOfTrack = 0;
    this.#hasPlayed = false;
    this.#stalls.reset();
  }

  #move(step: (playlist: Playlist) => Playlist): void {
    void this.#withTracks(() => {
      this.#playlist = step(this.#playlist);
      this.#goToTrack();
    });
  }

  /** Starts the current track of a changed playlist, or lets it wait at its beginning. */
  #goToTrack(): void {
    this.#resetFailures();
    this.#saveTrackStart();
    if (this.#shouldPlay) this.#startTrack({ position: 0 });
    else this.#output.unload(0);
  }

  /** Calls `act` once there are tracks, in the order of the calls. Without tracks, a problem is reported instead. */
  async #withTracks(act: () => void, wasPlayPressed = false): Promise<void> {
    if (!this.#tracks) {
      const music = await this.#loadMusic(wasPlayPressed);
      this.#problem = null;
      this.#applyMusic(music);
    }
    if (this.#tracks) act();
    this.#notifyChange();
  }

  /** Looks for a newer list if there is one already. The background decides for how long its cached list is fresh. */
  async #refreshTracks(): Promise<void> {
    if (this.#tracks) this.#applyMusic(await this.#loadMusic(false));
  }

  /** Concurrent calls share one request. A failure leaves the current tracks in place. */
  #loadMusic(wasPlayPressed: boolean): Promise<LoadedMusic | null> {
    this.#isPlayPressed ||= wasPlayPressed;
    return this.#shareLoad('music', async () => {
      const wasPressedBefore = this.#isPlayPressed;
      let music = await this.#requestMusic();
      // After a failure, the background requests nothing for a while, or for a shorter time if a person has pressed Play.
      const wasPressedMeanwhile = this.#isPlayPressed && !wasPressedBefore;
      if (!this.#tracks && wasPressedMeanwhile) music = await this.#requestMusic();
      this.#isPlayPressed = false;
      return music;
    });
  }

  async #requestMusic(): Promise<LoadedMusic | null> {
    const music = await this.#options.loadMusic(this.#isPlayPressed).catch(logAndReturn(null));
    if (music?.ok && music.tracks.length > 0) this.#tracks = music.tracks;
    return music;
  }

  #applyMusic(music: LoadedMusic | null): void {
    if (music) this.#applyPlayback(music.playback);
    this.#output.setVolume(this.#playback);
    this.#updatePlaylist();
    if (!this.#tracks) {
      const problem = music?.ok ? 'no-tracks' : music?.problem;
      this.#stopWithProblem(problem ?? 'unreachable');
    }
    this.#notifyChange();
  }

  /** Takes the stored settings over, at the first call only. Changes from before that override them. */
  #applyPlayback(stored: Playback): void {
    if (this.#isPlaybackLoaded) return;
    this.#isPlaybackLoaded = true;
    this.#playback = { ...stored, volume: Math.min(stored.volume, 1), ...this.#changedBeforeLoad };
    if (Object.keys(this.#changedBeforeLoad).length > 0) this.#save();
  }

  /** Replaces the playlist if the tracks have changed. The current track stays current if it is still in the list. */
  #updatePlaylist(): void {
    const ids = this.#tracks?.map(({ id }) => id) ?? [];
    if (!this.#tracks || ids.join() === this.#playlist.tracks.join()) return;

    const { audio, shuffle } = this.#playback;
    const before = currentOf(this.#playlist);
    const current = before ?? this.#tracks.find((track) => track.audio === audio)?.id ?? null;
    this.#playlist = createPlaylist(ids, { shuffle, current });

    if (before === null || before === currentOf(this.#playlist)) return;
    if (this.#shouldPlay) this.#startTrack({ position: 0 });
    else this.#output.unload(0);
  }
}
