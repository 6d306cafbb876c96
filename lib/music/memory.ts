import { quietly } from './quietly.ts';
import { firstPlayback } from './choices.ts';
import type { Playback } from './contract.ts';

/** Milliseconds after which a change of volume or modes is remembered: a slider makes many. */
const calm = 1_000;

/** What is to be remembered, as it is now; it holds firstPlayback until something is recalled. */
export const createMemory = (remember: (playback: Playback) => Promise<unknown>) => {
  let playback = firstPlayback;
  let changed: Partial<Playback> = {};
  let isRecalled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = (): void => {
    clearTimeout(timer);
    // Before it is known what was, nothing is written over it.
    if (isRecalled) void quietly(() => remember(playback));
  };
  return {
    now: (): Playback => playback,
    /** What was remembered, once; what has been changed since holds against it. */
    recall(remembered: Playback): void {
      if (isRecalled) return;
      isRecalled = true;
      playback = { ...remembered, volume: Math.min(remembered.volume, 1), ...changed };
      if (Object.keys(changed).length > 0) save();
    },
    /** Remembers it after a while. */
    change(change: Partial<Playback>): void {
      playback = { ...playback, ...change };
      changed = { ...changed, ...change };
      clearTimeout(timer);
      timer = setTimeout(save, calm);
    },
    /** Remembers it at once. */
    save(change: Partial<Playback>): void {
      playback = { ...playback, ...change };
      save();
    },
  };
};

export type Memory = ReturnType<typeof createMemory>;
