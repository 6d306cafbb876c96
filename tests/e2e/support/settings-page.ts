import type { Page } from 'puppeteer-core';

/** From the first steps, which open at installation, to all settings. */
export async function showSettings(options: Page): Promise<void> {
  await options.evaluate(() => {
    location.hash = '#connection';
  });
  await options.waitForSelector('main.options');
}
