import type { Playback } from './contract.ts';
import { nullOnError } from './null-on-error.ts';
import { defaultPlayback } from './playback-options.ts';

/** Milliseconds without a further change after which volume and modes are saved: a slider reports every step. */
const saveDelay = 1_000;

/** The playback settings in memory, and when they are saved. They are `defaultPlayback` until `load`. */
export const createPlaybackInMemory = (savePlayback: (playback: Playback) => Promise<unknown>) => {
  let playback = defaultPlayback;
  let changedBeforeLoad: Partial<Playback> = {};
  let isLoaded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = (): void => {
    clearTimeout(timer);
    // Until the stored value is known, saving would overwrite it.
    if (isLoaded) void nullOnError(() => savePlayback(playback));
  };

  return {
    current: (): Playback => playback,
    /** Loads the stored value, at the first call only. Changes from before that call are kept over it. */
    load(stored: Playback): void {
      if (isLoaded) return;
      isLoaded = true;
      playback = { ...stored, volume: Math.min(stored.volume, 1), ...changedBeforeLoad };
      if (Object.keys(changedBeforeLoad).length > 0) save();
    },
    /** Changes it, and saves after a second without a further change. */
    changeLater(change: Partial<Playback>): void {
      playback = { ...playback, ...change };
      changedBeforeLoad = { ...changedBeforeLoad, ...change };
      clearTimeout(timer);
      timer = setTimeout(save, saveDelay);
    },
    /** Changes it and saves at once. */
    changeNow(change: Partial<Playback>): void {
      playback = { ...playback, ...change };
      save();
    },
  };
};

export type PlaybackInMemory = ReturnType<typeof createPlaybackInMemory>;
