import { render, type VNode } from 'preact';
import { isGrey as isGrayscaleDay } from '../../lib/grey/grey.ts';
import type { RemoteControl } from '../../lib/music/contract.ts';
import { createOverlay, type Overlay } from '../overlay/overlay.ts';
import { removeStaleOverlays } from '../overlay/stale-overlays.ts';
import type { PlayerActions } from './player-actions.ts';
import css from './player.css?inline';
import { Player } from './Player.tsx';
import { createSession, type PlayerSession } from './session.ts';

export interface PlayerSettings {
  /** Whether to play without a click, once the page is visible. */
  startByItself: boolean;
  /** The service's answer to Grayscale filter, not parsed; null or undefined where there is none. */
  grayscale: unknown;
}

export interface PlayerDeps extends Pick<PlayerActions, 'loadCover'> {
  /** Creates the remote control of the audio player. It closes when the signal is aborted. */
  connect(signal: AbortSignal): RemoteControl;
  /** False once the extension was reloaded or removed. */
  isAlive(): boolean;
  /** Reads closed shadow roots, which only an extension may. */
  closedRootOf(element: Element): ShadowRoot | null;
  /** Reports that the player has started and resolves with its settings. Does not reject. */
  loadSettings(): Promise<PlayerSettings>;
  disableSite(): void;
  /** Closed by default; tests open it. */
  mode?: ShadowRootMode;
}

/** The orders of the background. */
export interface RunningPlayer {
  /** Plays because the person has asked for music on this page. */
  play(): void;
  /** Removes a player that the person has not asked for: music on missing pages was switched off. */
  remove(): void;
}

/** Shared by all scripts of this extension on this page and unknown to the page: content scripts have a global object of their own. */
const playerMark = Symbol.for('player');

/** Marks that there is a player until the signal is aborted; false where there is one already. */
const markPlayer = (signal: AbortSignal): boolean => {
  if (Reflect.has(globalThis, playerMark)) return false;
  Reflect.set(globalThis, playerMark, true);
  signal.addEventListener('abort', () => Reflect.deleteProperty(globalThis, playerMark));
  return true;
};

/** Resolves when the page is visible; never, where the signal is aborted before. */
const untilVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const check = (): void => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check, { signal });
    check();
  });

const createActions = (
  { loadCover, disableSite }: PlayerDeps,
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
  disableSite() {
    disableSite();
    remove();
  },
});

/** After the person has asked for a player, it no longer depends on music on missing pages. */
const createOrders = ({ play, remove }: RunningPlayer): RunningPlayer => {
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

interface PlayerOverlayOptions extends Pick<Parameters<typeof createOverlay>[0], 'signal' | 'isAlive'> {
  deps: PlayerDeps;
  /** Returns what to show now; called for every drawing. */
  show(): VNode;
  /** Removes the player. */
  remove(): void;
}

/** The overlay of the player, which is hidden while an element fills the screen. */
const createPlayerOverlay = ({ deps, show, remove, ...options }: PlayerOverlayOptions): Overlay => {
  const overlay = createOverlay({
    ...options,
    kind: 'player',
    css,
    mode: deps.mode ?? 'closed',
    isExtensionThere: deps.isAlive,
    orphaned: remove,
    gaveUp: remove,
    paint(container, isThere) {
      if (document.fullscreenElement !== null) container.hidden = true;
      render(isThere ? show() : null, container);
    },
  });
  document.addEventListener('fullscreenchange', overlay.draw, { signal: options.signal });
  return overlay;
};

/** Puts the player on the page until `end` is aborted. */
const showPlayer = (deps: PlayerDeps, end: AbortController): RunningPlayer => {
  removeStaleOverlays('player', deps.closedRootOf);
  const { signal } = end;
  let settings: PlayerSettings | null = null;

  const remove = (): void => {
    if (signal.aborted) return;
    end.abort();
    overlay.remove();
  };
  /** Removes the player where the extension has gone. */
  const isAlive = (): boolean => {
    if (!deps.isAlive()) remove();
    return !signal.aborted;
  };
  const draw = (): void => {
    if (isAlive()) overlay.draw();
  };

  const session = createSession({ remote: deps.connect(signal), signal, changed: draw });
  const actions = createActions(deps, { session, remove });
  const show = () => {
    const isGrayscale = isGrayscaleDay(settings?.grayscale, new Date());
    return <Player view={session.view()} actions={actions} isGrayscale={isGrayscale} />;
  };
  const overlay = createPlayerOverlay({ deps, signal, isAlive, show, remove });

  const play = (by: 'user' | 'autoplay'): void => {
    if (isAlive()) session.send({ type: 'play', by });
  };
  const applySettings = async (): Promise<void> => {
    settings = await deps.loadSettings();
    draw();
    if (!settings.startByItself) return;
    await untilVisible(signal);
    if (!session.view().hasSentCommand) play('autoplay');
  };
  void applySettings();
  return createOrders({ play: () => play('user'), remove });
};

/** Puts the player on the page, as a pill at first. Null where there is a player already. */
export const startPlayer = (deps: PlayerDeps): RunningPlayer | null => {
  const end = new AbortController();
  if (!deps.isAlive() || !markPlayer(end.signal)) return null;
  try {
    return showPlayer(deps, end);
  } catch (error) {
    // Removes the mark, so that the next attempt can succeed.
    end.abort();
    throw error;
  }
};
