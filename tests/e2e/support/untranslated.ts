import type { Page } from 'puppeteer-core';

/** What may have English letters: it is data, and no words of ours. */
const data = [
  // Addresses, and hosts with what follows.
  /https?:\/\/[^\s⟧]*/g,
  /(?:127\.0\.0\.1|(?:[\w-]+\.)+(?:example|com|test))(?:[:/][^\s⟧]*)?/g,
  // The service's own placeholder, and names of tracking parameters.
  /\{linkID\}|\butm_(?:\w+|\*)/g,
  // Paths at a service.
  /(?<=^|\s)\/[\w/]+/g,
  // The browser's own name, in a report.
  /Mozilla\/5\.0 .*/g,
  // What Intl writes in Hebrew, too.
  /\bms\b|\bUTC\b/g,
  // Keys of the keyboard, as the browser names them.
  /(?:Alt|Ctrl|Command|Shift|MacCtrl)(?:\+\w+)+/g,
];

/**
 * What a page of the pseudo-language says, on the screen and to assistive technology, that is not from the catalogue. Its
 * texts have no letter of the English alphabet, and what Intl writes there has none either (see pseudo.ts): so whatever
 * has one and is no data was written in code. `names` are the test's own data.
 */
export async function untranslatedTexts(page: Page, names: RegExp[] = []): Promise<string[]> {
  const said = await page.evaluate(readEverything);
  const withoutData = (text: string) =>
    [...names, ...data].reduce((left, each) => left.replaceAll(each, ''), text);
  return said.filter((text) => /[a-z]/i.test(withoutData(text)));
}

/** Every text and every attribute that people see or hear, open shadow roots included; runs in the page. */
function readEverything(): string[] {
  const spoken = ['title', 'alt', 'placeholder', 'label', 'aria-label', 'aria-description', 'aria-valuetext'];
  const said = [document.title];
  const read = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) read(element.shadowRoot);
      for (const name of [...spoken, 'aria-roledescription']) said.push(element.getAttribute(name) ?? '');
      if (element.matches('script, style, [translate=no]')) continue;
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) said.push(node.textContent ?? '');
    }
  };
  read(document);
  return said.filter((text) => text.trim() !== '');
}
