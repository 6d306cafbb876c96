/** The time without progress after which a track counts as stalled, and after which playback as a whole does. */
const timeoutsMs = { track: 8_000, all: 25_000 };

/** So much music counts as progress. */
const progressStepSeconds = 1;

/** Fetched bytes that restart the track's timeout. */
const bytesPerStep = 100_000;

/** The most that counts between two checks: a computer that slept is no stalled track. */
const longestIntervalMs = 2_000;

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
  let sinceProgressMs = { track: 0, all: 0 };

  return {
    /** Call it when a track starts or resumes. */
    startTrack(): void {
      checkedAt = performance.now();
      lastPosition = output.position;
      played = 0;
      sinceProgressMs = { ...sinceProgressMs, track: 0 };
    },
    /** Restarts both timeouts, after a person has pressed something. */
    reset(): void {
      sinceProgressMs = { track: 0, all: 0 };
    },
    /** Returns 'progress' for each second that was played, and a stall once its timeout is over; else null. */
    check(): 'progress' | 'track-stalled' | 'all-stalled' | null {
      const now = performance.now();
      const current = output.position;
      const passedMs = Math.min(now - checkedAt, longestIntervalMs);
      // A backward seek gives a negative advance, which is not subtracted.
      played += Math.max(0, current - lastPosition);
      checkedAt = now;
      lastPosition = current;

      const steps = Math.floor(output.fetchedBytes / bytesPerStep);
      const hasFetchedMore = steps > fetchedSteps;
      fetchedSteps = steps;
      sinceProgressMs = {
        track: hasFetchedMore ? 0 : sinceProgressMs.track + passedMs,
        all: sinceProgressMs.all + passedMs,
      };

      if (played >= progressStepSeconds) {
        played = 0;
        sinceProgressMs = { track: 0, all: 0 };
        return 'progress';
      }
      if (sinceProgressMs.all >= timeoutsMs.all) return 'all-stalled';
      return sinceProgressMs.track >= timeoutsMs.track ? 'track-stalled' : null;
    },
  };
};
