import { oncePerMicrotask } from '../../lib/async/async.ts';
import { type Overlay, overlayAttribute, sheetOrder } from '../../lib/browser/types.ts';
import { language, text } from '../../lib/i18n/texts.ts';
import { createTopLayer } from './top-layer.ts';

/** The namespace makes it an HTML element also in a document of XML. */
const xhtml = 'http://www.w3.org/1999/xhtml';

const htmlElement = <Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] =>
  document.createElementNS(xhtml, name) as HTMLElementTagNameMap[Name];

/** What an overlay needs of the extension. */
export interface OverlayDeps {
  /** False once the extension was updated, reloaded, disabled or removed while this script still runs. */
  isAlive(): boolean;
  /** Reads closed shadow roots, which only an extension may. */
  closedRootOf(element: Element): ShadowRoot | null;
  /** Closed by default; tests open it. */
  mode?: ShadowRootMode;
}

interface OverlayOptions extends OverlayDeps {
  kind: Overlay;
  css: string;
  /** The overlay ends when it is aborted, and aborts it when it is removed. */
  end: AbortController;
  /** Draws the current state into the container, and may hide it. If `isThere` is false, removes what was drawn. */
  paint(container: HTMLElement, isThere: boolean): void;
  /** Called once when the extension is not alive any more. By default, the overlay is removed. Firefox has ended the script by then. */
  onOrphaned?(): void;
}

/** The container that is drawn into, while there is one. */
type Container = () => HTMLElement | undefined;

/** The overlay is restored at most this many times on a page that removes it. */
const maxRestores = 3;

/** Events that make something happen: a script of the page must not dispatch them in a person's place. */
const guardedEvents = ['click', 'input', 'change', 'keydown', 'keyup'];

/** Events that are stopped at the overlay, so that the page's "click outside" handlers do not react to it. */
const stoppedEvents = [
  'click',
  'dblclick',
  'auxclick',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
  'input',
  'focusin',
  'focusout',
];

interface ElementOptions extends Pick<OverlayOptions, 'kind' | 'css' | 'mode'> {
  signal: AbortSignal;
  /** Whether events may make something happen. */
  isAlive(): boolean;
  /** Called each time that the focus enters, with the element of the page that had it before. */
  focusEntered(from: Element): void;
}

/** Listens in the root in the capture phase, before any other listener, and in the bubble phase, after all others. */
const guardEvents = (root: ShadowRoot, { signal, isAlive, focusEntered }: ElementOptions): void => {
  const check = (event: Event): void => {
    if (event.isTrusted && isAlive()) return;
    event.stopImmediatePropagation();
    // Keys keep their default action, so that Tab can leave a covered overlay.
    if (!event.type.startsWith('key')) event.preventDefault();
  };
  for (const type of guardedEvents) root.addEventListener(type, check, { capture: true, signal });
  for (const type of stoppedEvents)
    root.addEventListener(type, (event) => event.stopPropagation(), { signal });

  root.addEventListener(
    'focusin',
    (event) => {
      const from = (event as FocusEvent).relatedTarget;
      if (from instanceof Element && !root.contains(from)) focusEntered(from);
    },
    { capture: true, signal },
  );
};

/**
 * Creates the element of an overlay, without any name that identifies the extension, and the container in its shadow root.
 * Does not attach it. The style sheet protects it from styles of the page.
 */
const createOverlayElement = (options: ElementOptions) => {
  const element = htmlElement('div');
  element.popover = 'manual';
  const root = element.attachShadow({ mode: options.mode ?? 'closed' });

  const style = htmlElement('style');
  style.textContent = options.css;
  const container = htmlElement('div');
  container.className = 'shell';
  container.lang = language();
  container.dir = text('textDirection');
  container.setAttribute(overlayAttribute, options.kind);

  root.append(style, container);
  guardEvents(root, options);
  return { element, container };
};

/**
 * Removes overlays of a kind that an earlier version of the extension left on the page. An overlay that cannot be removed is
 * ignored: the new one appears all the same.
 */
const removeStaleOverlays = ({ kind, closedRootOf }: OverlayOptions): void => {
  for (const element of document.querySelectorAll('[popover]')) {
    try {
      if (closedRootOf(element)?.querySelector(`[${overlayAttribute}="${kind}"]`)) element.remove();
    } catch {
      // The fields of a form override its methods, so `remove` may be no function.
    }
  }
};

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

/** Draws, and hides the container while the page is not shown. The player is also hidden while an element fills the screen. */
const createDrawing = ({ kind, end, paint }: OverlayOptions, container: Container) => {
  let isDrawing = false;
  const draw = (isThere: boolean): void => {
    const target = container();
    if (!target) return;
    isDrawing = true;
    try {
      target.hidden = !isPageShown() || (kind === 'player' && document.fullscreenElement !== null);
      paint(target, isThere);
    } finally {
      isDrawing = false;
    }
  };
  const isPageShown = followPage(end.signal, () => draw(true));
  return {
    draw,
    /** Drawing can fire events: Chromium fires a change when it removes a slider that is being dragged. */
    isDrawing: () => isDrawing,
  };
};

/** Milliseconds until the first check of the extension: its style sheet arrives soon after the script. */
const firstInterval = 50;

/** Milliseconds between two checks at most. */
const longestInterval = 2_000;

/**
 * Firefox: once the background's style sheet has arrived, only that sheet displays the container, which thus disappears
 * with the extension (see lib/browser/injection.ts). Until then, on a page that still loads, it is displayed without it.
 */
const hideWithoutSheet = (container: HTMLElement | undefined): void => {
  if (container && getComputedStyle(container).order === sheetOrder) container.style.display = 'none';
};

/** Checks every 2 s, more often at first, and when the page becomes visible: timers of a hidden page may run once a minute. */
const watchExtension = (
  { isAlive, end: { signal } }: OverlayOptions,
  { container, orphaned }: { container: Container; orphaned: () => void },
): void => {
  let interval = firstInterval;
  let isOver = false;

  const check = (): void => {
    if (isOver || signal.aborted) return;
    if (import.meta.env.FIREFOX) hideWithoutSheet(container());
    if (isAlive()) return;
    isOver = true;
    orphaned();
  };
  const checkAndRepeat = (): void => {
    check();
    interval = Math.min(interval * 2, longestInterval);
    if (!isOver && !signal.aborted) setTimeout(checkAndRepeat, interval);
  };

  setTimeout(checkAndRepeat, interval);
  document.addEventListener('visibilitychange', check, { signal });
};

/** Puts an overlay on the page, and restores it with new elements if the page removes it. */
export const createOverlay = (options: OverlayOptions) => {
  const { end, closedRootOf, onOrphaned } = options;
  const { signal } = end;
  /** The element of the page that had the focus before. */
  let origin: Element | null = null;
  let current: ReturnType<typeof createOverlayElement> | null = null;
  let elementsLeft = 1 + maxRestores;

  const container: Container = () => current?.container;
  const drawing = createDrawing(options, container);

  const clear = (): void => {
    drawing.draw(false);
    current?.element.remove();
    current = null;
  };
  /** Removes the overlay, and returns the focus to the element that had it before. */
  const remove = (): void => {
    if (signal.aborted) return;
    end.abort();
    const hadFocus = current !== null && document.activeElement === current.element;
    clear();
    if (hadFocus && origin?.isConnected) (origin as HTMLElement).focus({ preventScroll: true });
  };
  const isAlive = (): boolean => {
    if (!onOrphaned && !options.isAlive()) remove();
    return !signal.aborted;
  };
  /** Ignores events that drawing fires, and those on an overlay that the page has just covered or hidden: no person meant them. */
  const mayAct = (): boolean => !drawing.isDrawing() && isAlive() && topLayer.isOnTop();

  /** New elements each time: the page may have removed the listeners of the former ones. */
  const appear = (): void => {
    clear();
    if (elementsLeft === 0) remove();
    if (!isAlive()) return;
    elementsLeft -= 1;
    const focusEntered = (from: Element) => void (origin = from);
    current = createOverlayElement({ ...options, signal, isAlive: mayAct, focusEntered });
    drawing.draw(true);
    topLayer.show(current.element);
  };
  const queueDrawing = oncePerMicrotask(() => drawing.draw(true));
  /** Draws once before the browser paints, however often it is called. */
  const draw = (): void => {
    if (isAlive()) queueDrawing();
  };

  removeStaleOverlays(options);
  const topLayer = createTopLayer({ signal, closedRootOf, onRemoved: appear });
  appear();
  watchExtension(options, { container, orphaned: onOrphaned ?? remove });
  if (options.kind === 'player') document.addEventListener('fullscreenchange', draw, { signal });
  return { draw, remove, isAlive, container };
};
