import { oncePerMicrotask } from '../../lib/async/async.ts';
import { createOverlayElement, type OverlayElement, type OverlayElementOptions } from './overlay-element.ts';
import { createTopLayer, type TopLayerOptions } from './top-layer.ts';
import { watchExtension, type WatchOptions } from './watch-extension.ts';

interface DrawingOptions {
  signal: AbortSignal;
  /** The container that is drawn into, while there is one. */
  container(): HTMLElement | undefined;
  /** Draws the current state into the container, and may hide it. If `isThere` is false, removes what was drawn. */
  paint(container: HTMLElement, isThere: boolean): void;
}

export interface OverlayOptions
  extends
    Pick<OverlayElementOptions, 'kind' | 'css' | 'lang' | 'dir' | 'mode' | 'signal' | 'isAlive'>,
    Pick<DrawingOptions, 'paint'>,
    Pick<TopLayerOptions, 'closedRootOf'>,
    Pick<WatchOptions, 'isExtensionThere' | 'onOrphaned'> {
  /** Called when the page has removed the overlay more often than it is restored. */
  onGaveUp(): void;
  /** The element of the page that had the focus before, if the overlay replaces another one. */
  focusOrigin?: Element | null;
}

/** Where the focus was when an overlay was released. */
export interface FocusState {
  /** Whether the overlay had the focus. */
  hadFocus: boolean;
  /** The element of the page that had the focus before. */
  focusOrigin: Element | null;
}

/** The player or the toast on a page. */
export interface Overlay {
  /** Draws once before the browser paints, however often it is called. */
  draw(): void;
  /** Removes the overlay, and returns the focus to the element that had it before. */
  remove(): void;
  /** The container that is drawn into, while there is one. */
  container(): HTMLElement | undefined;
  /** Removes the overlay for another one that replaces it and takes over the focus. */
  release(): FocusState;
}

/** How often the overlay is restored on a page that removes it. */
const maxRestores = 3;

/**
 * Returns whether the page is shown, and calls `changed` when that changes. An overlay must not reappear when a page
 * returns from Firefox's back-forward cache: the extension may be disabled since, which Firefox does not report to pages
 * in that cache (measured with Firefox 153).
 */
const followPage = (signal: AbortSignal, changed: () => void): (() => boolean) => {
  let isShown = true;
  if (!import.meta.env.FIREFOX) return () => isShown;
  const follow = ({ isTrusted, type }: Event): void => {
    if (!isTrusted) return;
    isShown = type === 'pageshow';
    changed();
  };
  for (const type of ['pagehide', 'pageshow']) globalThis.addEventListener(type, follow, { signal });
  return () => isShown;
};

/** Draws, and hides the container while the page is not shown. */
const createDrawing = ({ signal, container, paint }: DrawingOptions) => {
  let isDrawing = false;
  const draw = (isThere: boolean): void => {
    const target = container();
    if (!target) return;
    isDrawing = true;
    try {
      target.hidden = !isPageShown();
      paint(target, isThere);
    } finally {
      isDrawing = false;
    }
  };
  const isPageShown = followPage(signal, () => draw(true));
  return {
    draw,
    /** Drawing can fire events: Chromium fires a change when it removes a slider that is being dragged. */
    isDrawing: () => isDrawing,
  };
};

/** Puts an overlay on the page, and restores it with new elements if the page removes it. */
export const createOverlay = ({ onGaveUp, focusOrigin = null, ...options }: OverlayOptions): Overlay => {
  /** The element of the page that had the focus before. */
  let origin = focusOrigin;
  let current: OverlayElement | null = null;
  let elementsLeft = 1 + maxRestores;

  const container = () => current?.container;
  const drawing = createDrawing({ ...options, container });
  /** Ignores events that drawing fires, and those on an overlay that the page has covered or hidden: no person meant them. */
  const isAlive = (): boolean => !drawing.isDrawing() && options.isAlive() && topLayer.ensureVisible();

  const clear = (): void => {
    drawing.draw(false);
    current?.element.remove();
    current = null;
  };
  const release = (): FocusState => {
    const hadFocus = current !== null && document.activeElement === current.element;
    clear();
    return { hadFocus, focusOrigin: origin };
  };

  /** New elements each time: the page may have removed the listeners of the former ones. */
  const appear = (): void => {
    clear();
    if (elementsLeft === 0 || !options.isAlive()) {
      onGaveUp();
      return;
    }
    elementsLeft -= 1;
    current = createOverlayElement({ ...options, isAlive, focusEntered: (from) => void (origin = from) });
    drawing.draw(true);
    topLayer.show(current.element);
  };

  const topLayer = createTopLayer({ ...options, onRemoved: appear });
  appear();
  watchExtension({ ...options, container });
  return {
    draw: oncePerMicrotask(() => drawing.draw(true)),
    container,
    release,
    remove() {
      if (release().hadFocus && origin?.isConnected) (origin as HTMLElement).focus({ preventScroll: true });
    },
  };
};
