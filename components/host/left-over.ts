const marker = 'data-waylark';

/** What of ours can stand in a page; one of each at a time. */
export type Kind = 'player' | 'toast';

/** Marks what is inside a closed root as ours, where no page can see it. */
export const mark = (shell: Element, kind: Kind): void => shell.setAttribute(marker, kind);

/**
 * Removes those of a kind that a former version of the extension left behind. `closedRootOf` looks into closed roots,
 * which only an extension may. One that cannot be removed stays: it is no reason for the new one not to appear.
 */
export const removeLeftOvers = (kind: Kind, closedRootOf: (element: Element) => ShadowRoot | null): void => {
  for (const element of document.querySelectorAll('[popover]')) {
    try {
      if (closedRootOf(element)?.querySelector(`[${marker}="${kind}"]`)) element.remove();
    } catch {
      // The next one may be removable.
    }
  }
};
