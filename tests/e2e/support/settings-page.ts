import type { Page } from 'puppeteer-core';

/** Shows all settings in place of the first steps, which open at installation. */
export async function showSettings(options: Page): Promise<void> {
  await options.evaluate(() => {
    location.hash = '#connection';
  });
  await options.waitForSelector('main.options');
}
