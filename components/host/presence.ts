import { soon } from '../../lib/music/soon.ts';
import { createPainting, type PaintingParts } from './painting.ts';
import { createPlace } from './place.ts';
import { createStage, type Stage, type StageParts } from './stage.ts';
import { watchExtension, type WatchParts } from './watch-extension.ts';

interface PresenceParts
  extends
    Pick<StageParts, 'kind' | 'css' | 'mode' | 'signal' | 'isAlive'>,
    Pick<PaintingParts, 'paint'>,
    Pick<WatchParts, 'isExtensionThere' | 'orphaned'> {
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

/** Remembers where in the page the focus came from, and gives it back. */
const createFocusReturn = () => {
  let cameFrom: Element | null = null;
  return {
    entered: (from: Element): void => void (cameFrom = from),
    giveBack(): void {
      if (cameFrom?.isConnected) (cameFrom as HTMLElement).focus({ preventScroll: true });
    },
  };
};

/** Puts our nodes into the page, and again, with new nodes, where the page takes it out. */
export const createPresence = ({ gaveUp, ...parts }: PresenceParts): Presence => {
  const { entered, giveBack } = createFocusReturn();
  let stage: Stage | null = null;
  let stagesLeft = 1 + comebacks;
  const shell = (): HTMLElement | undefined => stage?.shell;
  const painting = createPainting({ ...parts, shell });
  /** What happens while it is drawn, no person did. */
  const isAlive = (): boolean => !painting.isPainting() && parts.isAlive();
  const clear = (): void => {
    painting.draw(false);
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
    const { host } = (stage = createStage({ ...parts, isAlive, entered }));
    try {
      painting.draw(true);
      place.hold(host);
    } catch (error) {
      host.remove();
      throw error;
    }
  };
  const place = createPlace({ signal: parts.signal, removed: appear });
  appear();
  watchExtension({ ...parts, shell });
  return {
    draw: soon(() => painting.draw(true)),
    end() {
      const hadFocus = stage !== null && document.activeElement === stage.host;
      clear();
      if (hadFocus) giveBack();
    },
  };
};
