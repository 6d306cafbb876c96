export interface PaintingParts {
  signal: AbortSignal;
  /** The node that is drawn into, while there is one. */
  shell(): HTMLElement | undefined;
  /** Draws what is to be shown now into the node, which it may hide; or, once that is to go, takes out what was drawn. */
  paint(shell: HTMLElement, isThere: boolean): void;
}

/**
 * Whether the page is shown; calls back when that changes. Firefox does not reach a page in its back-forward cache when
 * the extension goes (measured with Firefox 153): what is left in such a page must not be seen when it comes back.
 */
const followPage = (signal: AbortSignal, changed: () => void): (() => boolean) => {
  let isShown = true;
  const follow = ({ isTrusted, type }: Event): void => {
    if (!isTrusted) return;
    isShown = type === 'pageshow';
    changed();
  };
  for (const type of ['pagehide', 'pageshow']) globalThis.addEventListener(type, follow, { signal });
  return () => isShown;
};

/** Draws, and hides what is drawn while the page is not shown. */
export const createPainting = ({ signal, shell, paint }: PaintingParts) => {
  let isPainting = false;
  const draw = (isThere: boolean): void => {
    const node = shell();
    if (!node) return;
    isPainting = true;
    try {
      node.hidden = !isPageShown();
      paint(node, isThere);
    } finally {
      isPainting = false;
    }
  };
  const isPageShown = followPage(signal, () => draw(true));
  return {
    draw,
    /** Drawing may send events: Chromium lets go of a handle that is taken out while it is held. */
    isPainting: () => isPainting,
  };
};
