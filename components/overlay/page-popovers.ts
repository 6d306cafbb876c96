interface PagePopoversOptions {
  signal: AbortSignal;
  /** Reads closed shadow roots, which only an extension may. */
  closedRootOf(element: Element): ShadowRoot | null;
  /** Called each time that the page opens a popover, and when one is found open in a shadow root that was not known. */
  onOpen(): void;
}

/** The scripts of this extension on a page share a global object, which the page does not see. */
const shared = globalThis as unknown as Record<symbol, WeakSet<EventTarget> | undefined>;

/** The overlays of all of them. */
export const ownOverlays = (shared[Symbol.for('overlays')] ??= new WeakSet());

/**
 * Follows the popovers of the page. Events of those in a shadow root do not leave it, so each root gets listeners: the
 * function that it returns searches for new ones. A page that stops the events on its window earlier is not noticed.
 */
export const followPopovers = ({ signal, closedRootOf, onOpen }: PagePopoversOptions): (() => void) => {
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
