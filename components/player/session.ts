import type {
  Command,
  PlayerEvent,
  PlayerReport,
  RemoteControl,
  TrackInfo,
} from '../../lib/music/contract.ts';
import {
  closedReport,
  createPendingFields,
  initialReport,
  isPlayingHere,
  withKnownTrack,
  predictReport,
} from './report.ts';

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

const createView = (onChange: () => void) => {
  let view: PlayerView = {
    report: initialReport,
    tracks: [],
    isOpen: false,
    isSiteOff: false,
    hasSentCommand: false,
  };
  return {
    view: () => view,
    update(change: Partial<PlayerView>): void {
      view = { ...view, ...change };
      onChange();
    },
  };
};

export const createSession = ({ remote, signal, onChange }: SessionOptions): PlayerSession => {
  const { view, update } = createView(onChange);
  const keepAlive = createKeepAlive(remote);
  const pending = createPendingFields(() => lastReport && show(lastReport));
  let connection: 'none' | 'requested' | 'open' = 'none';
  let lastReport: PlayerReport | null = null;

  const show = (report: PlayerReport): void => {
    const shown = view().report;
    update({ report: pending.apply(withKnownTrack(report, shown), shown) });
  };

  const handleClose = (): void => {
    pending.clear();
    update({ report: closedReport(view().report, connection !== 'requested') });
    connection = 'none';
  };

  const handleEvent = (event: PlayerEvent): void => {
    if (connection !== 'open') pending.connected();
    connection = 'open';
    if (event.kind === 'tracks') {
      update({ tracks: event.tracks });
      return;
    }
    lastReport = event.report;
    keepAlive(lastReport);
    show(lastReport);
  };

  remote.listen((event) => (event ? handleEvent(event) : handleClose()), signal);
  return {
    view,
    send(command) {
      remote.command(command);
      if (connection === 'none') connection = 'requested';
      pending.add(command, connection === 'open');
      lastReport = null;
      update({ report: predictReport(view().report, command), hasSentCommand: true });
    },
    setOpen: (isOpen) => update({ isOpen }),
    setSiteOff: (isSiteOff) => update({ isSiteOff }),
  };
};
