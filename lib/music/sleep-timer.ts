import type { SleepChoice, SleepState } from './contract.ts';
import { sleepTimeLeft, startSleep } from './playback-options.ts';

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

export type SleepTimer = ReturnType<typeof createSleepTimer>;
