import type { Page } from 'puppeteer-core';

/** Stands behind what was said in a way that not everybody hears: a status has to be there before its words. */
export const tooLate = '(too late)';

/** Listens, from before the page's first script on, to what its live regions say. */
export async function hear(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(listen, tooLate);
}

/** What the live regions said since one asked last, in order. */
export const announcementsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as typeof globalThis & { heard: string[] }).heard.splice(0));

/** In the page. */
function listen(mark: string): void {
  const heard: string[] = [];
  Object.assign(globalThis, { heard });
  const words = new WeakMap<Element, string>();
  const selector = '[role=status], [role=alert]';
  const read = (region: Element): void => {
    const said = region.textContent.trim();
    const isLate = !words.has(region) && region.matches('[role=status]');
    if (said !== '' && words.get(region) !== said) heard.push(isLate ? `${said} ${mark}` : said);
    words.set(region, said);
  };
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches(selector)) read(node);
        node.querySelectorAll(selector).forEach(read);
      }
      const region = (target instanceof Element ? target : target.parentElement)?.closest(selector);
      if (region) read(region);
    }
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}
