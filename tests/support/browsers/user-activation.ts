import type { Page } from 'puppeteer-core';
import { evaluateInFirefoxPage } from './firefox-driver.ts';
import { isFirefox } from './extension.ts';
import { poll } from './poll.ts';

/** Evaluates in the page and leaves its user activation as it is: the driver's own `evaluate` activates the page each time. */
export async function evaluateUnnoticed<T>(page: Page, expression: string): Promise<T> {
  if (await isFirefox(page.browser())) return evaluateInFirefoxPage<T>(page, expression);
  const session = await page.createCDPSession();
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
  await session.detach();
  return result.value as T;
}

/** Waits until the page may no longer do what needs a click of the person: 5 s after the last one. */
export const inactive = (page: Page): Promise<true> =>
  poll(
    'the user activation to end',
    async () => !(await evaluateUnnoticed<boolean>(page, 'navigator.userActivation.isActive')) || undefined,
  );
