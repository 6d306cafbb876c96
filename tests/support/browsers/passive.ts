import type { Page } from 'puppeteer-core';
import { isFirefox } from './extension.ts';

/**
 * Evaluates an expression in a page and leaves its user activation as it is. What Chromium's driver evaluates otherwise counts
 * as an action of the person, so that the page stays active.
 */
export async function evaluatePassively(page: Page, expression: string): Promise<unknown> {
  if (await isFirefox(page.browser())) return page.evaluate(expression);
  const session = await page.createCDPSession();
  try {
    const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
    return result.value;
  } finally {
    await session.detach();
  }
}
