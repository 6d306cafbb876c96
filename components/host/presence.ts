import { soon } from '../../lib/music/soon.ts';
import { createPainting } from './painting.ts';
import { createPlace } from './place.ts';
import { createStage, type Stage, type StageParts } from './stage.ts';

interface PresenceParts extends Pick<StageParts, 'kind' | 'css' | 'mode' | 'signal' | 'isAlive'> {
  /** Draws what is to be shown now into the node; or, once that is to go, takes out what was drawn. */
  paint(shell: HTMLElement, isThere: boolean): void;
  /** The page has taken it out once too often. */
  gaveUp(): void;
}

/** What of ours stands in the page. */
export interface Presence {
  /** Before the browser paints; may be called as often as one likes. */
  draw(): void;
  /** Takes them out and gives the focus back to where it came from. */
  end(): void;
}

/** How many times it comes back to a page that takes it out. */
const comebacks = 3;

/** Puts our nodes into the page, and again, with new nodes, where the page takes it out. */
export const createPresence = ({ gaveUp, ...parts }: PresenceParts): Presence => {
  const { isPainting, paint } = createPainting();
  let cameFrom: Element | null = null;
  let stage: Stage | null = null;
  let stagesLeft = 1 + comebacks;
  /** What happens while it is drawn, no person did. */
  const isAlive = (): boolean => !isPainting() && parts.isAlive();
  const paintStage = (isThere: boolean): void => {
    const shell = stage?.shell;
    if (shell) paint(() => parts.paint(shell, isThere));
  };
  const drawNow = (): void => paintStage(true);
  const draw = soon(drawNow);
  const clear = (): void => {
    paintStage(false);
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
    stage = createStage({ ...parts, isAlive, entered: (from) => void (cameFrom = from) });
    drawNow();
    place.hold(stage.host);
  };
  const place = createPlace({ signal: parts.signal, removed: appear });
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
