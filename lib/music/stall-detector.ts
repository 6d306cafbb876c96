/** Milliseconds without progress after which a track counts as stalled, and after which playback as a whole does. */
const timeouts = { track: 8_000, all: 25_000 };

/** Seconds of music that count as progress. */
const progressStep = 1;

/** Fetched bytes that restart the track's timeout. */
const bytesStep = 100_000;

/** Milliseconds that count at most between two checks: a computer that slept is no stalled track. */
const longestInterval = 2_000;

interface Progress {
  /** Seconds. */
  position: number;
  /** Bytes, if a whole track is fetched before it plays. */
  fetchedBytes: number;
}

/** Detects that playback makes no progress. */
export const createStallDetector = (output: Readonly<Progress>) => {
  let checkedAt = 0;
  let lastPosition = 0;
  let played = 0;
  let byteSteps = 0;
  let silent = { track: 0, all: 0 };

  /** Whether another `bytesStep` was fetched since the last check. */
  const hasFetchedMore = (): boolean => {
    const before = byteSteps;
    byteSteps = Math.floor(output.fetchedBytes / bytesStep);
    return byteSteps > before;
  };

  return {
    /** Call it when a track starts or resumes. */
    startTrack(): void {
      checkedAt = performance.now();
      lastPosition = output.position;
      played = 0;
      silent = { ...silent, track: 0 };
    },
    /** Restarts both timeouts, after a person has pressed something. */
    reset(): void {
      silent = { track: 0, all: 0 };
    },
    /** Returns 'progress' for each second that was played, and a stall once its timeout is over; else null. */
    check(): 'progress' | 'track-stalled' | 'all-stalled' | null {
      const now = performance.now();
      const current = output.position;
      const passed = Math.min(now - checkedAt, longestInterval);
      // A backward seek gives a negative advance, which is not subtracted.
      played += Math.max(0, current - lastPosition);
      checkedAt = now;
      lastPosition = current;

      silent = { track: hasFetchedMore() ? 0 : silent.track + passed, all: silent.all + passed };
      if (played >= progressStep) {
        played = 0;
        silent = { track: 0, all: 0 };
        return 'progress';
      }
      if (silent.all >= timeouts.all) return 'all-stalled';
      return silent.track >= timeouts.track ? 'track-stalled' : null;
    },
  };
};
