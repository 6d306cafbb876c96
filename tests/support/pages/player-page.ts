import type { Command, RemoteControl, PlayerReport, PlayerEvent } from '../../../lib/music/contract.ts';
import { initialReport } from '../../../components/player/report.ts';
import { type RunningPlayer, startPlayer } from '../../../components/player/start.tsx';

/** What the page offers to a test. */
export interface Bench {
  /** Mounts the player in an open root. */
  start(): boolean;
  /** Every command that was sent, in order. */
  commands: Command[];
  send(event: PlayerEvent | null): void;
  /** The last report, with these changes. */
  report(patch: Partial<PlayerReport>): void;
  orphan(): void;
  player: RunningPlayer | null;
  root(): ShadowRoot | null;
}

declare global {
  var bench: Bench;
}

let report = initialReport;
let send: Bench['send'] = () => undefined;
let isAlive = true;
const commands: Command[] = [];

/** A fake: axe cannot read the closed root of the real player, and the real audio player needs the extension. */
const connect = (): RemoteControl => ({
  command: (command) => void commands.push(command),
  listen: (listener) => void (send = listener),
});

globalThis.bench = {
  commands,
  player: null,
  start() {
    const player = startPlayer({
      connect,
      mode: 'open',
      isAlive: () => isAlive,
      closedRootOf: (element) => element.shadowRoot,
      loadSettings: () => Promise.resolve({ autoplay: false, isGrayscale: false }),
      loadCover: () => Promise.resolve(null),
      disableSite: () => Promise.resolve(true),
      undoDisableSite: () => Promise.resolve(true),
    });
    globalThis.bench.player = player ?? globalThis.bench.player;
    return player !== null;
  },
  send: (event) => send(event),
  report(patch) {
    report = { ...report, ...patch };
    send({ kind: 'report', report });
  },
  orphan: () => void (isAlive = false),
  // The page's own popovers have ids.
  root: () => document.querySelector('[popover]:not([id])')?.shadowRoot ?? null,
};
