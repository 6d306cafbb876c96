import { sleepAfter } from './choices.ts';
import type { Report, SleepChoice } from './contract.ts';

/** The sleep timer; `over` is called when the minutes are over; the end of a track the caller sees itself. */
export const createSleep = (over: () => void) => {
  let chosen: Report['sleep'] = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (after: SleepChoice | null): void => {
    clearTimeout(timer);
    chosen = sleepAfter(after);
    if (chosen?.end != null) timer = setTimeout(look, chosen.end - Date.now());
  };
  const look = (): void => {
    if (chosen?.end == null) return;
    clearTimeout(timer);
    const left = chosen.end - Date.now();
    if (left > 0) {
      timer = setTimeout(look, left);
      return;
    }
    set(null);
    over();
  };
  return {
    now: () => chosen,
    set,
    /** Whether it is over; timers stand still while a computer sleeps, so whoever ticks looks, too. */
    look,
  };
};

export type Sleep = ReturnType<typeof createSleep>;
