/** The namespace makes it an HTML element also in a document of XML. */
const xhtml = 'http://www.w3.org/1999/xhtml';

export const htmlElement = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
): HTMLElementTagNameMap[Name] => document.createElementNS(xhtml, name) as HTMLElementTagNameMap[Name];
