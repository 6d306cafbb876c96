import type { Page } from 'puppeteer-core';

/** Data, which may have English letters. */
const data = [
  // Addresses, and hosts with what follows.
  /https?:\/\/[^\s¦]*/g,
  /(?:127\.0\.0\.1|(?:[\w-]+\.)+(?:example|com|test))(?:[:/][^\s¦]*)?/g,
  // Placeholders, and names of tracking parameters.
  /\{\w+\}|\butm_(?:\w+|\*)|\bfbclid\b/g,
  // Paths of a service.
  /(?<=^|\s)\/[\w/]+/g,
  // The user agent in a report.
  /Mozilla\/5\.0 .*/g,
  // Intl writes these in Hebrew as well.
  /\bms\b|\bUTC\b/g,
  // Keys of the keyboard, as the browser names them.
  /(?:Alt|Ctrl|Command|Shift|MacCtrl)(?:\+\w+)+/g,
];

/**
 * The texts of a page in the pseudo-language, visible or for assistive technology, that are not from the catalog. Its
 * texts have no letter of the English alphabet, nor do those of Intl there (see tests/support/browsers/texts.ts): a text that has one and is not
 * data is written in code. `names` matches the data of the test.
 */
export async function untranslatedTexts(page: Page, names: RegExp[] = []): Promise<string[]> {
  const texts = await page.evaluate(readTexts);
  const withoutData = (text: string) =>
    [...names, ...data].reduce((left, each) => left.replaceAll(each, ''), text);
  return texts.filter((text) => /[a-z]/i.test(withoutData(text)));
}

/** Every text and every attribute with a text but for those that a `bdi` marks as data, also in open shadow roots; runs in the page. */
function readTexts(): string[] {
  const attributes = [
    'title',
    'alt',
    'placeholder',
    'label',
    'aria-label',
    'aria-description',
    'aria-valuetext',
  ];
  const texts = [document.title];
  const read = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) read(element.shadowRoot);
      for (const name of [...attributes, 'aria-roledescription'])
        texts.push(element.getAttribute(name) ?? '');
      if (element.matches('script, style, [translate=no]')) continue;
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '');
    }
  };
  read(document);
  const data = new Set([...document.querySelectorAll('bdi')].map(({ textContent }) => textContent));
  return texts.filter((text) => text.trim() !== '' && !data.has(text));
}
