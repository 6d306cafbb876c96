import { firstPlayback } from '../../lib/music/choices.ts';
import type { Report } from '../../lib/music/contract.ts';

const { volume, muted, shuffle, repeat } = firstPlayback;

/** Before the sound has been heard of. */
export const firstReport: Report = {
  ...{ phase: 'paused', place: null, tabId: null, track: null, elapsed: 0, total: null },
  ...{ volume, muted, shuffle, repeat, sleep: null, trouble: null },
};

/** Whether this very player is to be heard. */
export const isSounding = ({ phase, place }: Report): boolean => phase !== 'paused' && place === 'here';

/** A fresh sound does not know the track and the modes yet: then what is shown of them stands. */
export const informed = (report: Report, shown: Report): Report => {
  if (report.track !== null || report.trouble || shown.track === null) return report;
  const { phase, place, tabId, sleep, trouble } = report;
  return { ...shown, phase, place, tabId, sleep, trouble };
};

/** The sound is gone: paused where it was. One that never came, or never had a track, is the browser's refusal. */
export const gone = (report: Report, hasCome: boolean): Report => ({
  ...report,
  phase: 'paused',
  place: null,
  sleep: null,
  trouble: report.trouble ?? (hasCome && report.track !== null ? null : 'blocked'),
});
