import { render } from 'preact';
import type { RemoteControl } from '../../lib/music/contract.ts';
import { createOverlay, type OverlayDeps } from '../overlay/overlay.ts';
import css from './player.css?inline';
import { Player } from './Player.tsx';
import { createSession, type PlayerActions, type PlayerSession } from './session.ts';

interface PlayerSettings {
  /** Whether to play without a click, once the page is visible. */
  autoplay: boolean;
  /** Whether to show no colors, on the days that the service names. */
  isGrayscale: boolean;
}

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

/** Resolves when the page is visible; never, if the signal is aborted before. */
const untilVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return;
    const check = (): void => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check, { signal });
    check();
  });

/** Puts the player on the page until `end` is aborted. */
const showPlayer = (deps: PlayerDeps, end: AbortController): RunningPlayer => {
  const { signal } = end;
  let settings: PlayerSettings | null = null;

  const session = createSession({ remote: deps.connect(signal), signal, onChange: () => overlay.draw() });
  const actions = createActions(deps, { session, remove: () => overlay.remove() });
  const show = () => (
    <Player view={session.view()} actions={actions} isGrayscale={settings?.isGrayscale ?? false} />
  );
  const overlay = createOverlay({
    ...deps,
    kind: 'player',
    end,
    css,
    paint: (container, isThere) => render(isThere ? show() : null, container),
  });

  const play = (by: 'user' | 'autoplay'): void => {
    if (!overlay.isAlive()) return;
    session.setSiteOff(false);
    session.send({ type: 'play', by });
  };
  const applySettings = async (): Promise<void> => {
    settings = (await deps.loadSettings()) ?? { autoplay: false, isGrayscale: false };
    overlay.draw();
    if (!settings.autoplay) return;
    await untilVisible(signal);
    if (!session.view().hasSentCommand) play('autoplay');
  };
  void applySettings();
  return ignoreRemoveOnceRequested({ play: () => play('user'), remove: () => overlay.remove() });
};

/** Marks that the page has a player, for all scripts of this extension on it: their global object is not that of the page. */
const mark = Symbol.for('player');
const shared = globalThis as unknown as Record<symbol, true | undefined>;

/**
 * Puts the player on the page, collapsed. Null if there is a player already. `end` is aborted when the player is removed, and if
 * there is none.
 */
export const startPlayer = (deps: PlayerDeps, end = new AbortController()): RunningPlayer | null => {
  if (!deps.isAlive() || shared[mark]) {
    end.abort();
    return null;
  }
  shared[mark] = true;
  end.signal.addEventListener('abort', () => (shared[mark] = undefined));
  try {
    return showPlayer(deps, end);
  } catch (error) {
    // Removes the mark, so that the next attempt can succeed.
    end.abort();
    throw error;
  }
};
