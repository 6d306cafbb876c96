import type { Page } from 'puppeteer-core';

/** Marks an announcement that some screen readers miss: a status must exist before its text. */
export const tooLate = '(too late)';

/** Records the announcements of the page's live regions, from before its first script. */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(record, tooLate);
}

/** The announcements since the last call, in order. */
export const announcementsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as typeof globalThis & { announced: string[] }).announced.splice(0));

/** Runs in the page. */
function record(mark: string): void {
  const announced: string[] = [];
  Object.assign(globalThis, { announced });
  const texts = new WeakMap<Element, string>();
  const selector = '[role=status], [role=alert]';
  const read = (region: Element): void => {
    const text = region.textContent.trim();
    const isLate = !texts.has(region) && region.matches('[role=status]');
    if (text !== '' && texts.get(region) !== text) announced.push(isLate ? `${text} ${mark}` : text);
    texts.set(region, text);
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
