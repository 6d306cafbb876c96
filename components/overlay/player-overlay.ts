import { createOverlay, type Overlay, type OverlayOptions } from './overlay.ts';
import { removeStaleOverlays } from './stale-overlays.ts';

export interface PlayerOverlayDeps {
  /** False once the extension was reloaded or removed. */
  isAlive(): boolean;
  /** Reads closed shadow roots, which only an extension may. */
  closedRootOf(element: Element): ShadowRoot | null;
  /** Closed by default; tests open it. */
  mode?: ShadowRootMode;
}

interface PlayerOverlayOptions
  extends PlayerOverlayDeps, Pick<OverlayOptions, 'css' | 'lang' | 'dir' | 'paint' | 'focusOrigin'> {
  /** The overlay ends when it is aborted, and aborts it when it is removed. */
  end: AbortController;
}

export interface PlayerOverlay extends Overlay {
  /** Whether it was not removed yet. Removes it if the extension was reloaded or removed. */
  isAlive(): boolean;
}

/** The overlay of the player, and of the pill, which the player replaces. It is hidden while an element fills the screen. */
export const createPlayerOverlay = ({
  isAlive: isExtensionThere,
  closedRootOf,
  end,
  paint,
  mode = 'closed',
  ...options
}: PlayerOverlayOptions): PlayerOverlay => {
  removeStaleOverlays('player', closedRootOf);
  const { signal } = end;
  const remove = (): void => {
    if (signal.aborted) return;
    end.abort();
    overlay.remove();
  };
  const isAlive = (): boolean => {
    if (!isExtensionThere()) remove();
    return !signal.aborted;
  };
  const overlay = createOverlay({
    ...options,
    kind: 'player',
    signal,
    isAlive,
    mode,
    closedRootOf,
    isExtensionThere,
    onOrphaned: remove,
    onGaveUp: remove,
    paint(container, isThere) {
      if (document.fullscreenElement) container.hidden = true;
      paint(container, isThere);
    },
  });
  document.addEventListener('fullscreenchange', overlay.draw, { signal });
  const draw = (): void => {
    if (isAlive()) overlay.draw();
  };
  return { ...overlay, draw, remove, isAlive };
};
