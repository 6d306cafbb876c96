import type { Command, Remote, Report, Word } from '../../../lib/music/contract.ts';
import { firstReport } from '../../../components/player/report.ts';
import { type RunningPlayer, startPlayer } from '../../../components/player/start.tsx';

/** What the test's page offers to the test. */
export interface Bench {
  /** Mounts the player in an open root. */
  start(parts?: { startByItself?: boolean; grey?: unknown; cover?: string | null }): boolean;
  /** Every command that was given, in order. */
  commands: Command[];
  /** What happened beside commands: "arrive", "cover 1", "never", "close". */
  events: string[];
  tell(word: Word | null): void;
  /** The last report, with these changes. */
  report(patch: Partial<Report>): void;
  orphan(): void;
  player: RunningPlayer | null;
  root(): ShadowRoot | null;
}

declare global {
  var bench: Bench;
}

let report = firstReport;
let tell: Bench['tell'] = () => undefined;
let isAlive = true;
const commands: Command[] = [];
const events: string[] = [];

/** A mock, for once: axe cannot look into the closed root of the real player, and the real sound needs the extension. */
const remote: Remote = {
  command: (command) => void commands.push(command),
  listen: (listener) => void (tell = listener),
  close: () => void events.push('close'),
};

globalThis.bench = {
  commands,
  events,
  player: null,
  start({ startByItself = false, grey = null, cover = null } = {}) {
    const player = startPlayer({
      remote,
      mode: 'open',
      isAlive: () => isAlive,
      closedRootOf: (element) => element.shadowRoot,
      arrive() {
        events.push('arrive');
        return Promise.resolve({ startByItself, grey });
      },
      cover(id) {
        events.push(`cover ${id}`);
        return Promise.resolve(cover);
      },
      never: () => void events.push('never'),
    });
    globalThis.bench.player = player ?? globalThis.bench.player;
    return player !== null;
  },
  tell: (word) => tell(word),
  report(patch) {
    report = { ...report, ...patch };
    tell({ kind: 'report', report });
  },
  orphan: () => void (isAlive = false),
  root: () => document.querySelector('[popover]')?.shadowRoot ?? null,
};
