import type { Page } from 'puppeteer-core';

/** Clicks the switch of music, as a person does. */
export const flipMusic = async (options: Page): Promise<void> => {
  await options.bringToFront();
  await options.locator('aria/Music on missing pages[role="switch"]').click();
};

/** Whether the switch of music is on; it may be asked in a tab behind others, where nothing answers about names. */
export const isMusicOn = (options: Page): Promise<boolean> =>
  options.evaluate(
    () => document.querySelector('.music [role="switch"]')?.getAttribute('aria-checked') === 'true',
  );

/** What the section on music is alarmed about; empty for nothing. */
export const musicAlarm = (options: Page): Promise<string> =>
  options.evaluate(() => {
    const alerts = [...document.querySelectorAll('.music [role="alert"]')];
    return alerts.map((each) => each.textContent).join('');
  });

/** The hosts that the extension may reach, as the browser lists them. A page of the extension is asked. */
export const reachOf = async (page: Page): Promise<string[]> =>
  (await page.evaluate(
    `(globalThis.browser ?? chrome).permissions.getAll().then(({ origins }) => origins.toSorted())`,
  )) as string[];

/** Gives all sites back behind the options page's back. A page of the extension is asked. */
export const removeAllSites = async (page: Page): Promise<void> => {
  await page.evaluate(`(globalThis.browser ?? chrome).permissions.remove({ origins: ['*://*/*'] })`);
};
