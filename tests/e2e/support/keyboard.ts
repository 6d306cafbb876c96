import type { Page } from 'puppeteer-core';
import { focusOf } from './texts.ts';

/** More presses of Tab than any page of the extension needs. */
const farthest = 40;

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let pressed = 0; pressed < farthest; pressed += 1) {
    await page.keyboard.press('Tab');
    const focused = await focusOf(page);
    if (focused === name) return;
    passed.push(focused);
  }
  throw new Error(`Tab never leads to ${name}, but to ${passed.join(', ')}`);
}
