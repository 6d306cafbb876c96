/** Protects an overlay against clickjacking: the page must not cover, hide, shrink or zoom it while it accepts clicks. */

/** Chromium says of an element whether anything covers it as it is painted. Others ignore these options. */
const observerOptions = { trackVisibility: true, delay: 100 } as IntersectionObserverInit;

/** Both properties are missing in some browsers. */
interface Visibility {
  isVisible?: boolean;
  /** Effective CSS zoom of the ancestors; the overlay itself is not zoomed. */
  currentCSSZoom?: number;
}

/** How far a page may be zoomed by its own styles. */
const isUsualZoom = ({ currentCSSZoom = 1 }: Visibility): boolean =>
  currentCSSZoom > 0.4 && currentCSSZoom < 3;

/** Whether a view transition runs: the browser paints it above all popovers. */
const isInTransition = (): boolean =>
  Boolean((document as { activeViewTransition?: unknown }).activeViewTransition);

/**
 * Watches an overlay until the signal aborts. Returns a function that says whether the page covers or distorts it, as far as
 * the browser knows. Chromium: IntersectionObserver v2 reports at most every 100 ms; an overlay that has no size in the report,
 * as a toast before its text, counts as uncovered. Firefox has no such report, so full screen counts as covered: it is painted
 * above the popovers that were opened before.
 */
export const watchCover = (overlay: Element, signal: AbortSignal): (() => boolean) => {
  const isDistorted = (): boolean => !isUsualZoom(overlay) || isInTransition();
  if (import.meta.env.FIREFOX) return () => document.fullscreenElement !== null || isDistorted();

  let isCovered = false;
  const read = (reports: IntersectionObserverEntry[]): void => {
    const last = reports.at(-1);
    if (last) isCovered = (last as Visibility).isVisible === false && last.intersectionRect.height > 0;
  };
  const observer = new IntersectionObserver(read, observerOptions);
  observer.observe(overlay);
  signal.addEventListener('abort', () => observer.disconnect());
  return () => {
    read(observer.takeRecords());
    return isCovered || isDistorted();
  };
};

/** A style of the page's root element that hides everything, also the top layer. */
type HidingStyle = readonly [
  property: string,
  hiding: RegExp,
  /** The value that makes the root visible. */
  visible: string,
];

const inEveryBrowser: HidingStyle[] = [
  ['display', /^none$/, 'block'],
  ['content-visibility', /^hidden$/, 'visible'],
];

/**
 * Firefox paints the top layer through its root, Chromium beside it (measured with Firefox 153 and Chromium 156). Below 0.1,
 * an opacity hides; filters that only turn colours, as pages in dark colours have them, remain.
 */
const inFirefox: HidingStyle[] = [
  ['opacity', /^0(\.0|$)|e-/, '1'],
  ['filter', /blur|opacity|bright|contrast|url/, 'none'],
];

const hidingStyles = import.meta.env.FIREFOX ? [...inEveryBrowser, ...inFirefox] : inEveryBrowser;

/** The page's own inline value of a property, "" if there was none, and its priority. */
type OriginalValue = [value: string, priority: string];

const inlineValue = (property: string): OriginalValue => {
  const { style } = document.documentElement;
  return [style.getPropertyValue(property), style.getPropertyPriority(property)];
};

const isOverridden = ([property, , visible]: HidingStyle): boolean =>
  inlineValue(property).join() === `${visible},important`;

/** Overrides the styles that hide the root, and only those. Returns whether there were any. */
const showRoot = (originals: Map<HidingStyle, OriginalValue>): boolean => {
  let wasHidden = false;
  const root = document.documentElement;
  const computed = getComputedStyle(root);
  for (const each of hidingStyles) {
    const [property, hiding, visible] = each;
    if (!hiding.test(computed.getPropertyValue(property)) || isOverridden(each)) continue;
    originals.set(each, inlineValue(property));
    root.style.setProperty(property, visible, 'important');
    wasHidden = true;
  }
  return wasHidden;
};

/** Restores the page's own values, except those that the page has changed since. */
const restoreRoot = (originals: Map<HidingStyle, OriginalValue>): void => {
  for (const [each, original] of originals) {
    // Setting "" removes the property.
    if (isOverridden(each)) document.documentElement.style.setProperty(each[0], ...original);
  }
};

/**
 * Returns a function that keeps an overlay visible if the page hides its root element, now or later, until the signal is
 * aborted. The function returns whether the root was hidden.
 */
const createRootVisibility = (signal: AbortSignal): ((overlay: Element) => boolean) => {
  const originals = new Map<HidingStyle, OriginalValue>();
  // The overlay loses its size when its root is no longer displayed.
  const observer = new ResizeObserver(() => showRoot(originals));
  signal.addEventListener('abort', () => {
    observer.disconnect();
    restoreRoot(originals);
  });
  return (overlay) => {
    observer.observe(overlay);
    return showRoot(originals);
  };
};

export interface GuardOptions {
  signal: AbortSignal;
  /** Reads closed shadow roots, which only an extension may. */
  closedRootOf(element: Element): ShadowRoot | null;
  /** Opens the overlay again. */
  show(): void;
}

/** The scripts of this extension on a page share a global object, which the page does not see. */
const shared = globalThis as unknown as Record<symbol, WeakSet<EventTarget> | undefined>;

/** The overlays of all of them. */
const ownOverlays = (shared[Symbol.for('overlays')] ??= new WeakSet());

/**
 * Calls `onOpen` each time that the page opens a popover, and when one is found open in a shadow root that was not known.
 * Events of popovers in a shadow root do not leave it, so each root gets listeners: the function that it returns searches for
 * new roots. A page that stops the events on its window earlier is not noticed.
 */
const followPopovers = ({ signal, closedRootOf }: GuardOptions, onOpen: () => void): (() => void) => {
  const follow = ({ target, newState }: Event & { newState?: string }): void => {
    const opening = target as HTMLElement;
    // Dialogs fire the same event and have no `popover`.
    if (newState === 'open' && opening.popover && !ownOverlays.has(opening)) onOpen();
  };
  const listen = (target: EventTarget): void =>
    target.addEventListener('beforetoggle', follow, { capture: true, signal });
  listen(globalThis);

  const known = new WeakSet<ShadowRoot>();
  const search = (parent: ParentNode): void => {
    for (const element of parent.querySelectorAll('*')) {
      const root = ownOverlays.has(element) ? null : closedRootOf(element);
      if (!root) continue;
      if (!known.has(root)) {
        known.add(root);
        listen(root);
        if (root.querySelector(':popover-open')) onOpen();
      }
      search(root);
    }
  };
  return () => search(document);
};

/** Debounce: the overlay is raised this many milliseconds after the page last opened a popover. */
const raiseDelay = 50;

/** Milliseconds that a person needs to notice that the overlay is shown again. */
const noticeTime = 300;

export const isOpen = (overlay: HTMLElement): boolean => overlay.matches(':popover-open');

/** Knows whether an overlay is visible, and raises it above popovers of the page. */
export const createGuard = (options: GuardOptions) => {
  const { signal, show } = options;
  const showRoot = createRootVisibility(signal);
  let overlay: HTMLElement | null = null;
  let isCovered = (): boolean => false;
  /**
   * When the overlay was painted after it may last have been covered, in milliseconds of the page's clock; infinite until then.
   * It does not follow from the time alone: a busy page paints nothing, and Firefox passes a click on before a timer that is due.
   */
  let paintedAt = -noticeTime;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const setCovered = (): void => {
    paintedAt = Number.POSITIVE_INFINITY;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  /** The popover that was opened last is the topmost. */
  const raise = (): void => {
    if (signal.aborted || !overlay) return;
    setCovered();
    if (overlay.isConnected && isOpen(overlay)) overlay.hidePopover();
    if (overlay.isConnected) show();
    // The callback of the first frame runs before that is painted.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => (paintedAt = performance.now()));
    });
  };
  const opened = (): void => {
    setCovered();
    timer = setTimeout(raise, raiseDelay);
  };
  const searchPopovers = followPopovers(options, opened);
  return {
    showRoot,
    watch(next: HTMLElement): void {
      overlay = next;
      ownOverlays.add(next);
      isCovered = watchCover(next, signal);
      searchPopovers();
    },
    ensureVisible(): boolean {
      if (!overlay) return false;
      searchPopovers();
      if (!isOpen(overlay) || showRoot(overlay) || isCovered()) raise();
      return performance.now() >= paintedAt + noticeTime;
    },
  };
};
