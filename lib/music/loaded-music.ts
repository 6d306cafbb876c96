import { singleFlight } from '../async/async.ts';
import { logAndReturn } from '../errors/error-log.ts';
import type { LoadedMusic, Playback, Track } from './contract.ts';
import { defaultPlayback } from './playback-options.ts';

/** The tracks of the audio player, loaded when they are needed. Concurrent calls of `load` share one request. */
export const createTrackLoader = (loadMusic: (wasPlayPressed: boolean) => Promise<LoadedMusic | null>) => {
  let tracks: readonly Track[] | null = null;
  const share = singleFlight<LoadedMusic | null>();

  /** Whether a person has pressed Play since the pending load began. */
  let isPlayPressed = false;

  const request = async (): Promise<LoadedMusic | null> => {
    const music = await loadMusic(isPlayPressed).catch(logAndReturn(null));
    if (music?.ok && music.tracks.length > 0) tracks = music.tracks;
    return music;
  };

  /** After a failure, the background requests nothing for a while, or for a shorter time if a person has pressed Play. */
  const load = async (): Promise<LoadedMusic | null> => {
    const wasPressedBefore = isPlayPressed;
    let music = await request();
    const wasPressedMeanwhile = isPlayPressed && !wasPressedBefore;
    if (!tracks && wasPressedMeanwhile) music = await request();
    isPlayPressed = false;
    return music;
  };

  return {
    /** Null until there are tracks; never empty. */
    tracks: () => tracks,
    find: (id: number | null): Track | null => tracks?.find((track) => track.id === id) ?? null,
    /** Requests the tracks from the background; null if it does not answer. A failure leaves the current tracks in place. */
    load(wasPlayPressed: boolean): Promise<LoadedMusic | null> {
      isPlayPressed ||= wasPlayPressed;
      return share('tracks', load);
    },
  };
};

/** After this time without a further change, volume and modes are saved: a slider reports every step. */
const saveDelayMs = 1_000;

/** The playback settings in memory, and when they are saved. They are `defaultPlayback` until `load`. */
export const createPlaybackInMemory = (savePlayback: (playback: Playback) => Promise<unknown>) => {
  let playback = defaultPlayback;
  let changedBeforeLoad: Partial<Playback> = {};
  let isLoaded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = (): void => {
    clearTimeout(timer);
    // Until the stored value is known, saving would overwrite it.
    if (isLoaded) void savePlayback(playback).catch(logAndReturn(null));
  };

  return {
    current: (): Playback => playback,
    /** Loads the stored value, at the first call only. Changes from before that call override it. */
    load(stored: Playback): void {
      if (isLoaded) return;
      isLoaded = true;
      playback = { ...stored, volume: Math.min(stored.volume, 1), ...changedBeforeLoad };
      if (Object.keys(changedBeforeLoad).length > 0) save();
    },
    /** Changes it, and saves after a second without a further change. */
    changeAndSaveLater(change: Partial<Playback>): void {
      playback = { ...playback, ...change };
      changedBeforeLoad = { ...changedBeforeLoad, ...change };
      clearTimeout(timer);
      timer = setTimeout(save, saveDelayMs);
    },
    changeAndSaveNow(change: Partial<Playback>): void {
      playback = { ...playback, ...change };
      save();
    },
  };
};
