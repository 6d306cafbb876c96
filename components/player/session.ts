import type {
  Command,
  PlayerEvent,
  PlayerReport,
  RemoteControl,
  TrackInfo,
} from '../../lib/music/contract.ts';
import { closedReport, initialReport, isPlayingHere, withKnownTrack } from './report.ts';

export interface PlayerView {
  report: PlayerReport;
  tracks: TrackInfo[];
  /** Whether the full player is shown instead of the pill. */
  isOpen: boolean;
  /** Whether the site was switched off just now: a notice about it is shown instead. */
  isSiteOff: boolean;
  /** Whether a command has been sent. Before that, nothing was requested. */
  hasSentCommand: boolean;
}

export interface PlayerActions {
  send(command: Command): void;
  open(): void;
  collapse(): void;
  close(): void;
  /** Shows no more players on this site, and a notice in place of this one; resolves with false if that could not be stored. */
  disableSite(): Promise<boolean>;
  /** Undoes it and shows this player again, or resolves with false. */
  undoDisableSite(): Promise<boolean>;
  /** The cover of a track as a PNG data address; null if there is none. Does not reject. */
  loadCover(id: number): Promise<string | null | undefined>;
}

/** The state of a player. It survives new elements if the page removes the player. */
export interface PlayerSession {
  view(): PlayerView;
  send(command: Command): void;
  setOpen(isOpen: boolean): void;
  /** Shows the notice that the site was switched off, or the player again. */
  setSiteOff(isSiteOff: boolean): void;
}

interface SessionOptions {
  remote: RemoteControl;
  /** The session ends when it is aborted. */
  signal: AbortSignal;
  /** Called after every change. */
  onChange(): void;
}

/** Milliseconds between two keep-alive commands at least; they are sent with reports, while music plays. */
const keepAliveInterval = 10_000;

/** Keeps Firefox's background page awake while it plays for this tab. */
const createKeepAlive = (remote: RemoteControl): ((report: PlayerReport) => void) => {
  let sentAt = 0;
  return (report) => {
    if (!isPlayingHere(report) || Date.now() - sentAt < keepAliveInterval) return;
    sentAt = Date.now();
    remote.command({ type: 'keep-alive' });
  };
};

export const createSession = ({ remote, signal, onChange }: SessionOptions): PlayerSession => {
  const keepAlive = createKeepAlive(remote);
  let connection: 'none' | 'requested' | 'open' = 'none';
  let view: PlayerView = {
    report: initialReport,
    tracks: [],
    isOpen: false,
    isSiteOff: false,
    hasSentCommand: false,
  };
  const update = (change: Partial<PlayerView>): void => {
    view = { ...view, ...change };
    onChange();
  };

  const handleEvent = (event: PlayerEvent | null): void => {
    if (!event) {
      update({ report: closedReport(view.report, connection !== 'requested') });
      connection = 'none';
      return;
    }
    connection = 'open';
    if (event.kind === 'tracks') {
      update({ tracks: event.tracks });
      return;
    }
    keepAlive(event.report);
    update({ report: withKnownTrack(event.report, view.report) });
  };

  remote.listen(handleEvent, signal);
  return {
    view: () => view,
    send(command) {
      remote.command(command);
      if (connection === 'none') connection = 'requested';
      // The audio player starts first, which may take a while.
      const isStarting = connection === 'requested' && (command.type === 'play' || command.type === 'track');
      const report = isStarting ? { ...view.report, phase: 'loading' as const, problem: null } : view.report;
      update({ report, hasSentCommand: true });
    },
    setOpen: (isOpen) => update({ isOpen }),
    setSiteOff: (isSiteOff) => update({ isSiteOff }),
  };
};
