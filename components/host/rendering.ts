interface Remedy {
  property: string;
  hides(value: string): boolean;
  /** What the root is given instead. */
  shown: string;
}

/** What a page's root must not be, for anything at all to be rendered. */
const everywhere: Remedy[] = [
  { property: 'display', hides: (value) => value === 'none', shown: 'block' },
  { property: 'content-visibility', hides: (value) => value === 'hidden', shown: 'visible' },
];

/** Firefox paints the top layer through its root, Chromium beside it (measured in 153 and 156). */
const inFirefox: Remedy[] = [
  { property: 'opacity', hides: (value) => Number(value) < 0.1, shown: '1' },
  { property: 'filter', hides: (value) => /blur|opacity/.test(value), shown: 'none' },
];

const remedies = CSS.supports('-moz-appearance', 'none') ? [...everywhere, ...inFirefox] : everywhere;

/** What the page's own `style` said before; "" where nothing. */
interface Before {
  value: string;
  priority: string;
}

const isOurs = ({ style }: HTMLElement, { property, shown }: Remedy): boolean =>
  style.getPropertyValue(property) === shown && style.getPropertyPriority(property) === 'important';

/** Not even the top layer is seen where a page hides its very root: then, and only then, the root is shown. */
const showRoot = (given: Map<Remedy, Before>): void => {
  const root = document.documentElement;
  const { style } = root;
  const now = getComputedStyle(root);
  for (const remedy of remedies) {
    const { property, hides, shown } = remedy;
    if (!hides(now.getPropertyValue(property)) || isOurs(root, remedy)) continue;
    const before = { value: style.getPropertyValue(property), priority: style.getPropertyPriority(property) };
    given.set(remedy, before);
    style.setProperty(property, shown, 'important');
  }
};

/** Puts back what was there, but for what the page has set since. */
const undo = (given: Map<Remedy, Before>): void => {
  const root = document.documentElement;
  for (const [remedy, { value, priority }] of given)
    // Setting "" removes it.
    if (isOurs(root, remedy)) root.style.setProperty(remedy.property, value, priority);
};

/** Gives back a function that sees to it that the host is rendered, now and where a page stops displaying it later. */
export const createRendering = (signal: AbortSignal): ((host: Element) => void) => {
  const given = new Map<Remedy, Before>();
  // A host whose root is not displayed has no size.
  const observer = new ResizeObserver(() => showRoot(given));
  signal.addEventListener('abort', () => {
    observer.disconnect();
    undo(given);
  });
  return (host) => {
    showRoot(given);
    observer.observe(host);
  };
};
