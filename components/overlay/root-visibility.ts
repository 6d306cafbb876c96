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
export const createRootVisibility = (signal: AbortSignal): ((overlay: Element) => boolean) => {
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
