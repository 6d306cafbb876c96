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

/** The sleep timer when it starts now; null is off. */
export const startSleep = (after: SleepChoice | null): SleepState | null =>
  after && { after, end: after === 'track-end' ? null : Date.now() + after * 60_000 };

/** Milliseconds until the sleep timer ends, at least 0; null if it is off or waits for the end of the track. */
export const sleepTimeLeft = (sleep: SleepState | null): number | null =>
  typeof sleep?.end === 'number' ? Math.max(0, sleep.end - Date.now()) : null;

/** Calls `elapsed` when the chosen minutes are over. The caller itself handles the end of a track. */
export const createSleepTimer = (elapsed: () => void) => {
  let state: SleepState | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const schedule = (): void => {
    clearTimeout(timer);
    const left = sleepTimeLeft(state);
    if (left !== null) timer = setTimeout(check, left);
  };

  const set = (after: SleepChoice | null): void => {
    state = startSleep(after);
    schedule();
  };

  const check = (): void => {
    if (sleepTimeLeft(state) !== 0) {
      schedule();
      return;
    }
    set(null);
    elapsed();
  };

  return {
    state: (): SleepState | null => state,
    set,
    /** Ends the timer if it is due. Timers stand still while a computer sleeps, so the caller also checks while it plays. */
    check,
  };
};
