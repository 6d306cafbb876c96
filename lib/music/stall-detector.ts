/** Milliseconds without progress after which a track counts as stalled, and after which playback as a whole does. */
const timeouts = { track: 8_000, all: 25_000 };

/** Seconds of music that count as progress. */
const progressStep = 1;

/** Fetched bytes that restart the track's timeout. */
const bytesPerStep = 100_000;

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
  let fetchedSteps = 0;
  /** Milliseconds. */
  let sinceProgress = { track: 0, all: 0 };

  return {
    /** Call it when a track starts or resumes. */
    startTrack(): void {
      checkedAt = performance.now();
      lastPosition = output.position;
      played = 0;
      sinceProgress = { ...sinceProgress, track: 0 };
    },
    /** Restarts both timeouts, after a person has pressed something. */
    reset(): void {
      sinceProgress = { track: 0, all: 0 };
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

      const steps = Math.floor(output.fetchedBytes / bytesPerStep);
      const hasFetchedMore = steps > fetchedSteps;
      fetchedSteps = steps;
      sinceProgress = {
        track: hasFetchedMore ? 0 : sinceProgress.track + passed,
        all: sinceProgress.all + passed,
      };

      if (played >= progressStep) {
        played = 0;
        sinceProgress = { track: 0, all: 0 };
        return 'progress';
      }
      if (sinceProgress.all >= timeouts.all) return 'all-stalled';
      return sinceProgress.track >= timeouts.track ? 'track-stalled' : null;
    },
  };
};
