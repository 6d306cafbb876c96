const marker = 'data-waylark';

/** Marks what is inside a closed root as ours, where no page can see it. */
export const mark = (shell: Element): void => shell.setAttribute(marker, '');

/**
 * Takes out players that a former version of the extension left behind. `closedRootOf` looks into closed roots,
 * which only an extension may.
 */
export const removeLeftOvers = (closedRootOf: (element: Element) => ShadowRoot | null): void => {
  for (const element of document.querySelectorAll('[popover]'))
    if (closedRootOf(element)?.querySelector(`[${marker}]`)) element.remove();
};

/** Known to all scripts of this extension in this page, and to nobody else: they have a global object of their own. */
const here = Symbol.for('player');

/** Says that there is a player now; false where there is one already. */
export const claim = (): boolean => !Reflect.has(globalThis, here) && Reflect.set(globalThis, here, true);

export const release = (): void => void Reflect.deleteProperty(globalThis, here);
