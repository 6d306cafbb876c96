import type { Browser, Page } from 'puppeteer-core';
import { poll } from '../../../scripts/browsers/poll.ts';

/** An empty page of Firefox's own, whose scripts have all rights of the browser; the page of extensions takes three times as long. */
const address = 'chrome://extensions/content/dummy.xhtml';

/** Opens a page of Firefox's own, whose scripts have all rights of the browser. */
async function openAddonsPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  // Firefox does not report the end of this navigation.
  page.goto(address).catch(() => undefined);
  const isLoaded = () => page.evaluate("typeof ChromeUtils === 'object' || undefined").catch(() => undefined);
  await poll('a page of the browser', isLoaded);
  return page;
}

/** Runs statements about the extension, `ours`, on that page. */
export async function onAddonsPage(browser: Browser, statements: string): Promise<void> {
  const page = await openAddonsPage(browser);
  await page.evaluate(`(async () => {
    const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
    const ours = (await AddonManager.getAddonsByTypes(['extension'])).find((each) => each.temporarilyInstalled);
    ${statements}
  })()`);
  await page.close();
}

/** Firefox as a person has it: it asks before it grants a permission, and a popup gets the focus and keeps it. */
interface Prompts {
  /** Waits until a prompt is open. */
  opened(): Promise<unknown>;
  /** Grants unasked again, as drivers want it. */
  end(): Promise<void>;
}

export async function startPrompts(browser: Browser): Promise<Prompts> {
  const page = await openAddonsPage(browser);
  const setPerson = (isPerson: boolean) =>
    page.evaluate(`Services.prefs.setBoolPref('extensions.webextOptionalPermissionPrompts', ${isPerson});
      Services.prefs.setBoolPref('focusmanager.testmode', ${!isPerson})`);
  await setPerson(true);
  const isOpen = `Services.wm.getMostRecentWindow('navigator:browser').PopupNotifications.panel.state === 'open' || undefined`;
  return {
    opened: () => poll('a prompt', () => page.evaluate(isOpen)),
    async end() {
      await setPerson(false);
      await page.close();
    },
  };
}

export const reloadAddon = (browser: Browser): Promise<void> => onAddonsPage(browser, 'await ours.reload();');

/** Disables and enables the extension. */
export const restartAddon = (browser: Browser): Promise<void> =>
  onAddonsPage(browser, 'await ours.disable(); await ours.enable();');

/** Allows the extension in private windows, which reloads it. */
export const allowAddonInPrivate = (browser: Browser): Promise<void> =>
  onAddonsPage(
    browser,
    `const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
    await ExtensionPermissions.add(ours.id, { permissions: ['internal:privateBrowsingAllowed'], origins: [] });
    await ours.disable(); await ours.enable();`,
  );

// What the background waits for does not delay its end here.
const terminate = `const policy = WebExtensionPolicy.getActiveExtensions().find(({ temporarilyInstalled }) => temporarilyInstalled);
  await policy.extension.terminateBackground({ ignoreDevToolsAttached: true, disableResetIdleForTest: true });`;

/** Ends the extension's background, as when its time of idleness has passed. */
export const endBackground = (browser: Browser): Promise<void> => onAddonsPage(browser, terminate);

/**
 * Resolves with a function that ends the extension's background in the middle of whatever it does, as when its time of idleness
 * has passed. It opens a page of Firefox's own, since a kill in the middle of a call must not wait for one.
 */
export async function openBackgroundKiller(browser: Browser): Promise<() => Promise<void>> {
  const page = await openAddonsPage(browser);
  return async () => {
    await page.evaluate(`(async () => { ${terminate} })()`);
  };
}
