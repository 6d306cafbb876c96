import type { Page } from 'puppeteer-core';
import { press } from '../browsers/controls.ts';
import { poll } from '../browsers/poll.ts';

const textOf = (options: Page, selector: string): Promise<string> =>
  options.evaluate((found) => document.querySelector(found)?.textContent ?? '', selector);

export const doctorStatus = (options: Page): Promise<string> =>
  textOf(options, '#diagnostics [role="status"]');

/** The row of the real link. */
export const linkTestStatus = (options: Page): Promise<string> => textOf(options, '.checks > :last-child');

/** Checks the connection, which is fine, and shows the checks. Takes 35 s at most. */
export async function examine(options: Page): Promise<void> {
  await press(options, 'Check');
  const isDone = async () => /passed|problem/.test(await doctorStatus(options)) || undefined;
  await poll('the end of the check', isDone, 35_000);
  await press(options, 'Show details');
}
