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

/** Firefox reports nothing that covers an element: these are above the popovers. */
const isCoveredInFirefox = (): boolean =>
  document.fullscreenElement !== null || Boolean(Reflect.get(document, 'activeViewTransition'));

/**
 * Watches an overlay. The function that it returns says whether the page covers the overlay or changes its size, as far as
 * the browser knows.
 */
export const watchCover = (overlay: Element): (() => boolean) => {
  let isCovered = false;
  const observer = new IntersectionObserver((entries) => {
    isCovered = (entries.at(-1) as Visibility | undefined)?.isVisible === false;
  }, observerOptions);
  observer.observe(overlay);
  return () => isCovered || !isUsualZoom(overlay) || (import.meta.env.FIREFOX && isCoveredInFirefox());
};
