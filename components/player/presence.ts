import type { VNode } from 'preact';
import { soon } from '../../lib/music/soon.ts';
import { createPainting } from './painting.ts';
import { createPlace } from './place.ts';
import css from './player.css?inline';
import { createStage, type Stage, type StageParts } from './stage.ts';

interface PresenceParts extends Pick<StageParts, 'mode' | 'signal' | 'isAlive'> {
  /** What is to be shown now; called again for every drawing. */
  show(): VNode;
  /** The page has taken the player out once too often. */
  gaveUp(): void;
}

/** The player's nodes in the page. */
export interface Presence {
  /** Before the browser paints; may be called as often as one likes. */
  draw(): void;
  /** Takes them out and gives the focus back to where it came from. */
  end(): void;
}

/** How many times it comes back to a page that takes it out. */
const comebacks = 3;

/** Puts the player into the page, and again, with new nodes, where the page takes it out. */
export const createPresence = ({ show, gaveUp, ...parts }: PresenceParts): Presence => {
  const { isPainting, paint } = createPainting();
  let cameFrom: Element | null = null;
  let stage: Stage | null = null;
  let stagesLeft = 1 + comebacks;
  /** What happens while it is drawn, no person did. */
  const isAlive = (): boolean => !isPainting() && parts.isAlive();
  const drawNow = (): void => {
    if (!stage) return;
    stage.shell.hidden = document.fullscreenElement !== null;
    paint(stage.shell, show());
  };
  const draw = soon(drawNow);
  const clear = (): void => {
    if (stage) paint(stage.shell, null);
    stage?.host.remove();
    stage = null;
  };
  /** The page may have done away with the listeners of the nodes that were there. */
  const appear = (): void => {
    clear();
    if (stagesLeft === 0 || !parts.isAlive()) {
      gaveUp();
      return;
    }
    stagesLeft -= 1;
    stage = createStage({ ...parts, css, isAlive, entered: (from) => void (cameFrom = from) });
    drawNow();
    place.hold(stage.host);
  };
  const place = createPlace({ signal: parts.signal, removed: appear });
  document.addEventListener('fullscreenchange', draw, { signal: parts.signal });
  appear();
  return {
    draw,
    end() {
      const hadFocus = stage !== null && document.activeElement === stage.host;
      clear();
      if (hadFocus && cameFrom?.isConnected) (cameFrom as HTMLElement).focus({ preventScroll: true });
    },
  };
};
