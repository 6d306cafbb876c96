import { type Overlay, overlayAttribute } from '../../lib/browser/contract.ts';

/**
 * Removes those of a kind that a former version of the extension left behind. `closedRootOf` looks into closed roots,
 * which only an extension may. One that cannot be removed stays: it is no reason for the new one not to appear.
 */
export const removeLeftOvers = (
  kind: Overlay,
  closedRootOf: (element: Element) => ShadowRoot | null,
): void => {
  for (const element of document.querySelectorAll('[popover]')) {
    try {
      if (closedRootOf(element)?.querySelector(`[${overlayAttribute}="${kind}"]`)) element.remove();
    } catch {
      // The next one may be removable.
    }
  }
};
