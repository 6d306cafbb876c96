/** A style of the page's root element that hides everything, also the top layer. */
interface HidingStyle {
  property: string;
  hides(value: string): boolean;
  /** The value that makes the root visible. */
  visible: string;
}

const inEveryBrowser: HidingStyle[] = [
  { property: 'display', hides: (value) => value === 'none', visible: 'block' },
  { property: 'content-visibility', hides: (value) => value === 'hidden', visible: 'visible' },
];

/**
 * Firefox paints the top layer through its root, Chromium beside it (measured with Firefox 153 and Chromium 156). Filters
 * that only turn colours, as pages in dark colours have them, remain.
 */
const inFirefox: HidingStyle[] = [
  { property: 'opacity', hides: (value) => Number(value) < 0.1, visible: '1' },
  { property: 'filter', hides: (value) => /blur|opacity|bright|contrast|url/.test(value), visible: 'none' },
];

const hidingStyles = import.meta.env.FIREFOX ? [...inEveryBrowser, ...inFirefox] : inEveryBrowser;

/** The page's own inline value of a property; "" where there was none. */
interface OriginalValue {
  value: string;
  priority: string;
}

const isOverridden = ({ style }: HTMLElement, { property, visible }: HidingStyle): boolean =>
  style.getPropertyValue(property) === visible && style.getPropertyPriority(property) === 'important';

/** Overrides the styles that hide the root, and only those. Returns whether there were any. */
const showRoot = (originals: Map<HidingStyle, OriginalValue>): boolean => {
  let wasHidden = false;
  const root = document.documentElement;
  const { style } = root;
  const computed = getComputedStyle(root);
  for (const hiding of hidingStyles) {
    const { property, hides, visible } = hiding;
    if (!hides(computed.getPropertyValue(property)) || isOverridden(root, hiding)) continue;
    originals.set(hiding, {
      value: style.getPropertyValue(property),
      priority: style.getPropertyPriority(property),
    });
    style.setProperty(property, visible, 'important');
    wasHidden = true;
  }
  return wasHidden;
};

/** Restores the page's own values, except those that the page has changed since. */
const restoreRoot = (originals: Map<HidingStyle, OriginalValue>): void => {
  const root = document.documentElement;
  for (const [hiding, { value, priority }] of originals) {
    // Setting "" removes the property.
    if (isOverridden(root, hiding)) root.style.setProperty(hiding.property, value, priority);
  }
};

/**
 * Returns a function that keeps an overlay visible where the page hides its root element, now or later, until the signal is
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
