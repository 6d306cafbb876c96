import type { Page } from 'puppeteer-core';

/** The match pattern of all sites. */
export const allSites = '*://*/*';

export const flipMusic = async (options: Page): Promise<void> => {
  await options.bringToFront();
  await options.locator('aria/Music on 404 pages[role="switch"]').click();
};

/** Whether the switch of music is on. Works in a tab behind others, where the browser computes no accessible names. */
export const isMusicOn = (options: Page): Promise<boolean> =>
  options.evaluate(
    () => document.querySelector('.music [role="switch"]')?.getAttribute('aria-checked') === 'true',
  );

/** The texts of the alerts in the section on music; empty for none. */
export const musicAlerts = (options: Page): Promise<string> =>
  options.evaluate(() => {
    const alerts = [...document.querySelectorAll('.music [role="alert"]')];
    return alerts.map((each) => each.textContent).join('');
  });

/** The match patterns to which the extension has access. `page` is one of the extension. */
export const reachOf = async (page: Page): Promise<string[]> =>
  (await page.evaluate(`browser.permissions.getAll().then(({ origins }) => origins.toSorted())`)) as string[];
