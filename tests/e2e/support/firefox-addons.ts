import type { Browser } from 'puppeteer-core';
import { poll } from '../../../scripts/browsers/poll.ts';

/**
 * Does something to the extension, `ours`, where a person does it in Firefox: on the page that lists the extensions, whose
 * scripts may do whatever Firefox itself may.
 */
async function onAddonsPage(browser: Browser, statements: string): Promise<void> {
  const page = await browser.newPage();
  // Firefox goes there and does not say so.
  page.goto('about:addons').catch(() => undefined);
  const isThere = () => page.evaluate("typeof ChromeUtils === 'object' || undefined").catch(() => undefined);
  await poll('the page of the extensions', isThere);
  await page.evaluate(`(async () => {
    const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
    const ours = (await AddonManager.getAddonsByTypes(['extension'])).find((each) => each.temporarilyInstalled);
    ${statements}
  })()`);
  await page.close();
}

/** Loads the extension anew. */
export const reloadAddon = (browser: Browser): Promise<void> => onAddonsPage(browser, 'await ours.reload();');

/** Switches the extension off. */
export const disableAddon = (browser: Browser): Promise<void> =>
  onAddonsPage(browser, 'await ours.disable();');

/** Switches it on again. */
export const enableAddon = (browser: Browser): Promise<void> => onAddonsPage(browser, 'await ours.enable();');

/** Switches the extension off and on. */
export const restartAddon = (browser: Browser): Promise<void> =>
  onAddonsPage(browser, 'await ours.disable(); await ours.enable();');

/** Allows the extension in private windows, which loads it anew. */
export const allowAddonInPrivate = (browser: Browser): Promise<void> =>
  onAddonsPage(
    browser,
    `const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
    await ExtensionPermissions.add(ours.id, { permissions: ['internal:privateBrowsingAllowed'], origins: [] });
    await ours.disable(); await ours.enable();`,
  );
