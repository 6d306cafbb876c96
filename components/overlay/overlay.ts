import { oncePerMicrotask } from '../../lib/async/async.ts';
import { type Overlay as OverlayKind, overlayAttribute, sheetOrder } from '../../lib/browser/types.ts';
import { language, text } from '../../lib/i18n/texts.ts';

/** The namespace makes it an HTML element also in a document of XML. */
const xhtml = 'http://www.w3.org/1999/xhtml';

const htmlElement = <Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] =>
  document.createElementNS(xhtml, name) as HTMLElementTagNameMap[Name];

interface TopLayerOptions extends Pick<OverlayDeps, 'closedRootOf'> {
  signal: AbortSignal;
  /** Called when the page has removed the overlay. */
  onRemoved(): void;
}

/** Debounce: the overlay is shown again this many milliseconds after the page last opened a popover. */
const raiseDelayMs = 50;

/** Milliseconds that a person needs to notice that the overlay is on top again. */
const noticeMs = 300;

/** Open modal dialogs in the order of their opening: everything outside the last one is inert. */
const modalDialogs = (known: readonly Element[]): Element[] => {
  const open = [...document.querySelectorAll('dialog:modal')];
  return [...known.filter((each) => open.includes(each)), ...open.filter((each) => !known.includes(each))];
};

const isOpen = (overlay: HTMLElement): boolean => overlay.matches(':popover-open');

/** Opens the popover, also after a move, which closes it. The page's direction determines the corner. */
const openPopover = (overlay: HTMLElement): void => {
  // A document that starts to load, and one with a frameset only, has no body.
  const body = document.body as HTMLElement | null;
  overlay.dir = getComputedStyle(body ?? document.documentElement).direction;
  // The page can change or remove this attribute, which closes the popover.
  if (overlay.popover !== 'manual') overlay.popover = 'manual';
  if (!isOpen(overlay)) overlay.showPopover();
};

/** Whether the page removed the overlay itself, or moved it into another document, and not the dialog that contained it. */
const wasRemoved = (overlay: HTMLElement, parent: Element | null, dialogs: readonly Element[]): boolean => {
  if (document.contains(overlay) || parent === null) return false;
  return overlay.parentNode !== parent || !dialogs.includes(parent);
};

/**
 * Keeps an overlay on top of the page: at the end of the page, or of the modal dialog outside which the page is inert, and above
 * the popovers that the page opens. It does not notice those in shadow roots of the page.
 */
export const createTopLayer = ({ signal, closedRootOf, onRemoved }: TopLayerOptions) => {
  let overlay: HTMLElement | null = null;
  let dialogs: Element[] = [];
  let parent: Element | null = null;
  /** When the overlay was painted after the page had last put something above it (performance.now()); infinite until then. */
  let onTopAt = -noticeMs;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const attach = (): void => {
    dialogs = modalDialogs(dialogs);
    const target = dialogs.at(-1) ?? document.querySelector(':root');
    // A document that starts to load has no root yet, and one that is rewritten has none for a moment.
    if (!overlay || !target) return;

    // If the page has moved the overlay, it stays there.
    if (target !== parent || !overlay.isConnected) target.append(overlay);
    parent = target;
    openPopover(overlay);
  };

  /** The popover that was opened last is the topmost. */
  const raise = (): void => {
    if (signal.aborted || !overlay?.isConnected) return;
    if (isOpen(overlay)) overlay.hidePopover();
    attach();
    frame = requestAnimationFrame(() => (onTopAt = performance.now()));
  };
  const raiseSoon = (): void => {
    onTopAt = Number.POSITIVE_INFINITY;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    timer = setTimeout(raise, raiseDelayMs);
  };

  const isOwn = (element: HTMLElement): boolean =>
    Boolean(closedRootOf(element)?.querySelector(`[${overlayAttribute}]`));
  const handleToggle = ({ target, newState }: Event & { newState?: string }): void => {
    const opening = target as HTMLElement;
    // Dialogs fire the same event and have no `popover`.
    if (newState === 'open' && opening.popover && !isOwn(opening)) raiseSoon();
  };
  globalThis.addEventListener('beforetoggle', handleToggle, { capture: true, signal });

  const handleMutations = (records: MutationRecord[]): void => {
    if (!overlay) return;
    if (wasRemoved(overlay, parent, dialogs)) {
      overlay = null;
      parent = null;
      onRemoved();
      return;
    }
    const isShown = overlay.isConnected && isOpen(overlay);
    if (!isShown || records.some(({ type }) => type === 'attributes')) attach();
  };

  const observer = new MutationObserver(handleMutations);
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['open', 'popover'] });
  signal.addEventListener('abort', () => observer.disconnect());
  // The body, which may set the direction, can arrive after the overlay.
  document.addEventListener('DOMContentLoaded', attach, { signal });

  return {
    /** Shows an overlay above the page and keeps it there. It replaces the one before. */
    show(next: HTMLElement): void {
      overlay = next;
      parent = null;
      try {
        attach();
      } catch (error) {
        // The page's own functions can make it throw: leave no element behind.
        next.remove();
        throw error;
      }
    },
    /**
     * Whether a person has had time to see the overlay since the page last put something above it. Shows it again if the page
     * has closed it.
     */
    isOnTop(): boolean {
      if (overlay && !isOpen(overlay)) raiseSoon();
      return performance.now() >= onTopAt + noticeMs;
    },
  };
};

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
  kind: OverlayKind;
  css: string;
  /** The overlay ends when it is aborted, and aborts it when it is removed. */
  end: AbortController;
  /** Draws the current state into the container, and may hide it. If `isThere` is false, removes what was drawn. */
  paint(container: HTMLElement, isThere: boolean): void;
  /** Called once when the extension is not alive any more. By default, the overlay is removed. Firefox has ended the script by then. */
  onOrphaned?(): void;
}

/** The player or the toast on a page. */
export interface Overlay {
  /** Draws once before the browser paints, however often it is called. */
  draw(): void;
  /** Removes the overlay, and returns the focus to the element that had it before. */
  remove(): void;
  /** Whether it was not removed yet. */
  isAlive(): boolean;
  /** The container that is drawn into, while there is one. */
  container(): HTMLElement | undefined;
}

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
const createDrawing = ({ kind, end, paint }: OverlayOptions, container: Overlay['container']) => {
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
  { container, orphaned }: { container: Overlay['container']; orphaned: () => void },
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
export const createOverlay = (options: OverlayOptions): Overlay => {
  const { end, closedRootOf, onOrphaned } = options;
  const { signal } = end;
  /** The element of the page that had the focus before. */
  let origin: Element | null = null;
  let current: ReturnType<typeof createOverlayElement> | null = null;
  let elementsLeft = 1 + maxRestores;

  const container = () => current?.container;
  const drawing = createDrawing(options, container);

  const clear = (): void => {
    drawing.draw(false);
    current?.element.remove();
    current = null;
  };
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
