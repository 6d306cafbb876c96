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

const remedies = (): Remedy[] =>
  CSS.supports('-moz-appearance', 'none') ? [...everywhere, ...inFirefox] : everywhere;

/** Not even the top layer is seen where a page hides its very root: then, and only then, the root is shown. */
const showRoot = (undo: Set<string>): void => {
  const root = document.documentElement;
  const now = getComputedStyle(root);
  for (const { property, hides, shown } of remedies()) {
    if (!hides(now.getPropertyValue(property))) continue;
    root.style.setProperty(property, shown, 'important');
    undo.add(property);
  }
};

/** Gives back a function that sees to it that the host is rendered, now and where a page stops displaying it later. */
export const createRendering = (signal: AbortSignal): ((host: Element) => void) => {
  const undo = new Set<string>();
  // A host whose root is not displayed has no size.
  const observer = new ResizeObserver(() => showRoot(undo));
  signal.addEventListener('abort', () => {
    observer.disconnect();
    const { style } = document.documentElement;
    // What is not important any more, the page has set since.
    for (const property of undo)
      if (style.getPropertyPriority(property) === 'important') style.removeProperty(property);
  });
  return (host) => {
    showRoot(undo);
    observer.observe(host);
  };
};
