/** Chromium says of an element whether anything covers it as it is painted. Others ignore these options. */
const observerOptions = { trackVisibility: true, delay: 100 } as IntersectionObserverInit;

/** Both properties are missing in some browsers. */
interface Visibility {
  isVisible?: boolean;
  /** Of everything around an element, which is not zoomed itself. */
  currentCSSZoom?: number;
}

/** How far a page may be zoomed by its own styles. */
const isUsualZoom = ({ currentCSSZoom = 1 }: Visibility): boolean =>
  currentCSSZoom > 0.4 && currentCSSZoom < 3;

/** Above all popovers. */
const isInTransition = (): boolean =>
  Boolean((document as { activeViewTransition?: unknown }).activeViewTransition);

/**
 * Watches an overlay until the signal is aborted. Returns a function that says whether the page covers the overlay or changes
 * its size, as far as the browser knows. Chromium computes that for a painted frame, at most every 100 ms. A report of an
 * overlay that had no size then, as a toast has none before its text, says nothing about what covers it now. Firefox reports
 * nothing that covers an element, and paints an element that fills the screen above the popovers before it.
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
