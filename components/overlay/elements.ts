/** The namespace makes it an HTML element also in a document of XML. */
const xhtml = 'http://www.w3.org/1999/xhtml';

export const htmlElement = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
): HTMLElementTagNameMap[Name] => document.createElementNS(xhtml, name) as HTMLElementTagNameMap[Name];

/**
 * Starts the names of all custom properties in overlays. A page that knew a name could register it with another syntax, by
 * CSS.registerProperty or @property, and thus invalidate its values in closed roots as well.
 */
const prefix = `--${Math.random().toString(36).slice(2)}-`;

/** The name of a custom property of the style sheets, such as "share", as it is on this page. */
export const customProperty = (name: string): string => prefix + name;

/** Returns the function that sets the style sheet of a root. A page can read a style element in a root that it has reached. */
export const createSheet = (root: ShadowRoot): ((css: string) => void) => {
  const sheet = new CSSStyleSheet();
  let set = (css: string): void => sheet.replaceSync(css);
  if (import.meta.env.FIREFOX) {
    try {
      root.adoptedStyleSheets = [sheet];
    } catch {
      // Content scripts of Firefox before 153 cannot adopt style sheets.
      const style = root.appendChild(htmlElement('style'));
      set = (css) => void (style.textContent = css);
    }
  } else root.adoptedStyleSheets = [sheet];
  return (css) => set(css.replaceAll('--', prefix));
};
