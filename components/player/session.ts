import type { Command, Remote, Report, TrackLine, Word } from '../../lib/music/contract.ts';
import { expected } from './expected.ts';

/** What the player shows. */
export interface View {
  report: Report;
  tracks: TrackLine[];
  /** The full player instead of the pill. */
  isOpen: boolean;
  /** Whether the sound has been given a command: before that nothing has happened at all. */
  isAwake: boolean;
}

/** The player's knowledge of the sound; it outlives the nodes that show it. */
export interface Session {
  view(): View;
  give(command: Command): void;
  setOpen(isOpen: boolean): void;
}

interface Parts {
  remote: Remote;
  /** Called after every change. */
  changed(): void;
}

/** Milliseconds between two signs that we are still there, while it plays. */
const stayEvery = 10_000;

const atFirst: Report = {
  phase: 'paused',
  place: null,
  tabId: null,
  track: null,
  elapsed: 0,
  total: null,
  volume: 0.7,
  muted: false,
  shuffle: true,
  repeat: 'list',
  sleep: null,
  trouble: null,
};

/** Whether this very player is to be heard. */
export const isSounding = ({ phase, place }: Report): boolean => phase !== 'paused' && place === 'here';

/** The sound is gone: paused where it was. One that never came is the browser's refusal. */
const gone = (report: Report, hasAnswered: boolean): Report => ({
  ...report,
  phase: 'paused',
  place: null,
  sleep: null,
  trouble: hasAnswered || report.phase !== 'loading' ? report.trouble : 'blocked',
});

export const createSession = ({ remote, changed }: Parts): Session => {
  let view: View = { report: atFirst, tracks: [], isOpen: false, isAwake: false };
  let stayed = 0;
  let hasAnswered = false;
  const change = (patch: Partial<View>): void => {
    view = { ...view, ...patch };
    changed();
  };
  const stay = (report: Report): void => {
    if (!isSounding(report) || Date.now() - stayed < stayEvery) return;
    stayed = Date.now();
    remote.command({ do: 'stay' });
  };
  const hear = (word: Word | null): void => {
    if (word?.kind === 'tracks') {
      change({ tracks: word.tracks });
      return;
    }
    if (word) stay(word.report);
    change({ report: word?.report ?? gone(view.report, hasAnswered) });
    hasAnswered = word !== null;
  };
  remote.listen(hear);
  return {
    view: () => view,
    give(command) {
      remote.command(command);
      change({ report: expected(view.report, command), isAwake: true });
    },
    setOpen: (isOpen) => change({ isOpen }),
  };
};
