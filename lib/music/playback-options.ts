import type { Playback, SleepChoice, SleepState } from './contract.ts';

// Without zod: the player, which runs in pages, needs these values at run time.

/** The defaults of the service's own former 404 page. */
export const defaultPlayback: Playback = {
  volume: 0.7,
  muted: false,
  shuffle: true,
  repeat: 'list',
  audio: null,
  position: 0,
};

/** The choices of the sleep timer, in the order in which they are shown. */
export const sleepChoices: readonly SleepChoice[] = [15, 30, 60, 'track-end'];

/** Milliseconds until the sleep timer ends, at least 0; null if it is off or waits for the end of the track. */
export const sleepTimeLeft = (sleep: SleepState | null): number | null =>
  typeof sleep?.end === 'number' ? Math.max(0, sleep.end - Date.now()) : null;
