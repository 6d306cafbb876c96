/** Milliseconds of fades, and between two steps of one. */
export const fades = { in: 500, out: 300, itself: 2000, sleep: 800 } as const;
const pace = 30;

interface Ramp {
  from: number;
  to: number;
  /** Milliseconds of performance.now(). */
  start: number;
  end: number;
  done: () => void;
}

const levelOf = ({ from, to, start, end }: Ramp, now: number): number =>
  now >= end ? to : from + ((to - from) * (now - start)) / (end - start);

/** The volume of an audio element as the product of what the person chose and of a fade, which begins at 0. */
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
    level = levelOf(ramp, performance.now());
    apply();
    if (level !== to) return;
    ramp = null;
    clearInterval(timer);
    done();
  };
  // A browser may slow down timers where nobody looks; the events of what sounds it does not.
  audio.addEventListener('timeupdate', step);
  return {
    /** From 0 to 1; holds at once, in a fade, too. */
    setVolume(chosen: number): void {
      volume = chosen;
      apply();
    },
    /** Fades to 0 or 1 in so many milliseconds, then `done`, unless another fade comes before; at once where it is there. */
    to(goal: 0 | 1, milliseconds: number, done: () => void = () => undefined): void {
      const start = performance.now();
      // Asked again, it comes no later than it would have come.
      const end = Math.min(start + milliseconds, ramp?.to === goal ? ramp.end : Infinity);
      clearInterval(timer);
      ramp = { from: level, to: goal, start, end: level === goal ? start : end, done };
      timer = setInterval(step, pace);
      step();
    },
  };
};
