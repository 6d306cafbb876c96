/** Durations of fades. */
export const fadesMs = { in: 500, out: 300, autoplay: 2000, sleep: 800 } as const;

/** The time between two steps of a fade. */
const stepIntervalMs = 30;

interface Ramp {
  from: number;
  to: number;
  /** Milliseconds of performance.now(). */
  start: number;
  end: number;
  done: () => void;
}

const levelAt = ({ from, to, start, end }: Ramp, nowMs: number): number =>
  nowMs >= end ? to : from + ((to - from) * (nowMs - start)) / (end - start);

/** Sets the volume of an audio element to the product of the chosen volume and a fade level, which starts at 0. */
export const createFade = (audio: Pick<HTMLAudioElement, 'volume' | 'addEventListener'>) => {
  let volume = 1;
  let level = 0;
  let ramp: Ramp | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;

  const apply = (): void => {
    audio.volume = volume * level;
  };

  const step = (): void => {
    if (!ramp) return;
    const { to, done } = ramp;
    level = levelAt(ramp, performance.now());
    apply();
    if (level !== to) return;

    ramp = null;
    clearInterval(timer);
    done();
  };

  // A browser may throttle timers of a hidden document, but not the events of an element that plays.
  audio.addEventListener('timeupdate', step);

  return {
    /** From 0 to 1; applies at once, also during a fade. */
    setVolume(chosen: number): void {
      volume = chosen;
      apply();
    },
    /** Fades to 0 or 1 within `durationMs`, then calls `done`. A later fade replaces it; `done` is then not called. */
    to(target: 0 | 1, durationMs: number, done: () => void = () => undefined): void {
      const start = performance.now();
      // A repeated request for the same target does not postpone its end.
      const end = Math.min(start + durationMs, ramp?.to === target ? ramp.end : Infinity);
      clearInterval(timer);
      ramp = { from: level, to: target, start, end: level === target ? start : end, done };
      timer = setInterval(step, stepIntervalMs);
      step();
    },
  };
};
