/** Milliseconds without a sound after which a track is given up, and after which all of it is. */
const patience = { track: 8_000, all: 25_000 };

/** Seconds of music that make up a sound: a drip of less in `patience` is none. */
const sound = 1;

/** Bytes that, fetched, are as good as patience with a track anew: a drip of less in it is not. */
const stretch = 100_000;

/** Milliseconds that count at most between two looks: a computer that slept is no broken track. */
const longestLook = 2_000;

interface Progress {
  /** Seconds. */
  position(): number;
  /** Bytes, where the whole of a track is fetched before it sounds. */
  fetched(): number;
}

/** Looks whether music gets anywhere: `heard` each second of it, `stuck` and `silent` when patience ends. */
export const createWatch = ({ position, fetched }: Progress) => {
  let [looked, last, heard, stretches] = [0, 0, 0, 0];
  let quiet = { track: 0, all: 0 };
  const begin = (): void => {
    [looked, last, heard] = [performance.now(), position(), 0];
    quiet = { ...quiet, track: 0 };
  };
  return {
    /** Another track begins, or this one goes on. */
    begin,
    /** A person asked: all patience anew. */
    forgive(): void {
      quiet = { track: 0, all: 0 };
    },
    look(): 'heard' | 'stuck' | 'silent' | null {
      const [now, there] = [performance.now(), position()];
      const passed = Math.min(now - looked, longestLook);
      const advance = there - last;
      [looked, last] = [now, there];
      // A step back was sought.
      heard += Math.max(0, advance);
      const before = stretches;
      stretches = Math.floor(fetched() / stretch);
      quiet = { track: stretches > before ? 0 : quiet.track + passed, all: quiet.all + passed };
      if (heard >= sound) {
        heard = 0;
        quiet = { track: 0, all: 0 };
        return 'heard';
      }
      if (quiet.all >= patience.all) return 'silent';
      return quiet.track >= patience.track ? 'stuck' : null;
    },
  };
};
