import type { PlayerReport } from '../../lib/music/contract.ts';
import { defaultPlayback } from '../../lib/music/playback-options.ts';

const { volume, muted, shuffle, repeat } = defaultPlayback;

/** What the player shows before the first report. */
export const initialReport: PlayerReport = {
  phase: 'paused',
  owner: null,
  tabId: null,
  track: null,
  elapsed: 0,
  total: null,
  volume,
  muted,
  shuffle,
  repeat,
  sleep: null,
  problem: null,
};

/** Whether the music belongs to this tab and is not paused. */
export const isPlayingHere = ({ phase, owner }: PlayerReport): boolean =>
  phase !== 'paused' && owner === 'this-tab';

/** An audio player that has just started does not know track, volume and modes yet: the shown ones stay until it does. */
export const withKnownTrack = (report: PlayerReport, shown: PlayerReport): PlayerReport => {
  if (report.track !== null || report.problem || shown.track === null) return report;
  const { phase, owner, tabId, sleep, problem } = report;
  return { ...shown, phase, owner, tabId, sleep, problem };
};

/**
 * The report after the audio player has closed: paused at the same position. If it never answered, or never had a track,
 * the browser has refused to run it.
 */
export const closedReport = (report: PlayerReport, hasAnswered: boolean): PlayerReport => ({
  ...report,
  phase: 'paused',
  owner: null,
  sleep: null,
  problem: report.problem ?? (hasAnswered && report.track !== null ? null : 'blocked'),
});
