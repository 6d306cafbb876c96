import type { Command, Remote, Report, TrackLine, Word } from '../../lib/music/contract.ts';
import { expected } from './expected.ts';
import { createHold } from './hold.ts';
import { firstReport, gone, informed, isSounding } from './report.ts';

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

/** Tells the sound that we are there, once in a while. */
const createStaying = (remote: Remote): ((report: Report) => void) => {
  let stayed = 0;
  return (report) => {
    if (!isSounding(report) || Date.now() - stayed < stayEvery) return;
    stayed = Date.now();
    remote.command({ do: 'stay' });
  };
};

const createScreen = (changed: () => void) => {
  let view: View = { report: firstReport, tracks: [], isOpen: false, isAwake: false };
  return {
    view: () => view,
    change(patch: Partial<View>): void {
      view = { ...view, ...patch };
      changed();
    },
  };
};

export const createSession = ({ remote, changed }: Parts): Session => {
  const { view, change } = createScreen(changed);
  let sound: 'asleep' | 'called' | 'there' = 'asleep';
  /** The last report since the last command. */
  let answer: Report | null = null;
  const show = (report: Report): void => {
    const shown = view().report;
    change({ report: hold.apply(informed(report, shown), shown) });
  };
  const hold = createHold(() => answer && show(answer));
  const stay = createStaying(remote);
  const lose = (): void => {
    hold.releaseAll();
    change({ report: gone(view().report, sound !== 'called') });
    sound = 'asleep';
  };
  const hear = (word: Word): void => {
    if (sound !== 'there') hold.start();
    sound = 'there';
    if (word.kind === 'tracks') {
      change({ tracks: word.tracks });
      return;
    }
    answer = word.report;
    stay(answer);
    show(answer);
  };
  remote.listen((word) => (word ? hear(word) : lose()));
  return {
    view,
    give(command) {
      remote.command(command);
      if (sound === 'asleep') sound = 'called';
      hold.hold(command, sound === 'there');
      answer = null;
      change({ report: expected(view().report, command), isAwake: true });
    },
    setOpen: (isOpen) => change({ isOpen }),
  };
};
