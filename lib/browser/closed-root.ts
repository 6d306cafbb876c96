import { browser } from '../webextension/browser.ts';

const name = 'openOrClosedShadowRoot';

/** Chromium has a function of the extension API. */
interface WithDom {
  dom: Record<typeof name, (element: Element) => ShadowRoot | null>;
}

/**
 * The shadow root of an element, a closed one included: only an extension may look into it. Null if there is none or
 * the browser refuses to say; never throws. Firefox has a property of elements in place of Chromium's function: it is read
 * through the prototype, since a form's own fields override its properties. Chromium throws for an element that is no HTML.
 */
export const closedRootOf = (element: Element): ShadowRoot | null => {
  try {
    if (import.meta.env.FIREFOX) return Reflect.get(Element.prototype, name, element) as ShadowRoot | null;
    return (browser as unknown as WithDom).dom[name](element);
  } catch {
    // The element is no HTML.
    return null;
  }
};
