/**
 * Replaces components/overlay/generated-text.ts with text nodes, for tests of what the texts are: a DOM without layout
 * generates none, and axe ignores generated ones. tests/browsers/popovers.test.ts holds that pages cannot find the real ones.
 */

const hidden: string[] = [];
let isHidden = false;

/** From now on, texts are not written into the document. Returns those that would have been. */
export const hideTexts = (): readonly string[] => {
  isHidden = true;
  hidden.length = 0;
  return hidden;
};

export const showTexts = (): void => {
  isHidden = false;
};

export const setText = (element: HTMLElement, text: string): void => {
  if (isHidden) hidden.push(text);
  else element.textContent = text;
};

export const textElement = (className: string, text: string): HTMLElement => {
  const element = document.createElement('span');
  element.className = className;
  setText(element, text);
  return element;
};
