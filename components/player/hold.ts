import type { Command, Report } from '../../lib/music/contract.ts';
import { isSounding } from './report.ts';

type Part = 'phase' | 'elapsed' | 'volume' | 'muted' | 'shuffle' | 'repeat' | 'sleep';

/** What of a report a person sets by a command. */
const parts: Partial<Record<Command['do'], Part>> = {
  play: 'phase',
  track: 'phase',
  pause: 'phase',
  seek: 'elapsed',
  volume: 'volume',
  mute: 'muted',
  shuffle: 'shuffle',
  repeat: 'repeat',
  sleep: 'sleep',
};

/** Milliseconds within which reports that were on their way arrive. */
const moment = 400;

/** What is kept of `shown`, against `report`. */
const keptOf = (part: Part, report: Report, shown: Report): Partial<Report> => {
  // That it begins to sound, or stops, is what was wanted.
  if (part === 'phase')
    return isSounding(report) === isSounding(shown) ? {} : { phase: shown.phase, place: shown.place };
  if (part === 'elapsed' && report.track !== shown.track) return {};
  return { [part]: shown[part] };
};

/** What a person has just set holds for a moment; `over` is called after each. */
export const createHold = (over: () => void) => {
  const held = new Map<Part, ReturnType<typeof setTimeout> | undefined>();
  const release = (part: Part): void => {
    clearTimeout(held.get(part));
    held.delete(part);
  };
  const begin = (part: Part): void => {
    clearTimeout(held.get(part));
    const end = (): void => {
      held.delete(part);
      over();
    };
    held.set(part, setTimeout(end, moment));
  };
  return {
    /** Until `start`, where there is no sound yet to obey it. */
    hold({ do: what }: Command, isThere: boolean): void {
      const part = parts[what];
      if (!part) return;
      release(part);
      if (isThere) begin(part);
      else held.set(part, undefined);
    },
    /** The sound has come: the moment begins. */
    start: () => [...held.keys()].forEach(begin),
    /** The report as it is to be shown; trouble is the answer to Play. */
    apply(report: Report, shown: Report): Report {
      if (report.trouble) release('phase');
      return [...held.keys()].reduce((kept, part) => ({ ...kept, ...keptOf(part, report, shown) }), report);
    },
    releaseAll: () => [...held.keys()].forEach(release),
  };
};
