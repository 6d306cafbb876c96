import { render, type VNode } from 'preact';
import { isGrayscale as isGrayscaleDay } from '../../lib/grayscale/grayscale.ts';
import { language, text } from '../../lib/i18n/texts.ts';
import type { RemoteControl } from '../../lib/music/contract.ts';
import { createOverlay, type Overlay } from '../overlay/overlay.ts';
import { removeStaleOverlays } from '../overlay/stale-overlays.ts';
import {
  type Handover,
  markedPlayer,
  markPlayer,
  type PlayerSettings,
  untilVisible,
} from '../pill/handover.ts';
import type { PlayerActions } from './player-actions.ts';
import css from './player.css?inline';
import { Player } from './Player.tsx';
import { createSession, type PlayerSession } from './session.ts';

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

interface PlayerOverlayOptions extends Pick<
  Parameters<typeof createOverlay>[0],
  'signal' | 'isAlive' | 'focusOrigin'
> {
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
    lang: language(),
    dir: text('textDirection'),
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

interface ShowOptions {
  end: AbortController;
  /** Null where the player does not replace a pill. */
  handover: Handover | null;
}

/** Takes the focus over from the pill and carries out what was pressed on it. */
const resume = (
  { hadFocus, request }: Handover,
  { overlay, actions }: { overlay: Overlay; actions: PlayerActions },
): void => {
  if (hadFocus) overlay.focus('.play');
  if (request === 'open') actions.open();
  else if (request) actions.send({ type: 'play', by: request === 'autoplay' ? 'autoplay' : 'user' });
};

/** Puts the player on the page until `end` is aborted. */
const showPlayer = (deps: PlayerDeps, { end, handover }: ShowOptions): RunningPlayer => {
  removeStaleOverlays('player', deps.closedRootOf);
  const { signal } = end;
  let settings: PlayerSettings | null = handover?.settings ?? null;

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
    return (
      <Player view={session.view()} actions={actions} isGrayscale={isGrayscale} isReplacement={!!handover} />
    );
  };
  const focusOrigin = handover?.focusOrigin ?? null;
  const overlay = createPlayerOverlay({ deps, signal, isAlive, show, remove, focusOrigin });
  if (handover) resume(handover, { overlay, actions });

  const play = (by: 'user' | 'autoplay'): void => {
    if (isAlive()) session.send({ type: 'play', by });
  };
  const applySettings = async (): Promise<void> => {
    settings ??= await deps.loadSettings();
    draw();
    if (!settings.startByItself) return;
    await untilVisible(signal);
    if (!session.view().hasSentCommand) play('autoplay');
  };
  void applySettings();
  return createOrders({ play: () => play('user'), remove });
};

/** Puts the player on the page, in place of a pill where there is one. Null where there is a player already. */
export const startPlayer = (deps: PlayerDeps): RunningPlayer | null => {
  const current = markedPlayer();
  if (!deps.isAlive() || current === true) return null;
  const handover = current?.handOver() ?? null;
  const end = new AbortController();
  markPlayer(true, end.signal);
  try {
    return showPlayer(deps, { end, handover });
  } catch (error) {
    // Removes the mark, so that the next attempt can succeed.
    end.abort();
    throw error;
  }
};
