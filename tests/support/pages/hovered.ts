import type { Page } from 'puppeteer-core';
import { definitions } from './tab-order.ts';

const looks = ['light', 'dark'];

/** One of the definitions, in the page. */
declare const contrastOf: (color: string, backgrounds: string[]) => number;

/** Runs in the page: the contrast of an element's color, which its icon has, on the colors behind it. */
function contrastIn(node: Element): number {
  const colors: string[] = [];
  for (let each: Element | null = node; each;) {
    colors.unshift(getComputedStyle(each).backgroundColor);
    const root = each.getRootNode();
    each = each.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
  return contrastOf(getComputedStyle(node).color, colors);
}

/**
 * The buttons whose icon has a contrast below 3 to 1 (WCAG 1.4.11) under the pointer, in light and dark. Colors change at
 * once: the page prefers reduced motion.
 */
export async function unclearUnderPointer(page: Page): Promise<string[]> {
  await page.evaluate(definitions);
  const unclear: string[] = [];
  for (const value of looks) {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    for (const button of await page.$$('>>> button')) {
      if (!(await button.isVisible())) continue;
      await button.hover();
      const contrast = await button.evaluate(contrastIn);
      const name = await button.evaluate((node) => node.className || node.id);
      if (contrast < 3) unclear.push(`${value}: ${name} ${contrast.toFixed(1)}`);
    }
  }
  return unclear;
}
