import { render } from 'preact';
import type { RemoteControl } from '../../lib/music/contract.ts';
import { createOverlay, type Overlay, type OverlayDeps } from '../overlay/overlay.ts';
import {
  type Handover,
  markedPlayer,
  markPlayer,
  type PlayerSettings,
  untilVisible,
} from '../pill/handover.ts';
import css from './player.css?inline';
import { Player } from './Player.tsx';
import { createSession, type PlayerActions, type PlayerSession } from './session.ts';

export interface PlayerDeps extends OverlayDeps, Pick<PlayerActions, 'loadCover'> {
  /** Creates the remote control of the audio player. It closes when the signal is aborted. */
  connect(signal: AbortSignal): RemoteControl;
  /** Reports that the player has started and resolves with its settings. Does not reject. */
  loadSettings(): Promise<PlayerSettings | undefined>;
  /** Stores that the site gets no more players; resolves with whether that lasts. Does not reject. */
  disableSite(): Promise<boolean | undefined>;
  /** Undoes it; resolves with whether that was stored. Does not reject. */
  undoDisableSite(): Promise<boolean | undefined>;
}

/** A player as the background controls it. */
export interface RunningPlayer {
  /** Plays because the person has requested music on this page. */
  play(): void;
  /** Removes a player that the person has not requested: music on 404 pages was switched off. */
  remove(): void;
}

const createActions = (
  { loadCover, disableSite, undoDisableSite }: PlayerDeps,
  { session, remove }: { session: PlayerSession; remove(): void },
): PlayerActions => ({
  loadCover,
  send: session.send,
  open() {
    session.setOpen(true);
    session.send({ type: 'load' });
  },
  collapse: () => session.setOpen(false),
  close: remove,
  async disableSite() {
    const isSaved = (await disableSite()) === true;
    if (isSaved) session.setSiteOff(true);
    return isSaved;
  },
  async undoDisableSite() {
    const isUndone = (await undoDisableSite()) === true;
    if (isUndone) session.setSiteOff(false);
    return isUndone;
  },
});

/** Ignores `remove` once the person has requested this player: it then stays when music on 404 pages is switched off. */
const ignoreRemoveOnceRequested = ({ play, remove }: RunningPlayer): RunningPlayer => {
  let isRequested = false;
  return {
    play() {
      isRequested = true;
      play();
    },
    remove() {
      if (!isRequested) remove();
    },
  };
};

interface ShowOptions {
  end: AbortController;
  /** Null if the player does not replace a pill. */
  handover: Handover | null;
}

/** Takes the focus over from the pill and carries out what was pressed on it. */
const resume = (
  { hadFocus, request }: Handover,
  { overlay, actions }: { overlay: Overlay; actions: PlayerActions },
): void => {
  const focused = hadFocus ? overlay.container()?.querySelector<HTMLElement>('.play') : null;
  focused?.focus({ preventScroll: true });
  if (request === 'open') actions.open();
  else if (request) actions.send({ type: 'play', by: request === 'autoplay' ? 'autoplay' : 'user' });
};

/** Puts the player on the page until `end` is aborted. */
const showPlayer = (deps: PlayerDeps, { end, handover }: ShowOptions): RunningPlayer => {
  const { signal } = end;
  let settings: PlayerSettings | null = handover?.settings ?? null;

  const session = createSession({ remote: deps.connect(signal), signal, onChange: () => overlay.draw() });
  const actions = createActions(deps, { session, remove: () => overlay.remove() });
  const show = () => (
    <Player
      view={session.view()}
      actions={actions}
      isGrayscale={settings?.isGrayscale ?? false}
      isHandover={!!handover}
    />
  );
  const overlay = createOverlay({
    ...deps,
    kind: 'player',
    end,
    css,
    focusOrigin: handover?.focusOrigin ?? null,
    paint: (container, isThere) => render(isThere ? show() : null, container),
  });
  if (handover) resume(handover, { overlay, actions });

  const play = (by: 'user' | 'autoplay'): void => {
    if (!overlay.isAlive()) return;
    session.setSiteOff(false);
    session.send({ type: 'play', by });
  };
  const applySettings = async (): Promise<void> => {
    settings ??= (await deps.loadSettings()) ?? { autoplay: false, isGrayscale: false };
    overlay.draw();
    if (!settings.autoplay) return;
    await untilVisible(signal);
    if (!session.view().hasSentCommand) play('autoplay');
  };
  void applySettings();
  return ignoreRemoveOnceRequested({ play: () => play('user'), remove: () => overlay.remove() });
};

/**
 * Puts the player on the page, in place of a pill if there is one. Null if there is a player already. `end` is aborted when
 * the player is removed, and if there is none.
 */
export const startPlayer = (deps: PlayerDeps, end = new AbortController()): RunningPlayer | null => {
  const current = markedPlayer();
  if (!deps.isAlive() || current === true) {
    end.abort();
    return null;
  }
  const handover = current?.handOver() ?? null;
  markPlayer(true, end.signal);
  try {
    return showPlayer(deps, { end, handover });
  } catch (error) {
    // Removes the mark, so that the next attempt can succeed.
    end.abort();
    throw error;
  }
};
