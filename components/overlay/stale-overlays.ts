import { type Overlay as OverlayKind, overlayAttribute } from '../../lib/browser/contract.ts';

/**
 * Removes overlays of a kind that an earlier version of the extension left on the page. `closedRootOf` reads closed shadow
 * roots, which only an extension may. An overlay that cannot be removed is ignored: the new one appears all the same.
 */
export const removeStaleOverlays = (
  kind: OverlayKind,
  closedRootOf: (element: Element) => ShadowRoot | null,
): void => {
  for (const element of document.querySelectorAll('[popover]')) {
    try {
      if (closedRootOf(element)?.querySelector(`[${overlayAttribute}="${kind}"]`)) element.remove();
    } catch {
      // Continue with the next element.
    }
  }
};
